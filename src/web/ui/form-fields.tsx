import {
  Checkbox,
  Radio,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ReactNode } from "react";
import { fieldClasses, saidClasses } from "./field-classes.ts";
import { type Tie, useTie } from "./form-tie.ts";

interface Said {
  label: string;
  hint?: ReactNode;
}

/** A line of text: `<TextField {...form.tie("name")} label="Name" />`. */
export const TextField = ({
  control,
  name,
  changed: isChanged,
  onType,
  hint,
  ...rest
}: Tie & Said & Pick<TextInputProps, "type" | "inputMode" | "spellCheck">) => {
  const { ref, text, error, changed, onBlur, onText } = useTie({
    control,
    name,
    changed: isChanged ?? false,
    onType,
  });
  return (
    <TextInput
      ref={ref}
      classNames={fieldClasses}
      autoComplete="off"
      {...rest}
      description={hint}
      error={error}
      data-changed={changed}
      value={text}
      onBlur={onBlur}
      onChange={(event) => onText(event.target.value)}
    />
  );
};

/** Some lines of text. */
export const TextAreaField = ({
  hint,
  label,
  rows = 3,
  ...tie
}: Tie & Said & Pick<TextareaProps, "rows">) => {
  const { ref, text, error, changed, onBlur, onText } = useTie(tie);
  return (
    <Textarea
      ref={ref}
      classNames={fieldClasses}
      label={label}
      rows={rows}
      description={hint}
      error={error}
      data-changed={changed}
      value={text}
      onBlur={onBlur}
      onChange={(event) => onText(event.target.value)}
    />
  );
};

/** One of a few values, side by side. A value that is none of them stays until another is chosen. */
export const ChoiceField = ({
  label,
  hint,
  options,
  ...tie
}: Tie & Said & { options: readonly { value: string; label: string }[] }) => {
  const { text, error, changed, onText } = useTie(tie);
  return (
    <Radio.Group
      classNames={saidClasses}
      label={label}
      description={hint}
      error={error}
      value={text}
      onChange={onText}
    >
      <div className="form-field__choices">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={
              <span
                className="form-field__mark"
                data-changed={(changed && option.value === text) || undefined}
              >
                {option.label}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
};

/** Yes or no, as the texts that the form writes for them. */
export const CheckField = ({
  label,
  hint,
  on,
  off,
  ...tie
}: Tie & Omit<Said, "label"> & { label: ReactNode; on: string; off: string }) => {
  const { ref, text, error, onBlur, onText } = useTie(tie);
  return (
    <Checkbox
      ref={ref}
      label={label}
      description={hint}
      error={error}
      checked={text === on}
      onBlur={onBlur}
      onChange={(event) => onText(event.currentTarget.checked ? on : off)}
    />
  );
};

/** What to say of a value that the API's document does not name. */
export const unnamedValue = (known: readonly string[], value: string): string | undefined => {
  if (known.includes(value)) return undefined;
  return value === ""
    ? "The record does not say."
    : `The record says “${value}”, which the API’s document does not name. It stays unless you choose.`;
};
