import { parseDecimal, parseInteger } from "./decimal.ts";
import { isCalendarUnit, parseTime, timeBefore } from "./iso-time.ts";
import { readings, toText } from "./read-value.ts";

/** What an operand can be. */
export interface Usable {
  /** In words, as in “is not a number”. */
  readonly noun: string;
  /** Whether a text is one; `unit` is the unit of a length of time. */
  readonly fits: (text: string, unit?: string) => boolean;
}

/** The facts of a kind of operand. Its words in a sentence are in `describe-operands.ts`. */
interface KindFacts {
  /** In the reference: “a number”. */
  readonly words: string;
  /** The request for a missing one. */
  readonly request: string;
  /** The usable ones. Other kinds accept any text. */
  readonly usable?: Usable;
}

const isNumber = (text: string): boolean => parseDecimal(text) !== undefined;
const isWhole = (text: string): boolean => parseInteger(text) !== undefined;
const isAmount = (text: string): boolean => timeBefore(0, text, "") !== undefined;
const isDate = (text: string): boolean => parseTime(text) !== undefined;
/** Whether a text is a date, or a length of time before now. An unknown unit is a fault of its own. */
export const isMoment = (text: string, unit = ""): boolean =>
  isDate(text) || (isAmount(text) && (!isCalendarUnit(unit) || isWhole(text)));
/** Whether a text is a unit of time. */
export const isTimeUnit = (text: string): boolean => timeBefore(0, "1", text) !== undefined;
const isYesOrNo = (text: string): boolean => readings.boolean(text) !== undefined;

const kinds = {
  text: { words: "any text", request: "Enter text." },
  number: {
    words: "a number",
    request: "Enter a number.",
    usable: { noun: "a number", fits: isNumber },
  },
  integer: {
    words: "a whole number",
    request: "Enter a whole number.",
    // Comparators of counts accept 2.5 as well: no length equals it, but some exceed it.
    usable: { noun: "a whole number", fits: isNumber },
  },
  percent: {
    words: "a percentage",
    request: "Enter a percentage.",
    usable: { noun: "a percentage", fits: isNumber },
  },
  boolean: {
    words: "yes or no",
    request: "Select yes or no.",
    usable: { noun: "yes or no", fits: isYesOrNo },
  },
  date: {
    words: "a date, such as 2026-01-31",
    request: "Enter a date.",
    usable: { noun: "a date", fits: isDate },
  },
  moment: {
    words: "a date, such as 2026-01-31, or a number of days before now",
    request: "Enter a date.",
    usable: { noun: "a date", fits: isMoment },
  },
  duration: {
    words: "an amount of time, or a date",
    request: "Enter a length of time.",
    usable: { noun: "a length of time", fits: isMoment },
  },
  unit: {
    words: "minutes, hours, days, weeks, months or years",
    request: "Select a unit of time.",
    usable: { noun: "a unit of time", fits: isTimeUnit },
  },
  field: { words: "another field", request: "Select the other field." },
  list: {
    words:
      "several values, one per line or separated by commas; in quotation marks, a value may contain a comma",
    request: "Enter at least one value.",
  },
  option: { words: "one of the field's options", request: "Select an option." },
  key: { words: "the name of an entry, in any case", request: "Enter a name." },
  separator: { words: "text that separates other texts", request: "Enter a separator." },
  index: {
    words: "a position: 0 is the first, -1 the last",
    request: "Enter a position, counted from 0.",
    usable: { noun: "a whole number", fits: isWhole },
  },
  formula: { words: "a number, or a formula with fields", request: "Enter a number or a formula." },
  mappingSet: { words: "a mapping set", request: "Select a mapping set." },
} as const satisfies Record<string, KindFacts>;

/** The kind of an operand, which determines its control and its words in sentences. */
export type OperandKind = keyof typeof kinds;

/** Every kind of operand. */
export const operandKinds: Readonly<Record<OperandKind, KindFacts>> = kinds;

