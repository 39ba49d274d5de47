import { Button, Checkbox, NativeSelect, Radio, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  type ComponentType,
  Fragment,
  type MouseEvent,
  useCallback,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { PartProblem } from "#rule-model/problem.ts";
import type { SentencePart } from "#rule-model/describe-parts.ts";
import { editName, setPart } from "#rule-model/edit-draft.ts";
import { formulaFields, operandFields } from "#rule-model/choices.ts";
import { listPartOperands, type OperandField } from "#rule-model/operand-specs.ts";
import { parseFormula } from "#rules/formula.ts";
import { type OperandKind, parseValues } from "#rules/operands.ts";
import { mappingSetNames } from "#web/api/mapping-rules.ts";
import { formatCount } from "#web/base/format.ts";
import { type Choice, needsSearch } from "#web/kit/choices.ts";
import { SearchedChoices } from "#web/kit/combobox.tsx";
import { later } from "#web/kit/later.tsx";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { findAskedField } from "./asked-values.ts";
import { focusForm } from "./shown-rows.ts";
import { FieldPicker, Picker } from "./picker.tsx";
import { problemsId, rowGroup, rowInput } from "./row-form.tsx";
import {
  DateOperand,
  DurationOperand,
  ListOperand,
  NumberOperand,
  type OperandProps,
  PercentOperand,
  TextOperand,
  useTextMessage,
} from "./text-operands.tsx";

const toId = (text: string): number => (text.trim() === "" ? 0 : Number(text) || 0);

const FieldOperand = (props: OperandProps) => {
  const { partKey, operand, text, onText, describedBy, invalid } = props;
  const builder = useBuilder();
  const groups = useCallback(() => operandFields(builder, partKey), [builder, partKey]);
  return (
    <FieldPicker
      // The first control of the row is already labeled “Field”.
      label={operand.label === "Field" ? "Other field" : operand.label}
      groups={groups}
      chosen={toId(text)}
      onChoose={(id) => onText(String(id))}
      describedBy={describedBy}
      invalid={invalid}
      operand
    />
  );
};

const findProblem = (text: string): string | undefined => {
  const formula = parseFormula(text);
  return "problem" in formula ? formula.problem : undefined;
};

/** A formula: numbers, operators and fields, which a picker inserts. */
const FormulaOperand = (props: OperandProps) => {
  const { partKey, operand, text, onText, invalid } = props;
  const builder = useBuilder();
  const area = useRef<HTMLTextAreaElement>(null);
  const groups = useCallback(() => formulaFields(builder, partKey), [builder, partKey]);
  const insert = (id: number) => {
    const reference = builder.workflow.catalogue.fields.get(id)?.reference;
    if (reference === undefined) return;
    const at = area.current?.selectionEnd ?? text.length;
    const before = text.slice(0, at);
    const gap = /[\w)}]$/.test(before.trimEnd()) ? " * " : "";
    onText(`${before}${gap}{${reference}}${text.slice(at)}`);
    area.current?.focus();
  };
  const problem = text.trim() === "" ? undefined : findProblem(text);
  return (
    <>
      <Textarea
        {...rowInput(
          { ...props, label: operand.label, invalid: invalid || problem !== undefined },
          "long",
        )}
        ref={area}
        classNames={{ input: "row-control__text row-control__code" }}
        rows={1}
        spellCheck={false}
        placeholder="19.99, or {product.cost} * 1.35"
        description={invalid ? undefined : problem}
        data-row-operand
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <FieldPicker
        label="Insert field"
        placeholder="Any number field"
        groups={groups}
        chosen={-1}
        onChoose={insert}
      />
    </>
  );
};

