import { type ReactNode, useState } from "react";

/** Details that come into being when they are opened: a rule may hold thousands of parts. */
export const Folded = ({
  label = "Fields",
  of,
  children,
}: {
  label?: string;
  /** Whose, for those who hear it alone, where the label does not say. */
  of?: string;
  children: () => ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  return (
    <details className="rule__more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {of && <span className="visually-hidden"> of {of}</span>}
      </summary>
      {open && <div className="stack">{children()}</div>}
    </details>
  );
};
