import { Input, Radio } from "@mantine/core";
import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

const options = [
  {
    value: "earlier",
    label: "The result of earlier rules",
    hint: "The rule uses the value as changed by the rules before it.",
  },
  {
    value: "original",
    label: "The original value",
    hint: "The rule ignores the changes of the rules before it.",
  },
] as const;

/** The choice of the rule's start value (api 2.15, useOriginalInputValue). */
export const StartChoice = ({ register }: { register: UseFormRegisterReturn }) => {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label labelElement="div" id={id}>
        The rule starts with
      </Input.Label>
      <div className="head-form__choices">
        {options.map(({ value, label, hint }) => (
          <Radio key={value} value={value} label={label} description={hint} {...register} />
        ))}
      </div>
    </div>
  );
};
