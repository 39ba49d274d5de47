import type { Action } from "./action.ts";
import { actions } from "./actions.ts";
import type { Comparator } from "./comparator.ts";
import { comparators } from "./comparators.ts";
import type { DecidedCase } from "./decided-cases.ts";
import { fillSentence } from "./describe-operands.ts";
import type { OperandSpec } from "./operands.ts";
import { isRecord, toEntries, toText } from "./read-value.ts";
import { emptyCatalogue } from "./rule-catalogue.ts";
import { valuesWords, valueWords } from "./value-words.ts";

const wording = { catalogue: emptyCatalogue };

/** The value of an example as text: lists and named values are written out. */
const words = (value: unknown): string => {
  if (value === "") return "empty text";
  if (Array.isArray(value) && value.some(isRecord)) {
    const entries = toEntries(value) ?? [];
    return entries.map((entry) => `${entry.name}: ${String(entry.value)}`).join(", ");
  }
  return Array.isArray(value) && value.length > 0 ? valuesWords(value) : valueWords(value);
};

/** In an example, another field is shown by its value. */
const asValue = (spec: OperandSpec): OperandSpec =>
  spec.kind === "field" ? { ...spec, kind: "number" } : spec;

type ComparatorWords = Pick<Comparator, "sentence" | "denial" | "operands" | "reads" | "example">;
type ActionWords = Pick<Action, "operands" | "example">;

/** “Brass lamp” contains “lamp”, any case. */
export const comparatorExample = ({
  example,
  sentence,
  denial,
  operands,
  reads,
}: ComparatorWords): string => {
  const says = example.holds ? sentence : denial;
  const value = reads === "time" ? String(example.value) : words(example.value);
  const specs = operands.map(asValue);
  const filled = fillSentence(says, specs, example.operands, undefined, "", wording);
  return `${value.charAt(0).toUpperCase()}${value.slice(1)} ${filled}.`;
};

/** “Brass LAMP” becomes “brass lamp”. */
export const actionExample = ({ example, operands }: ActionWords): string => {
  const given = operands.flatMap(({ label, whenEmpty }, at) => {
    const text = example.operands[at];
    return text === undefined && whenEmpty !== undefined ? [] : [`${label}: ${valueWords(text)}`];
  });
  const how = given.length === 0 ? "" : ` (${given.join("; ")})`;
  const [before, after] = [words(example.value), words(example.result)];
  return `${before} ${before === after ? "stays" : `becomes ${after}`}${how}.`;
};

/** The example of a decision in words; empty if it has none. */
export const caseExample = ({ condition, action }: DecidedCase): string => {
  const operands = (condition ?? action)?.operands.map((operand) => toText(operand) ?? "") ?? [];
  if (condition) {
    const { value, result: holds } = condition;
    return comparatorExample({
      ...comparators[condition.handle],
      example: { value, operands, holds },
    });
  }
  if (!action) return "";
  const entry: Action = actions[action.handle];
  const specs = (action.type && entry.operandsByType?.[action.type]) ?? entry.operands;
  return actionExample({ operands: specs, example: { ...action, operands } });
};