const MappingSetOperand = (props: OperandProps) => {
  const { operand, text, onText, describedBy, invalid } = props;
  const { workflow } = useBuilder();
  const list = useQuery(mappingSetNames()).data;
  const sets = list?.value;
  const names = new Map(workflow.mappingSetNames);
  for (const { id, name } of sets ?? []) if (id) names.set(id, name);
  const choices = useCallback(
    () =>
      sets
        ? sets.flatMap(({ id, name, description }) =>
            id ? [{ id, label: name, explanation: description ?? undefined, badge: `${id}` }] : [],
          )
        : [...workflow.mappingSetNames].map(([id, label]) => ({ id, label, badge: `${id}` })),
    [sets, workflow],
  );
  const chosen = toId(text);
  return (
    <Picker
      label={operand.label}
      choices={choices}
      chosen={chosen}
      shown={chosen === 0 ? "" : (names.get(chosen) ?? `Mapping set ${chosen}`)}
      placeholder="Select a mapping set"
      lacks={
        list?.cut
          ? `Only the first ${formatCount(list.value.length, "mapping set")} are listed.`
          : undefined
      }
      onChoose={(id) => onText(String(id))}
      describedBy={describedBy}
      invalid={invalid}
      operand
    />
  );
};

const listOptions = ({ options }: Pick<OperandProps["operand"], "options">): Choice[] =>
  [...(options ?? [])].map(([value, label]) => ({ value, label }));

const manyText = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? "") : JSON.stringify(values);

/** A choice of several options, any of which suffices. */
const Several = ({ operand, text, onText, describedBy }: OperandProps) => {
  const chosen = parseValues(text);
  const unknown = chosen.filter((value) => !operand.options?.has(value));
  const choices = [...listOptions(operand), ...unknown.map((value) => ({ value, label: value }))];
  const write = (values: readonly string[]) => onText(manyText(values));
  const show = (shown: readonly Choice[]) => (
    <div className="row-control__many">
      {shown.map(({ value, label }) => (
        <Checkbox
          key={value}
          value={value}
          label={label}
          aria-describedby={describedBy}
          data-row-operand
        />
      ))}
    </div>
  );
  return (
    <Checkbox.Group
      {...rowGroup(`${operand.label}: one of these`, "long")}
      value={[...chosen]}
      onChange={write}
    >
      {needsSearch(choices.length) ? (
        <SearchedChoices
          label="options"
          choices={choices}
          chosen={chosen}
          onSelect={(value) => write([...chosen, value])}
          data-row-operand
        >
          {show}
        </SearchedChoices>
      ) : (
        show(choices)
      )}
    </Checkbox.Group>
  );
};

const SearchedOption = (props: OperandProps) => {
  const { operand, text, onText } = props;
  const options = [...(operand.options ?? [])];
  const at = options.findIndex(([value]) => value === text);
  const choices = useCallback(
    () =>
      [...(operand.options ?? [])].map(([value, label], index) => ({
        id: index + 1,
        label,
        alias: value,
      })),
    [operand.options],
  );
  return (
    <Picker
      {...props}
      label={operand.label}
      choices={choices}
      chosen={at + 1}
      shown={options[at]?.[1] ?? text}
      placeholder="Select…"
      onChoose={(id) => onText(options[id - 1]?.[0] ?? text)}
      operand
    />
  );
};

/** A value that is not among the options stays until another is chosen. */
const listed = (operand: Pick<OperandProps["operand"], "options">, text: string): Choice[] => {
  const known = listOptions(operand);
  return operand.options?.has(text)
    ? known
    : [{ value: text, label: text === "" ? "Select…" : text }, ...known];
};

const ListedOption = (props: OperandProps) => {
  const { operand, text, onText } = props;
  return (
    <NativeSelect
      {...rowInput({ ...props, label: operand.label })}
      data-row-operand
      data={listed(operand, text)}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  );
};

/** A choice of one of the field's options; in a condition also of several. */
const OptionOperand = (props: OperandProps) => {
  const { operand, text } = props;
  const [several, setSeveral] = useState(() => parseValues(text).length > 1);
  const mayBeSeveral = operand.field.startsWith("condition");
  if (!operand.options) return <TextOperand {...props} />;
  if (mayBeSeveral && (several || text.startsWith("["))) return <Several {...props} />;
  const One = needsSearch(operand.options.size) ? SearchedOption : ListedOption;
  const selectSeveral = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const form = currentTarget.closest<HTMLElement>("[data-row-form]");
    flushSync(() => setSeveral(true));
    // The button is gone, and the focus with it.
    if (form) focusForm(form);
  };
  return (
    <>
      <One {...props} />
      {mayBeSeveral && (
        <Button variant="subtle" size="xs" className="row-control__act" onClick={selectSeveral}>
          Select several
        </Button>
      )}
    </>
  );
};

