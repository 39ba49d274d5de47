import { Button, Checkbox, NativeSelect, Radio } from "@mantine/core";
import { useCallback, useState } from "react";
import { parseValues } from "#rules/operands.ts";
import type { OperandProps } from "./use-typed-text.ts";
import { TextOperand } from "./operand-controls.tsx";
import { Picker } from "./picker.tsx";
import { rowGroup, rowInput } from "./row-input.ts";

type Option = readonly [value: string, name: string];

const manyText = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? "") : JSON.stringify(values);

/** A choice of several options, any of which suffices. */
const Several = ({ operand, text, onText, describedBy }: OperandProps) => {
  const chosen = parseValues(text);
  const unknown = chosen.filter((value) => !operand.options?.has(value));
  const all: readonly Option[] = [
    ...(operand.options ?? []),
    ...unknown.map((value): Option => [value, value]),
  ];
  return (
    <Checkbox.Group
      {...rowGroup(`${operand.label}: one of these`, "long")}
      value={[...chosen]}
      onChange={(values) => onText(manyText(values))}
    >
      <div className="row-control__many">
        {all.map(([value, name]) => (
          <Checkbox
            key={value}
            value={value}
            label={name}
            aria-describedby={describedBy}
            data-row-operand
          />
        ))}
      </div>
    </Checkbox.Group>
  );
};

/** A list of more options than this gets a search. */
const mostListed = 10;

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
const listed = (
  { options }: Pick<OperandProps["operand"], "options">,
  text: string,
): { value: string; label: string }[] => {
  const known = [...(options ?? [])].map(([value, label]) => ({ value, label }));
  return options?.has(text)
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
export const OptionOperand = (props: OperandProps) => {
  const { operand, text } = props;
  const [several, setSeveral] = useState(() => parseValues(text).length > 1);
  const mayBeSeveral = operand.field.startsWith("condition");
  if (!operand.options) return <TextOperand {...props} />;
  if (mayBeSeveral && (several || text.startsWith("["))) return <Several {...props} />;
  const One = operand.options.size > mostListed ? SearchedOption : ListedOption;
  return (
    <>
      <One {...props} />
      {mayBeSeveral && (
        <Button
          variant="subtle"
          size="xs"
          className="row-control__act"
          onClick={() => setSeveral(true)}
        >
          Select several
        </Button>
      )}
    </>
  );
};

/** The unit of a length of time. */
export const UnitOperand = (props: OperandProps) => {
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

/** A choice of yes or no, side by side. */
export const BooleanOperand = ({ operand, text, onText, describedBy }: OperandProps) => {
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
