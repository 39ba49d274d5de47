import type { DataTypeHandle } from "#contract/handles.ts";
import { formatDecimal, parseDecimal, parseInteger } from "./decimal.ts";
import { foldText } from "./fold-text.ts";
import { parseFormula } from "./formula.ts";
import { parseTime, timeBefore } from "./iso-time.ts";
import type { OperandKind, OperandSpec } from "./operands.ts";
import { givenValues, isTimeUnit, parseList, parseValues } from "./operands.ts";
import { readings } from "./read-value.ts";
import type { RuleCatalogue, RuleField } from "./rule-catalogue.ts";
import { findOtherField } from "./rule-catalogue.ts";
import { shownText } from "./shown-text.ts";

/** The data for sentences. */
export interface Wording {
  readonly catalogue: RuleCatalogue;
  /** The type of the mapping rule, which its inherited fields use. */
  readonly inheritedType?: DataTypeHandle | undefined;
  /** Names of mapping sets by id, if they are known. */
  readonly mappingSetNames?: ReadonlyMap<number, string>;
  /** The word between the last two values of a list. */
  readonly conjunction?: "and" | "or";
  /** Marks the words of a field or a value in a sentence, for a display that formats them separately. */
  readonly mark?: (kind: "field" | "value", words: string) => string;
}

/** The context of a condition or an action that has its own line. */
export interface PartLine {
  /** It is about the value of the entry that the parent selects. */
  readonly picked: boolean;
  /** Its child parts are on lines below it. */
  readonly hasChildren: boolean;
}

/** The name of a field, or its id if it is not in the catalog. */
export const fieldWords = (id: number | null | undefined, { catalogue, mark }: Wording): string => {
  const name = catalogue.fields.get(id ?? 0)?.label ?? (id ? `field ${id}` : "(select a field)");
  return mark?.("field", name) ?? name;
};

/** Text in quotation marks, so that its limits are visible; a closing mark inside is doubled. */
export const quoted = (text: string): string => `“${text.replaceAll("”", "””")}”`;

/** A number, a date or a time, which a sentence shows without quotation marks. */
export const plainValue = /[+-]?\.?\d\w*(?:[.:+-]\w+)*/y;

const isPlain = (text: string): boolean => {
  plainValue.lastIndex = 0;
  return plainValue.exec(text)?.[0] === text;
};

/** What follows a text where a sentence expects a number, a date or another value that the text is not. */
export const notUsable = "(not usable)";
const unusable = (text: string): string => `${quoted(text)} ${notUsable}`;

const listed = (words: readonly string[], { conjunction = "or" }: Wording): string =>
  words.length < 2
    ? (words[0] ?? "nothing")
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;

const signWords: Readonly<Record<string, string>> = { "*": "×", "/": "÷" };

/** The fields of a formula by their names instead of their handles, and typographic operators. */
const formulaWords = (text: string, { catalogue }: Wording): string => {
  if ("problem" in parseFormula(text)) return unusable(text);
  return text.replace(/\{([^{}]{1,200})\}|[*/]/g, (whole, reference: string | undefined) => {
    if (reference === undefined) return signWords[whole] ?? whole;
    const name = catalogue.fieldsByReference.get(reference.trim())?.label ?? whole;
    // A name with an operator in it stays in braces, as “{Sub-total} - 5”.
    return name !== whole && /[-+*/×÷−]/.test(name) ? `{${name}}` : name;
  });
};

const booleanWords = (text: string): string => {
  const value = readings.boolean(text);
  return value === undefined ? unusable(text) : value ? "yes" : "no";
};

/** “1 day”, “30 days”: a rule may contain a unit in singular or plural. */
const unitWords = (text: string, amount: string): string => {
  const [, unit] = /^(minute|hour|day|week|month|year)s?$/i.exec(text.trim()) ?? [];
  if (unit === undefined) return text;
  return parseInteger(amount) === 1 ? unit : `${unit}s`;
};

/** A number or a date as it is written; another spelling of a number as the number that it is. */
const asWritten = (text: string): string => {
  if (isPlain(text.trim())) return text.trim();
  const decimal = parseDecimal(text);
  return decimal === undefined ? unusable(text) : formatDecimal(decimal);
};

const dateWords = (text: string): string =>
  parseTime(text) === undefined ? asWritten(text) : text.trim();

/** A day begins in UTC, which decides whether it is before or after a time of that day. */
const dayWords = (text: string): string =>
  /^\s*\d{4}-\d\d-\d\d\s*$/.test(text) && parseTime(text) !== undefined
    ? `${text.trim()} 00:00 UTC`
    : dateWords(text);

