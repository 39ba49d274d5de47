import {
  Checkbox,
  Radio,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ReactNode } from "react";
import { fieldClasses } from "#web/kit/field-classes.ts";
import { type Tie, useTie } from "./form-tie.ts";

interface Said {
  label: string;
  hint?: ReactNode;
}

/** The properties of a control that holds typed text. */
const useTextProps = ({ label, hint, ...tie }: Tie & Said) => {
  const { ref, text, error, changed, readOnly, onBlur, onText } = useTie(tie);
  return {
    ref,
    label,
    description: hint,
    error,
    classNames: fieldClasses,
    "data-changed": changed,
    readOnly,
    "data-locked": readOnly || undefined,
    value: text,
    onBlur,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  };
};

/** A line of text: `<TextField {...form.tie("name")} label="Name" />`. */
export const TextField = ({
  type,
  inputMode,
  spellCheck,
  ...field
}: Tie & Said & Pick<TextInputProps, "type" | "inputMode" | "spellCheck">) => (
  <TextInput
    autoComplete="off"
    type={type}
    inputMode={inputMode}
    spellCheck={spellCheck}
    {...useTextProps(field)}
  />
);

/** Several lines of text. */
export const TextAreaField = ({ rows = 3, ...field }: Tie & Said & Pick<TextareaProps, "rows">) => (
  <Textarea rows={rows} {...useTextProps(field)} />
);

interface ChoiceOption {
  value: string;
  label: string;
  /** What the value means, below its label. */
  description?: string;
}

/** One of a few values, side by side. An unknown value stays until another is chosen. */
export const ChoiceField = ({
  label,
  hint,
  options,
  ...tie
}: Tie & Said & { options: readonly ChoiceOption[] }) => {
  const { text, error, changed, readOnly, onText } = useTie(tie);
  return (
    <Radio.Group
      label={label}
      description={hint}
      error={error}
      readOnly={readOnly}
      value={text}
      onChange={onText}
    >
      <div className="form-field__choices">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            disabled={readOnly}
            description={option.description}
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

/** Yes or no, stored as the texts `on` and `off`. */
export const CheckField = ({
  label,
  hint,
  on,
  off,
  ...tie
}: Tie & Omit<Said, "label"> & { label: ReactNode; on: string; off: string }) => {
  const { ref, text, error, readOnly, onBlur, onText } = useTie(tie);
  return (
    <Checkbox
      ref={ref}
      label={label}
      description={hint}
      error={error}
      disabled={readOnly}
      checked={text === on}
      onBlur={onBlur}
      onChange={(event) => onText(event.currentTarget.checked ? on : off)}
    />
  );
};

/** The hint for a value that the API document does not list. */
export const unnamedValue = (known: readonly string[], value: string): string | undefined => {
  if (known.includes(value)) return undefined;
  return value === ""
    ? "Not set in the record."
    : `“${value}” isn't a documented value. It stays unless you select another.`;
};
