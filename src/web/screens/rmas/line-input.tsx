import { ActionIcon, TextInput } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { ChangeEvent, FocusEvent, KeyboardEvent, ReactNode } from "react";
import { formatQuantity } from "#web/base/format.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { fieldClasses } from "#web/kit/fields.tsx";
import { SuggestingInput } from "#web/kit/combobox.tsx";
import { fieldKinds, type LineField, lineName, type LineState, readField } from "./decision.ts";
import type { Snippets } from "./snippets.ts";
import type { DecisionState } from "./use-decision.ts";

/** The fields in a line's details, which a decision seldom needs. */
export const detailFields = [
  "returnReason",
  "returnCondition",
  "note",
  "cost",
  "quantity",
] as const satisfies readonly LineField[];

/** A labelled part of a line. */
export const Cell = ({
  area,
  label,
  children,
}: {
  area: string;
  label: ReactNode;
  children: ReactNode;
}) => (
  <div className={`line__cell line__cell--${area}`}>
    <span className="label row">{label}</span>
    {children}
  </div>
);

/** A field of a line, bound to the draft. */
interface FieldProps {
  line: LineState;
  state: DecisionState;
  field: LineField;
  /** The label, if it differs from the field's own. */
  label?: string;
}

const getProps = ({ line, state, field, label = fieldKinds[field].label }: FieldProps) => {
  const { text, changed, locked, problem } = line.fields[field];
  return {
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
const TextField = ({ suggestions, ...of }: FieldProps & { suggestions: readonly string[] }) => (
  <SuggestingInput
    {...getProps(of)}
    suggestions={suggestions}
    onType={(text) => of.state.type(of.line.item, of.field, text)}
  />
);

/** The number fields of one line. A text is kept as typed: an invalid one is reported, not corrected. */
const getNumberProps = (of: FieldProps) => ({
  ...getProps(of),
  inputMode: fieldKinds[of.field].kind === "units" ? ("numeric" as const) : ("decimal" as const),
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  onChange: (event: ChangeEvent<HTMLInputElement>) =>
    of.state.type(of.line.item, of.field, event.currentTarget.value),
});

/** An amount, or a number of units. */
export const NumberField = (of: FieldProps) => (
  <TextInput
    {...getNumberProps(of)}
    inputWrapperOrder={["input", "description", "error"]}
    description={of.field === "creditedAmount" ? of.line.unusualCredit : undefined}
    descriptionProps={{ role: "status", className: "line__unusual small" }}
  />
);

const arrows: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A number of units from 0 to `most`: typed, or changed with buttons and arrow keys. */
export const StepField = ({
  most,
  onRest,
  ...of
}: FieldProps & {
  most: number;
  /** Decides all units that remain. */
  onRest: () => void;
}) => {
  const props = getNumberProps(of);
  const reading = readField(of.field, props.value);
  const value = "value" in reading ? Number(reading.value) : 0;
  const step = (by: number) => {
    const next = Math.min(Math.max(value + by, 0), most);
    if (next !== value && !props.readOnly) of.state.type(of.line.item, of.field, String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(by);
  };
  const stepButton = (label: string, sign: ReactNode, by: number, isEnd: boolean) => (
    <ActionIcon
      className="line__step"
      variant="transparent"
      size="xs"
      tabIndex={-1}
      aria-label={`${label}: ${props["aria-label"]}`}
      disabled={props.disabled || isEnd}
      onClick={() => step(by)}
    >
      {sign}
    </ActionIcon>
  );
  const whyNoRest =
    props.title ?? (of.line.remaining === 0 ? "All units of this line are decided" : undefined);
  const rest = (
    <LockableButton
      className="line__all"
      variant="transparent"
      size="xs"
      tabIndex={whyNoRest === undefined ? 0 : -1}
      locked={whyNoRest !== undefined}
      title={whyNoRest ?? `${of.label} all that remain`}
      aria-label={`${of.label} all of ${lineName(of.line.item)}`}
      onClick={onRest}
    >
      All
    </LockableButton>
  );
  return (
    <TextInput
      {...props}
      classNames={{ ...fieldClasses, input: "form-field__input line__units" }}
      onKeyDown={onKeyDown}
      leftSection={stepButton("One less", <IconMinus aria-hidden="true" />, -1, value <= 0)}
      rightSection={
        <>
          {stepButton("One more", <IconPlus aria-hidden="true" />, 1, value >= most)}
          {rest}
        </>
      }
      leftSectionWidth="var(--control)"
      rightSectionWidth="calc(2 * var(--control))"
    />
  );
};

interface LineDetailsProps {
  line: LineState;
  state: DecisionState;
  suggestions: Snippets;
}

/** The other fields of a line, editable or not. */
export const LineDetails = ({ line, state, suggestions }: LineDetailsProps) => {
  const { locked } = line.fields.quantity;
  return (
    <div className="line__more">
      {detailFields.map((field) => (
        <Cell key={field} area={field} label={fieldKinds[field].label}>
          {field === "cost" || field === "quantity" ? (
            <NumberField line={line} state={state} field={field} />
          ) : (
            <TextField line={line} state={state} field={field} suggestions={suggestions[field]} />
          )}
        </Cell>
      ))}
      <Cell area="received" label="Received">
        <output>{formatQuantity(line.item.receivedQuantity)}</output>
      </Cell>
      <Cell area="voided" label="Voided">
        <output>{formatQuantity(line.item.voidedQuantity)}</output>
      </Cell>
      {locked && <p className="line__lock faint small">Quantity is locked. {locked}</p>}
    </div>
  );
};
