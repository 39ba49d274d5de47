import { ActionIcon, TextInput } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { ChangeEvent, FocusEvent, KeyboardEvent, ReactNode } from "react";
import { fieldClasses } from "#web/kit/field-classes.ts";
import { SuggestingInput } from "#web/kit/suggesting-input.tsx";
import type { LineState } from "./decision.ts";
import { fieldKinds, type LineField, lineName, readField } from "./line-fields.ts";
import type { DecisionState } from "./use-decision.ts";

/** A field of a line, bound to the draft. */
export interface FieldProps {
  line: LineState;
  state: DecisionState;
  field: LineField;
  /** The label, if it differs from the field's own. */
  label?: string;
}

const createTie = ({ line, state, field, label = fieldKinds[field].label }: FieldProps) => {
  const { text, changed, locked, problem } = line.fields[field];
  return {
    className: "line__field",
    classNames: fieldClasses,
    autoComplete: "off",
    "aria-label": `${label}, ${lineName(line.item)}`,
    error: problem ?? state.refusals[`${line.id}.${field}`],
    errorProps: { role: "status" },
    // A description for those who do not use a pointer.
    title: locked,
    disabled: locked !== undefined,
    // During a save the field is read-only, but keeps the focus.
    readOnly: state.sending,
    "data-changed": changed || undefined,
    value: text,
  };
};

/** A text field of one line, with suggestions. */
export const TextField = ({
  suggestions,
  ...of
}: FieldProps & { suggestions: readonly string[] }) => (
  <SuggestingInput
    {...createTie(of)}
    suggestions={suggestions}
    onType={(text) => of.state.type(of.line.item, of.field, text)}
  />
);

/** The number fields of one line. A text is kept as typed: an invalid one is reported, not corrected. */
const createNumberTie = (of: FieldProps) => ({
  ...createTie(of),
  inputMode: fieldKinds[of.field].kind === "units" ? ("numeric" as const) : ("decimal" as const),
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  onChange: (event: ChangeEvent<HTMLInputElement>) =>
    of.state.type(of.line.item, of.field, event.currentTarget.value),
});

/** An amount, or a number of units. */
export const NumberField = (of: FieldProps) => (
  <TextInput
    {...createNumberTie(of)}
    inputWrapperOrder={["input", "description", "error"]}
    description={of.field === "creditedAmount" ? of.line.unusualCredit : undefined}
    descriptionProps={{ role: "status", className: "line__unusual" }}
  />
);

interface StepProps {
  of: { "aria-label": string; disabled: boolean };
  label: string;
  sign: ReactNode;
  locked: boolean;
  onStep: () => void;
}

const Step = ({ of, label, sign, locked, onStep }: StepProps) => (
  <ActionIcon
    className="line__step"
    variant="transparent"
    size="xs"
    tabIndex={-1}
    aria-label={`${label}: ${of["aria-label"]}`}
    disabled={of.disabled || locked}
    onClick={onStep}
  >
    {sign}
  </ActionIcon>
);

const arrows: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A number of units from 0 to `most`: typed, or changed with buttons and arrow keys. */
export const StepField = ({ most, ...of }: FieldProps & { most: number }) => {
  const tie = createNumberTie(of);
  const reading = readField(of.field, tie.value);
  const value = "value" in reading ? Number(reading.value) : 0;
  const step = (by: number) => {
    const next = Math.min(Math.max(value + by, 0), most);
    if (next !== value && !tie.readOnly) of.state.type(of.line.item, of.field, String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(by);
  };
  return (
    <TextInput
      {...tie}
      classNames={{ ...fieldClasses, input: "form-field__input line__units" }}
      onKeyDown={onKeyDown}
      leftSection={
        <Step
          of={tie}
          label="One less"
          sign={<IconMinus aria-hidden="true" />}
          locked={value <= 0}
          onStep={() => step(-1)}
        />
      }
      rightSection={
        <Step
          of={tie}
          label="One more"
          sign={<IconPlus aria-hidden="true" />}
          locked={value >= most}
          onStep={() => step(1)}
        />
      }
      leftSectionWidth="var(--control)"
      rightSectionWidth="var(--control)"
    />
  );
};
