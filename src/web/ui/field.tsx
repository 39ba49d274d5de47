import "./field.css";
import type { ReactNode } from "react";

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Gets the attributes that tie it to its label, hint and error: `(tie) => <input {...tie} {...register("url")} />`. */
  children: (tie: FieldTie) => ReactNode;
}

/** The attributes that tie a control to its label, hint and error. */
export interface FieldTie {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

/** One labelled control of a form, with a hint and, when the value will not do, the reason in words. */
export const Field = ({ id, label, hint, error, children }: FieldProps) => (
  <div className="field">
    <label className="field__label" htmlFor={id}>
      {label}
    </label>
    {children({
      id,
      className: "input",
      "aria-invalid": error !== undefined,
      "aria-describedby": `${id}-hint ${id}-error`,
    })}
    <div className="field__hint" id={`${id}-hint`} hidden={!hint}>
      {hint}
    </div>
    <div className="field__error" id={`${id}-error`} role="status">
      {error}
    </div>
  </div>
);
