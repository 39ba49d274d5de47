import type { OperandField } from "./operand-specs.ts";
import { actionOperandFields, conditionOperandFields } from "./operand-specs.ts";
import type { Part } from "./part.ts";

/*
 * Typing changes the text of an operand and nothing else. What shows a part's controls, or where it stands, need not
 * be made anew for that: it follows the part's shape.
 */

const operandFields: ReadonlySet<string> = new Set<OperandField>([
  ...conditionOperandFields,
  ...actionOperandFields,
]);

/** What controls go by of a text: whether there is one, whether it is a list, whether it names a field. */
const sameKindOfText = (one: unknown, other: unknown): boolean => {
  const [before, after] = [String(one ?? ""), String(other ?? "")];
  return (
    (before === "") === (after === "") &&
    before.startsWith("[") === after.startsWith("[") &&
    before.includes("{") === after.includes("{")
  );
};

/** Whether two states of a part differ at most in what the texts of its operands say. */
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
