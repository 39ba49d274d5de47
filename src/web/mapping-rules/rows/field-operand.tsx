import { Textarea } from "@mantine/core";
import { useCallback, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { parseFormula } from "#rules/formula.ts";
import { mappingSetNames } from "#web/api/mapping-rules.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { formulaFields, operandFields } from "#rule-model/workflow/field-choices.ts";
import { FieldPicker } from "./field-picker.tsx";
import type { OperandProps } from "./use-typed-text.ts";
import { Picker } from "./picker.tsx";
import { rowInput } from "./row-input.ts";

const idOf = (text: string): number => (text.trim() === "" ? 0 : Number(text) || 0);

export const FieldOperand = (props: OperandProps) => {
  const { partKey, operand, text, onText, describedBy, invalid } = props;
  const builder = useBuilder();
  const groups = useCallback(() => operandFields(builder, partKey), [builder, partKey]);
  return (
    <FieldPicker
      // The first control of the row is already labeled “Field”.
      label={operand.label === "Field" ? "Other field" : operand.label}
      groups={groups}
      chosen={idOf(text)}
      onChoose={(id) => onText(String(id))}
      describedBy={describedBy}
      invalid={invalid}
      operand
    />
  );
};

const problemOf = (text: string): string | undefined => {
  const formula = parseFormula(text);
  return "problem" in formula ? formula.problem : undefined;
};

/** A formula: numbers, operators and fields, which a picker inserts. */
export const FormulaOperand = (props: OperandProps) => {
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
  const problem = text.trim() === "" ? undefined : problemOf(text);
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

/** A mapping set by its name. */
export const MappingSetOperand = (props: OperandProps) => {
  const { operand, text, onText, describedBy, invalid } = props;
  const { workflow } = useBuilder();
  const sets = useQuery(mappingSetNames()).data?.value;
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
  const chosen = idOf(text);
  return (
    <Picker
      label={operand.label}
      choices={choices}
      chosen={chosen}
      shown={chosen === 0 ? "" : (names.get(chosen) ?? `Mapping set ${chosen}`)}
      placeholder="Select a mapping set"
      onChoose={(id) => onText(String(id))}
      describedBy={describedBy}
      invalid={invalid}
      operand
    />
  );
};