/** One operand of a comparator or an action. Its index in the array is its number in `condition…4` or `value…4`. */
export interface OperandSpec {
  readonly kind: OperandKind;
  readonly label: string;
  /** The words for a missing operand. An operand without this is required. */
  readonly whenEmpty?: string;
  /** The usable ones, where not all of its kind are. */
  readonly usable?: Usable;
  /** A JSON array is several texts. */
  readonly mayBeSeveral?: true;
}

/** What an operand can be; undefined if any text. */
export const usableOperand = ({ kind, usable }: OperandSpec): Usable | undefined =>
  usable ?? operandKinds[kind].usable;

/** The whole numbers from a least one on, up to and including a last one if there is one. */
export const wholeNumber = (least: number, last = Number.POSITIVE_INFINITY): Usable => ({
  noun: Number.isFinite(last)
    ? `a whole number from ${least} to ${last.toLocaleString("en")}`
    : `a whole number of ${least} or more`,
  fits: (text) => {
    const number = parseInteger(text) ?? Number.NaN;
    return number >= least && number <= last;
  },
});

/** The whole numbers that count from either end, so not 0. */
export const ordinal: Usable = {
  noun: "a position: 1 is the first, -1 the last",
  fits: (text) => (parseInteger(text) ?? 0) !== 0,
};

/** The operands of one condition or action; a missing one is empty text. */
export interface Operands {
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fourth: string;
  /** conditionArrayMustMatchAll: every entry of the condition data must match. */
  readonly matchAll: boolean;
  /** fieldArrayMustMatchAll: every entry of the field must match. */
  readonly everyEntry: boolean;
}

/** The four operand texts in order, as in conditions and actions. What is no text in a rule is read like a value. */
export const toOperands = (
  texts: readonly unknown[],
  matchAll = false,
  everyEntry = false,
): Operands => ({
  first: toText(texts[0]) ?? "",
  second: toText(texts[1]) ?? "",
  third: toText(texts[2]) ?? "",
  fourth: toText(texts[3]) ?? "",
  matchAll,
  everyEntry,
});

/** All operand texts, which a part goes through. */
export const joinOperands = ({ first, second, third, fourth }: Operands): string =>
  first + second + third + fourth;

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

/** One value of a list and the separator after it: in quotation marks, with two for one inside, or as it is. */
const listValue = (separators: string): RegExp =>
  new RegExp(
    ` *(?:"((?:[^"]|"")*)" *(?=[${separators}]|$)|([^${separators}]*))(?:[${separators}]|$)`,
    "y",
  );
const betweenLines = listValue("\\t\\n\\r");
const betweenCommas = listValue(",");

/**
 * Several values in one operand: a JSON array, else separated by line breaks and tabs as in a spreadsheet, else by commas.
 * A value in quotation marks may contain a separator.
 */
export const parseList = (text: string): readonly string[] => {
  const array = jsonArray(text);
  if (array) return array.map(toText).filter(isText);
  const value = /[\t\n\r]/.test(text.replaceAll(/"(?:[^"]|"")*"/g, ""))
    ? betweenLines
    : betweenCommas;
  const values: string[] = [];
  for (value.lastIndex = 0; value.lastIndex < text.length;) {
    const [, quoted, plain = ""] = value.exec(text) ?? [];
    values.push((quoted?.replaceAll('""', '"') ?? plain).trim());
  }
  return values.filter(isText);
};

/** One value or a JSON array of values; commas stay part of the value. */
export const parseValues = (text: string): readonly string[] => {
  const array = jsonArray(text);
  return array ? array.map(toText).filter(isText) : [text].filter(isText);
};

/** The values that the text of an operand gives: several of a list, of options and of what may be several; else one. */
export const givenValues = (
  { kind, mayBeSeveral }: OperandSpec,
  text: string,
): readonly string[] => {
  if (kind === "list") return parseList(text);
  return kind === "option" || mayBeSeveral ? parseValues(text) : [text];
};
