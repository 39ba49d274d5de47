import { Input, Radio } from "@mantine/core";
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
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label labelElement="div" id={id}>
        The rule starts on
      </Input.Label>
      <div className="head-form__choices">
        {options.map(({ value, label, hint }) => (
          <Radio key={value} value={value} label={label} description={hint} {...register} />
        ))}
      </div>
    </div>
  );
};