const UnitOperand = (props: OperandProps) => {
  const { operand, text, onText } = props;
  const shown = text === "" ? (operand.whenEmpty ?? "") : text;
  return (
    <NativeSelect
      {...rowInput({ ...props, label: operand.label }, "short")}
      data={listed(operand, shown)}
      value={shown}
      onChange={(event) => onText(event.target.value)}
    />
  );
};

const spellings = [
  ["true", "Yes", ["true", "1", "yes"]],
  ["false", "No", ["false", "0", "no"]],
] as const;

const BooleanOperand = ({ operand, text, onText, describedBy }: OperandProps) => {
  const value = text.trim().toLowerCase();
  const chosen = spellings.find(([, , all]) => (all as readonly string[]).includes(value));
  return (
    <Radio.Group {...rowGroup(operand.label)} value={chosen?.[0] ?? ""} onChange={onText}>
      <div className="row-control__many">
        {spellings.map(([key, label]) => (
          <Radio
            key={key}
            value={key}
            label={label}
            aria-describedby={describedBy}
            data-row-operand
          />
        ))}
      </div>
    </Radio.Group>
  );
};

/** Controls that hold their text themselves, and are not rendered on a keystroke; they store the text as typed. */
const typed: Readonly<Partial<Record<OperandKind, ComponentType<OperandProps>>>> = {
  text: TextOperand,
  key: TextOperand,
  separator: TextOperand,
  number: NumberOperand,
  integer: NumberOperand,
  index: NumberOperand,
  percent: PercentOperand,
  duration: DurationOperand,
};

const made: Readonly<Partial<Record<OperandKind, ComponentType<OperandProps>>>> = {
  unit: UnitOperand,
  date: DateOperand,
  moment: DateOperand,
  boolean: BooleanOperand,
  option: OptionOperand,
  list: ListOperand,
  field: FieldOperand,
  formula: FormulaOperand,
  mappingSet: MappingSetOperand,
};

const ValueSuggestions = later(
  async () => (await import("./value-suggestions.tsx")).ValueSuggestions,
);

interface OperandFieldsProps {
  part: SentencePart;
  problems: readonly PartProblem[];
}

/** A control that renders from its text, and so follows every change of it. */
const Following = (props: OperandProps) => {
  const Control = made[props.operand.kind] ?? TextOperand;
  return <Control {...props} text={useTextMessage(props, (text) => text)} />;
};

/** The operands of a condition or an action, each in the control for its kind. */
export const OperandFields = ({ part, problems }: OperandFieldsProps) => {
  const builder = useBuilder();
  const texts = part.data as Readonly<Partial<Record<OperandField, string | null>>>;
  const write = (field: OperandField, text: string) =>
    setPart(builder.draft, part.key, part.kind, { [field]: text }, editName(part, field));
  return listPartOperands(builder, part.key).map((operand) => {
    const Control = typed[operand.kind] ?? Following;
    const wrong = problems.some(({ field }) => field === operand.field);
    const asked = findAskedField(builder, part, operand);
    const kept = {
      partKey: part.key,
      operand,
      onText: (text: string) => write(operand.field, text),
    };
    return (
      <Fragment key={`${operand.field} ${operand.kind}`}>
        <Control
          {...kept}
          text={texts[operand.field] ?? ""}
          describedBy={wrong ? problemsId(part.key) : undefined}
          invalid={wrong}
        />
        {asked && (
          <ValueSuggestions
            {...{ ...kept, part, asked }}
            instead={
              <div
                className="value-suggestions"
                data-numbers={asked.kind === "numbers" || undefined}
              />
            }
          />
        )}
      </Fragment>
    );
  });
};
