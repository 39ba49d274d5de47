import type { ComponentType } from "react";
import type { OperandKind } from "#rules/operands.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { type OperandField, listPartOperands } from "#rule-model/workflow/operand-specs.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import type { SentencePart } from "#rule-model/describe/describe-parts.ts";
import { editName } from "#rule-model/draft/new-parts.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import {
  FieldOperand,
  FormulaOperand,
  MappingSetOperand,
  BooleanOperand,
  OptionOperand,
  UnitOperand,
} from "./choice-operands.tsx";
import {
  type OperandProps,
  useTextMessage,
  DateOperand,
  DurationOperand,
  ListOperand,
  NumberOperand,
  PercentOperand,
  TextOperand,
} from "./text-operands.tsx";
import { problemsId } from "./row-form.tsx";

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
    return (
      <Control
        key={`${operand.field} ${operand.kind}`}
        partKey={part.key}
        operand={operand}
        text={texts[operand.field] ?? ""}
        onText={(text) => write(operand.field, text)}
        describedBy={wrong ? problemsId(part.key) : undefined}
        invalid={wrong}
      />
    );
  });
};
