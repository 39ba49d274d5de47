import type { OperandField } from "#rule-model/workflow/operand-specs.ts";
import { actionOperandFields, conditionOperandFields } from "#rule-model/workflow/operand-specs.ts";
import type { Part } from "./part.ts";

/*
 * Typing changes only the text of an operand. A part's controls and its place do not depend on that text, so they
 * render again only when the part's shape changes.
 */

const operandFields: ReadonlySet<string> = new Set<OperandField>([
  ...conditionOperandFields,
  ...actionOperandFields,
]);

/** Whether two texts look the same to the controls: both are empty or not, a list or not, a field's name or not. */
const sameKindOfText = (one: unknown, other: unknown): boolean => {
  const [before, after] = [String(one ?? ""), String(other ?? "")];
  return (
    (before === "") === (after === "") &&
    before.startsWith("[") === after.startsWith("[") &&
    before.includes("{") === after.includes("{")
  );
};

/** Whether two states of a part differ at most in the texts of their operands. */
export const sameShape = (one: Part | undefined, other: Part | undefined): boolean => {
  if (one === other) return true;
  if (!one || !other || one.parent !== other.parent || one.slot !== other.slot) return false;
  if (one.children !== other.children) return false;
  const before = one.data as Readonly<Record<string, unknown>>;
  const after = other.data as Readonly<Record<string, unknown>>;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (
      before[name] !== after[name] &&
      !(operandFields.has(name) && sameKindOfText(before[name], after[name]))
    )
      return false;
  return true;
};
