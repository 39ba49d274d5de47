import "./choice-field.css";
import { type ReactNode, useId } from "react";

interface ChoiceFieldProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  value: string;
  /** The value that is chosen and not yet saved. */
  changed?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  onChoose: (value: string) => void;
}

/** One of a few values, side by side. A value that is none of them stays until another is chosen. */
export const ChoiceField = (props: ChoiceFieldProps) => {
  const { legend, options, value, changed, hint, error, onChoose } = props;
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="field__label">{legend}</legend>
      <div className="choices">
        {options.map((option) => (
          <label key={option.value} data-changed={changed === option.value || undefined}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <p className="field__hint" id={`${id}-hint`} hidden={!hint}>
        {hint}
      </p>
      <p className="field__error" id={`${id}-error`} role="status">
        {error}
      </p>
    </fieldset>
  );
};

/** What to say of a value that the API's document does not name. */
export const unnamedValue = (known: readonly string[], value: string): string | undefined => {
  if (known.includes(value)) return undefined;
  return value === ""
    ? "The record does not say."
    : `The record says “${value}”, which the API’s document does not name. It stays unless you choose.`;
};
