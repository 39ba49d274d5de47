import type { ReactNode } from "react";
import { useId } from "react";

interface RowControlProps {
  label: string;
  /** How wide it wants to be. */
  size?: "short" | "date" | "long" | undefined;
  note?: ReactNode;
  children: (id: string) => ReactNode;
}

/** One labelled control of the row that is edited. */
export const RowControl = ({ label, size, note, children }: RowControlProps) => {
  const id = useId();
  return (
    <div className="row-control" data-size={size}>
      <label className="row-control__label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {note}
    </div>
  );
};
