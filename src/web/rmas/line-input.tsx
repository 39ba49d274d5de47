import { ActionIcon, NumberInput, type NumberInputHandlers } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { fieldClasses } from "#web/ui/field-classes.ts";
import { SuggestingInput } from "#web/ui/suggesting-input.tsx";
import type { LineState } from "./decision.ts";
import { fieldKinds, type LineField, lineName } from "./line-fields.ts";
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

/** A number is kept as typed: an invalid one is reported, not corrected. */
const createNumberTie = (of: FieldProps) => ({
  ...createTie(of),
  hideControls: true,
  selectAllOnFocus: true,
  allowedDecimalSeparators: ["."],
  clampBehavior: "none" as const,
  trimLeadingZeroesOnBlur: false,
  onValueChange: ({ value }: { value: string }, { source }: { source: string }) => {
    if (source !== "prop") of.state.type(of.line.item, of.field, value);
  },
});

/** An amount, or a number of units. */
export const NumberField = (of: FieldProps) => (
  <NumberInput
    {...createNumberTie(of)}
    inputMode={fieldKinds[of.field].kind === "units" ? "numeric" : "decimal"}
    withKeyboardEvents={false}
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

/** A number of units from 0 to `most`: typed, or changed with buttons and arrow keys. */
export const StepField = ({ most, ...of }: FieldProps & { most: number }) => {
  const steps = useRef<NumberInputHandlers>(null);
  const tie = createNumberTie(of);
  const value = Number(tie.value);
  return (
    <NumberInput
      {...tie}
      classNames={{ ...fieldClasses, input: "form-field__input line__units" }}
      inputMode="numeric"
      min={0}
      max={most}
      handlersRef={steps}
      leftSection={
        <Step
          of={tie}
          label="One less"
          sign={<IconMinus aria-hidden="true" />}
          locked={value <= 0}
          onStep={() => steps.current?.decrement()}
        />
      }
      rightSection={
        <Step
          of={tie}
          label="One more"
          sign={<IconPlus aria-hidden="true" />}
          locked={value >= most}
          onStep={() => steps.current?.increment()}
        />
      }
      leftSectionWidth="var(--control)"
      rightSectionWidth="var(--control)"
    />
  );
};
