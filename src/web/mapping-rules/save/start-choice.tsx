import "#web/ui/choice-field.css";
import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

const options = [
  {
    value: "earlier",
    label: "What earlier rules made",
    hint: "The rule goes on with the value as the rules before it left it.",
  },
  {
    value: "original",
    label: "The original value",
    hint: "The rule starts from the value as it came in, whatever the rules before it did.",
  },
] as const;

/** Where the rule starts (api 2.15, useOriginalInputValue). */
export const StartChoice = ({ register }: { register: UseFormRegisterReturn }) => {
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="field__label">The rule starts on</legend>
      <div className="head-form__choices">
        {options.map(({ value, label, hint }) => (
          <label key={value} className="check">
            <input type="radio" value={value} aria-describedby={`${id}-${value}`} {...register} />
            <span>
              {label}
              <span className="field__hint head-form__hint" id={`${id}-${value}`}>
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