/** “30 days ago”, as the engine reads a number; else a date. */
const momentWords = (text: string, unit: string): string => {
  const decimal = parseDecimal(text);
  if (decimal === undefined || timeBefore(0, text, unit) === undefined) return dayWords(text);
  const amount = formatDecimal(decimal);
  return `${amount} ${unitWords(unit.trim() === "" ? "days" : unit, amount)} ago`;
};

/** The words for the text of an operand; `next` is the text of the operand after it. */
type Words = (text: string, wording: Wording, field: RuleField | undefined, next: string) => string;

/** An option by its name, unless the name could be read as another option or as several. */
const optionWords = (value: string, { options }: Pick<RuleField, "options">): string => {
  const name = options.get(value);
  const named = [...options.values()].filter(
    (other) => foldText(other) === foldText(name ?? value),
  );
  if (name === undefined && named.length > 0) return `the value ${quoted(value)}`;
  if (name === undefined || name.trim() !== name || /[,“”"…]|\b(?:and|or)\b/i.test(name))
    return quoted(value);
  return named.length === 1 && name !== "" ? name : quoted(value);
};

/** The words for an operand of each kind. */
const words: Readonly<Record<OperandKind, Words>> = {
  text: quoted,
  key: quoted,
  separator: quoted,
  number: asWritten,
  integer: asWritten,
  index: asWritten,
  date: dateWords,
  moment: (text, _wording, _field, unit) => momentWords(text, unit),
  duration: dayWords,
  unit: (text) => (isTimeUnit(text) ? text.trim() : unusable(text)),
  percent: (text) => {
    const written = asWritten(text);
    return written.endsWith(notUsable) ? written : `${written}%`;
  },
  boolean: booleanWords,
  field: (text, wording) =>
    findOtherField(text, wording.catalogue)?.label ??
    (text.trim() === ""
      ? "(select a field)"
      : /^\d+$/.test(text)
        ? `field ${text}`
        : `field ${unusable(text)}`),
  list: (text, wording) => listed(parseList(text).map(quoted), wording),
  option: (text, wording, field) =>
    listed(
      parseValues(text).map((value) => (field ? optionWords(value, field) : quoted(value))),
      wording,
    ),
  formula: formulaWords,
  mappingSet: (text, { mappingSetNames }) => {
    const name = mappingSetNames?.get(parseInteger(text) ?? 0);
    return name === undefined ? asWritten(text) : quoted(name);
  },
};

const operandWords = (
  spec: OperandSpec | undefined,
  text: string,
  wording: Wording,
  field: RuleField | undefined,
  next: string,
): string => {
  if (!spec) return quoted(text);
  if (text === "" && spec.whenEmpty !== undefined) return spec.whenEmpty;
  const unwritten =
    text === "" && !["text", "key", "separator", "field", "list"].includes(spec.kind);
  if (unwritten) return "…";
  return spec.mayBeSeveral && text !== ""
    ? listed(givenValues(spec, text).map(quoted), wording)
    : words[spec.kind](text, wording, field, next);
};

/** A clause in brackets is only said of an operand that is given: “[, separated by {2}]”. */
const withClauses = (sentence: string, texts: readonly (string | null | undefined)[]): string =>
  sentence.replace(/\[([^\]]*\{([1-4])\}[^\]]*)\]/g, (_whole, clause: string, place: string) =>
    (texts[Number(place) - 1] ?? "") === "" ? "" : clause,
  );

/**
 * Inserts the field and the operands into a sentence of the tables; in one pass, so that an operand that looks like a
 * placeholder is not replaced.
 */
export const fillSentence = (
  sentence: string,
  specs: readonly OperandSpec[],
  texts: readonly (string | null | undefined)[],
  field: RuleField | undefined,
  fieldName: string,
  wording: Wording,
): string =>
  withClauses(sentence, texts).replace(/\{(field|[1-4])\}/g, (_whole, place: string) => {
    if (place === "field") return fieldName;
    const index = Number(place) - 1;
    // A rule of the API may have numbers in place of texts.
    const [text, next] = [String(texts[index] ?? ""), String(texts[index + 1] ?? "")];
    const said = shownText(operandWords(specs[index], text, wording, field, next));
    const { kind } = specs[index] ?? {};
    const whole = kind === "unit" ? unitWords(said, texts[index - 1] ?? "") : said;
    return wording.mark?.(kind === "field" ? "field" : "value", whole) ?? whole;
  });
