import type { Action } from "#rules/action.ts";
import type { Comparator } from "#rules/comparator.ts";
import { fillSentence } from "#rules/describe-operands.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { entriesOf, isRecord } from "#rules/read-value.ts";
import { emptyCatalogue } from "#rules/rule-catalogue.ts";
import { valuesWords, valueWords } from "#rules/value-words.ts";

const wording = { catalogue: emptyCatalogue };

/** The value of an example as text: lists and named values are written out. */
const words = (value: unknown): string => {
  if (value === "") return "empty text";
  if (Array.isArray(value) && value.some(isRecord)) {
    const entries = entriesOf(value) ?? [];
    return entries.map((entry) => `${entry.name}: ${String(entry.value)}`).join(", ");
  }
  return Array.isArray(value) && value.length > 0 ? valuesWords(value) : valueWords(value);
};

/** In an example, another field is shown by its value. */
const asValue = (spec: OperandSpec): OperandSpec =>
  spec.kind === "field" ? { ...spec, kind: "number" } : spec;

/** “Brass lamp” contains “lamp”, any case. */
export const comparatorExample = ({ example, sentence, denial, operands, reads }: Comparator) => {
  const specs = operands.map(asValue);
  const says = example.holds ? sentence : denial;
  const value = reads === "time" ? String(example.value) : words(example.value);
  const filled = fillSentence(says, specs, example.operands, undefined, "", wording);
  return `${value.charAt(0).toUpperCase()}${value.slice(1)} ${filled}.`;
};

/** “Brass LAMP” becomes “brass lamp”. */
export const actionExample = ({ example, operands }: Action) => {
  const given = operands.flatMap(({ label, whenEmpty }, at) => {
    const text = example.operands[at];
    return text === undefined && whenEmpty !== undefined ? [] : [`${label}: ${valueWords(text)}`];
  });
  const how = given.length === 0 ? "" : ` (${given.join("; ")})`;
  return `${words(example.value)} becomes ${words(example.result)}${how}.`;
};
