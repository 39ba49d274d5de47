import { textOf } from "./read-value.ts";

/** The kind of an operand, which determines its control and its words in sentences. */
export type OperandKind =
  | "text"
  | "number"
  | "integer"
  | "percent"
  | "boolean"
  | "date"
  | "duration"
  | "unit"
  | "field"
  | "list"
  | "option"
  | "key"
  | "separator"
  | "index"
  | "formula"
  | "mappingSet";

/** One operand of a comparator or an action. Its index in the array is its number in `condition…4` or `value…4`. */
export interface OperandSpec {
  readonly kind: OperandKind;
  readonly label: string;
  /** The words for a missing operand. An operand without this is required. */
  readonly whenEmpty?: string;
}

/** The operands of one condition or action; a missing one is empty text. */
export interface Operands {
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fourth: string;
  /** conditionArrayMustMatchAll: every entry of the condition data must match. */
  readonly matchAll: boolean;
}

type OperandText = string | null | undefined;

/** The four operand texts in order, as in conditions and actions. */
export const operandsOf = (texts: readonly OperandText[], matchAll = false): Operands => ({
  first: texts[0] ?? "",
  second: texts[1] ?? "",
  third: texts[2] ?? "",
  fourth: texts[3] ?? "",
  matchAll,
});

const jsonArray = (text: string): readonly unknown[] | undefined => {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isText = (text: string | undefined): text is string => text !== undefined && text !== "";

/** Several values in one operand: a JSON array, else one a line, else separated by commas. */
export const parseList = (text: string): readonly string[] => {
  const array = jsonArray(text);
  if (array) return array.map(textOf).filter(isText);
  return text
    .split(text.includes("\n") ? "\n" : ",")
    .map((part) => part.trim())
    .filter(isText);
};

/** One value or a JSON array of values; commas stay part of the value. */
export const parseValues = (text: string): readonly string[] => {
  const array = jsonArray(text);
  return array ? array.map(textOf).filter(isText) : [text].filter(isText);
};
