import { type ReactNode, useState } from "react";

/** Details that come into being when they are opened: a rule may hold thousands of parts. */
export const Folded = ({ label, children }: { label: string; children: () => ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <details className="rule__more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && <div className="stack">{children()}</div>}
    </details>
  );
};
