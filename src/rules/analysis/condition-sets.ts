import { inRankOrder } from "#contract/rank-order.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  toNumber,
} from "#rules/decimal.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { type FieldScope, type Place, placeIn } from "#rules/field-values.ts";
import { composeText, foldName, foldText, isSimple } from "#rules/fold-text.ts";
import { isCalendarUnit, parseTime, timeBefore } from "#rules/iso-time.ts";
import { readConditionOperands } from "#rules/judge-condition.ts";
import { givenValues, type Operands } from "#rules/operands.ts";
import { readings } from "#rules/read-value.ts";
import { placeKey } from "#rules/record-table.ts";
import { findComparator, findPreModifier, hasUnknownPreModifier } from "#rules/rule-catalogue.ts";
import type { RunnableCondition } from "#rules/rule-parts.ts";

/*
 * Conditions as sets of the values that meet them, where a set is exact: what is claimed here holds for every record.
 * All other conditions are opaque, and only equal to themselves. The comparators themselves judge the values.
 */

/** A set on a line: each verdict is the same for all values between two points. `undefined` is a value without a reading. */
interface LineSet {
  readonly kind: "line";
  readonly points: readonly Decimal[];
  readonly met: (value: Decimal | undefined) => boolean;
}

/** A set of texts or names, or of all but those. A value without a reading is in none. */
interface NamedSet {
  readonly kind: "texts" | "starts" | "ends" | "contains" | "some" | "names";
  readonly not: boolean;
  readonly texts: readonly string[];
  readonly matchesCase: boolean;
  /** Ignores spaces around a value. */
  readonly trims: boolean;
  readonly meets: (text: string) => boolean;
  /** For names in lists: all of them are required, and no others are allowed. */
  readonly all: boolean;
  readonly only: boolean;
}

type ValueSet = LineSet | NamedSet;

/** A condition as a set of the values of its subject. */
export interface ConditionSet {
  readonly part: RunnableCondition;
  readonly place: Place;
  /** Equal for conditions whose sets can be compared. */
  readonly subject: string;
  /** A number, which tiers divide into ranges. */
  readonly isNumber: boolean;
  /** Reads a list as a whole. */
  readonly readsList: boolean;
  readonly every: boolean;
  /** Without conditions inside it, which would have to be met too. */
  readonly whole: boolean;
  readonly set: ValueSet;
}

type LineName = "number" | "time" | "boolean" | "size";
type Named = Pick<NamedSet, "kind"> & { readonly matchesCase?: true; readonly not?: true };

const {
  string_contains: contains,
  string_starts_with: starts,
  string_ends_with: ends,
  ...rest
} = comparators;

const lines: ReadonlyMap<Comparator, LineName> = new Map<Comparator, LineName>([
  [rest.equal_to, "number"],
  [rest.greater_than, "number"],
  [rest.greater_than_equal_to, "number"],
  [rest.less_than, "number"],
  [rest.less_than_equal_to, "number"],
  [rest.number_exists, "number"],
  [rest.number_does_not_exist, "number"],
  [rest.date_older_than, "time"],
  [rest.date_within_last, "time"],
  [rest.date_greater_than, "time"],
  [rest.date_greater_than_equals, "time"],
  [rest.date_older_than_equals, "time"],
  [rest.boolean_equal_to, "boolean"],
  [rest.array_empty, "size"],
  [rest.array_not_empty, "size"],
  [rest.array_size_equals, "size"],
  [rest.array_size_greater_than, "size"],
  [rest.array_size_less_than, "size"],
]);

const matchesCase = true;
const not = true;
const named: ReadonlyMap<Comparator, Named> = new Map<Comparator, Named>([
  [contains, { kind: "contains" }],
  [starts, { kind: "starts" }],
  [ends, { kind: "ends" }],
  [rest.string_contains_case_sensitive, { kind: "contains", matchesCase }],
  [rest.string_starts_with_case_sensitive, { kind: "starts", matchesCase }],
  [rest.string_ends_with_case_sensitive, { kind: "ends", matchesCase }],
  [rest.string_not_contains, { kind: "contains", not }],
  [rest.string_not_starts_with, { kind: "starts", not }],
  [rest.string_not_ends_with, { kind: "ends", not }],
  [rest.string_not_contains_case_sensitive, { kind: "contains", matchesCase, not }],
  [rest.string_not_starts_with_case_sensitive, { kind: "starts", matchesCase, not }],
  [rest.string_not_ends_with_case_sensitive, { kind: "ends", matchesCase, not }],
  [rest.string_equal_to, { kind: "texts" }],
  [rest.string_equal_to_case_sensitive, { kind: "texts", matchesCase }],
  [rest.string_not_equal_to, { kind: "texts", not }],
  [rest.string_not_equal_to_case_sensitive, { kind: "texts", matchesCase, not }],
  [rest.string_in_list, { kind: "texts" }],
  [rest.string_in_list_case_sensitive, { kind: "texts", matchesCase }],
  [rest.string_not_in_list, { kind: "texts", not }],
  [rest.string_not_in_list_case_sensitive, { kind: "texts", matchesCase, not }],
  [rest.option_equal_to, { kind: "texts", matchesCase }],
  [rest.option_not_equal_to, { kind: "texts", matchesCase, not }],
  [rest.string_option_equal_to, { kind: "texts", matchesCase }],
  [rest.string_option_not_equal_to, { kind: "texts", matchesCase, not }],
  [rest.string_exists, { kind: "some" }],
  [rest.string_does_not_exist, { kind: "some", not }],
  [rest.tag_contains, { kind: "names" }],
  [rest.tag_does_not_contain, { kind: "names", not }],
  [rest.category_in_list, { kind: "names" }],
]);

/** Whether a comparator compares with the values in its first operand. */
export const comparesWithValues = (comparator: Comparator): boolean =>
  ["texts", "names"].includes(named.get(comparator)?.kind ?? "");

export const matchesCaseOf = (comparator: Comparator): boolean =>
  named.get(comparator)?.matchesCase ?? false;

/** The line of dates: lengths of time before now and dates can only be compared at one moment, so each has its own. */
const timeLine = ({ first, second }: Operands, comparator: Comparator, now: number) => {
  const ago = timeBefore(now, first, second);
  if (ago !== undefined)
    return { line: isCalendarUnit(second) ? "months ago" : "ago", points: [ago, now] };
  const at = parseTime(first);
  return at === undefined || comparator === comparators.date_within_last
    ? undefined
    : { line: "date", points: [at] };
};

const readLine = (
  line: LineName,
  comparator: Comparator,
  operands: Operands,
  now: number,
): { readonly line: string; readonly set: LineSet } | undefined => {
  const test = comparator.test(operands, now);
  const met =
    (read: (value: Decimal) => unknown): LineSet["met"] =>
    (value) =>
      value === undefined ? comparator.whenMissing : test(read(value), undefined);
  const asIs = met((value) => value);
  if (line === "time") {
    const found = timeLine(operands, comparator, now);
    return found && { line: found.line, set: { kind: "line", points: found.points, met: asIs } };
  }
  if (line === "boolean") {
    if (readings.boolean(operands.first) === undefined) return undefined;
    return { line, set: { kind: "line", points: [0, 1], met: met((value) => value === 1) } };
  }
  const operand = comparator.operands.length === 0 ? 0 : parseDecimal(operands.first);
  if (operand === undefined) return undefined;
  if (line === "number")
    return {
      line,
      set: { kind: "line", points: comparator.operands.length === 0 ? [] : [operand], met: asIs },
    };
  const whole = Math.floor(toNumber(operand));
  if (!Number.isSafeInteger(whole)) return undefined;
  // Only the length of a list is compared, and there is no list of half an entry.
  const size = met((value) => ({ length: Math.max(0, Math.ceil(toNumber(value))) }));
  return { line, set: { kind: "line", points: [0, 1, whole, whole + 1], met: size } };
};

const isSearched = (kind: NamedSet["kind"]): kind is "starts" | "ends" | "contains" =>
  kind === "starts" || kind === "ends" || kind === "contains";

const readNamed = (
  { kind, not: isNot, matchesCase: cased }: Named,
  comparator: Comparator,
  operands: Operands,
  now: number,
): NamedSet | undefined => {
  const [spec] = comparator.operands;
  const given = spec ? givenValues(spec, operands.first).filter((text) => text !== "") : [];
  const texts = kind === "names" ? [...new Set(given.map(foldName))] : given;
  const own = isSearched(kind) ? [operands.first] : texts;
  // With spaces around it or with joined letters, a text is found in other places than it seems.
  const isClear = (text: string) =>
    text !== "" && text.trim() === text && (!isSearched(kind) || isSimple(text));
  if (kind !== "some" && (own.length === 0 || !own.every(isClear))) return undefined;
  // No single value is all of several.
  if (kind === "texts" && own.length > 1 && operands.matchAll) return undefined;
  const test = comparator.test(operands, now);
  return {
    kind,
    not: isNot ?? false,
    texts: own,
    matchesCase: cased ?? false,
    trims: spec?.kind !== "text",
    meets: (text) => test(readings[comparator.reads](text), undefined) !== (isNot ?? false),
    all: !isNot && operands.matchAll,
    only: !isNot && operands.everyEntry,
  };
};

const domains = { option: "option", list: "category", text: "tag" } as const;

/** A condition as a set of values; undefined if it is opaque. */
export const readConditionSet = (
  part: RunnableCondition,
  { catalogue, now }: EvaluationContext,
  scope: FieldScope,
): ConditionSet | undefined => {
  const field = catalogue.fields.get(part.globalObjectFieldId ?? 0);
  const comparator = findComparator(part, catalogue);
  if (!field || !comparator || hasUnknownPreModifier(part, catalogue)) return undefined;
  const operands = readConditionOperands(part);
  const [line, name] = [lines.get(comparator), named.get(comparator)];
  const preModifier = findPreModifier(part, catalogue);
  const onLine = line && readLine(line, comparator, operands, now);
  const set = onLine?.set ?? (name && readNamed(name, comparator, operands, now));
  if (!set || (preModifier && line !== "number")) return undefined;
  const place = placeIn(scope, field);
  const modified = preModifier && [preModifier.label, operands.second, operands.third];
  const [spec] = comparator.operands;
  const texts =
    name?.kind === "names" || spec?.kind === "option" ? domains[spec?.kind as "option"] : "text";
  const domain = onLine?.line ?? `${texts} ${texts === "option" ? comparator.dataTypes[0] : ""}`;
  return {
    part,
    place,
    subject: JSON.stringify([placeKey(place), domain, modified]),
    isNumber: line === "number",
    readsList: line === "size" || name?.kind === "names",
    every: operands.everyEntry,
    whole: (part.childConditions ?? []).length === 0,
    set,
  };
};

/** A text that is equal for conditions that always have the same result. */
export const conditionIdentity = (part: RunnableCondition): string =>
  JSON.stringify([
    part.globalObjectFieldId ?? 0,
    part.workflowDataTypeComparator?.handle ?? part.workflowDataTypeComparatorId ?? 0,
    part.preModifierDataTypeComparator?.handle ?? part.preModifierDataTypeComparatorId ?? 0,
    [part.condition, part.condition2, part.condition3, part.condition4].map((text) => text ?? ""),
    part.fieldArrayMustMatchAll ?? false,
    part.conditionArrayMustMatchAll ?? false,
    inRankOrder(part.childConditions ?? []).map(conditionIdentity),
  ]);

/** A value of each kind that several sets on a line can tell apart: the points, those between them and outside. */
export const lineValues = (sets: readonly LineSet[]): readonly (Decimal | undefined)[] => {
  const sorted = sets.flatMap(({ points }) => points).toSorted(compareDecimals);
  const points = sorted.filter(
    (point, at) => at === 0 || compareDecimals(point, sorted[at - 1] ?? point) !== 0,
  );
  const [least, most] = [points[0] ?? 0, points.at(-1) ?? 0];
  const between = points.flatMap((point, at) => {
    const next = points[at + 1];
    return next === undefined ? [point] : [point, multiplyDecimals(addDecimals(point, next), 0.5)];
  });
  return [undefined, subtractDecimals(least, 1), ...between, addDecimals(most, 1)];
};

/** Pairs of letters that equal a single character in any case (SS and ß): a match does not end inside that character. */
const joinedPairs: ReadonlySet<string> = new Set(["SS", "FF", "FI", "FL", "ST"]);

/** Whether each text that contains `outer` also contains `inner` there, which may only be at its start or its end. */
const isPartOf = (
  inner: NamedSet,
  outer: NamedSet,
  at: "starts" | "ends" | "contains",
): boolean => {
  const spell = inner.matchesCase ? composeText : foldText;
  const [part, whole] = [spell(inner.texts[0] ?? ""), spell(outer.texts[0] ?? "")];
  const isCut = (place: number) =>
    outer.matchesCase || !joinedPairs.has(foldText(whole.slice(place - 1, place + 1)));
  for (let from = whole.indexOf(part); from >= 0; from = whole.indexOf(part, from + 1)) {
    const end = from + part.length;
    const isThere = at === "contains" || (at === "starts" ? from === 0 : end === whole.length);
    if (isThere && isCut(from) && isCut(end)) return true;
  }
  return false;
};

/** Whether the texts of one set can be tried in another: all spellings of each have the same result there. */
const canTry = (one: NamedSet, other: NamedSet): boolean =>
  one.kind === "texts" &&
  (one.matchesCase || !other.matchesCase) &&
  (!isSearched(other.kind) || one.texts.every(isSimple));

/** Whether each value that is equal to a text is in a set. */
const isEachIn = (text: string, one: NamedSet, other: NamedSet): boolean => {
  const written = one.trims ? [text, ` ${text}`, `${text} `] : [text];
  const { kind } = other;
  return (
    written.every(other.meets) &&
    (!isSearched(kind) || isPartOf(other, { ...one, texts: [text] }, kind))
  );
};

const areNamesWithin = (one: NamedSet, other: NamedSet): boolean => {
  const [own, wanted] = [new Set(one.texts), new Set(other.texts)];
  const isSubset = one.texts.every((name) => wanted.has(name));
  if (other.only && !(one.only && isSubset)) return false;
  if (other.all && other.texts.length > 1)
    return one.all && other.texts.every((name) => own.has(name));
  return one.all ? one.texts.some((name) => wanted.has(name)) : isSubset;
};

/** Whether every text of one set, as written, is in another. */
const isWithin = (one: NamedSet, other: NamedSet): boolean => {
  if (one.kind === "names" || other.kind === "names")
    return one.kind === other.kind && areNamesWithin(one, other);
  if (one.kind === "texts")
    return canTry(one, other) && one.texts.every((text) => isEachIn(text, one, other));
  if (other.kind === "some") return true;
  if (one.kind === "some" || other.kind === "texts") return false;
  if (other.matchesCase && !one.matchesCase) return false;
  if (other.kind === "contains") return isPartOf(other, one, "contains");
  return other.kind === one.kind && isPartOf(other, one, other.kind);
};

/** Whether no text is in both sets. */
const areApart = (one: NamedSet, other: NamedSet): boolean => {
  if (canTry(one, other)) return one.texts.every((text) => !other.meets(text));
  if (canTry(other, one)) return other.texts.every((text) => !one.meets(text));
  if (one.kind !== other.kind || (one.kind !== "starts" && one.kind !== "ends")) return false;
  const [a, b] = [foldText(one.texts[0] ?? ""), foldText(other.texts[0] ?? "")];
  return one.kind === "starts"
    ? !a.startsWith(b) && !b.startsWith(a)
    : !a.endsWith(b) && !b.endsWith(a);
};

type Relation = (one: ValueSet, other: ValueSet) => boolean;

const onValues =
  (
    line: (one: boolean, other: boolean) => boolean,
    names: (one: NamedSet, other: NamedSet) => boolean,
  ): Relation =>
  (one, other) => {
    if (one.kind === "line" && other.kind === "line")
      return lineValues([one, other]).every((value) => line(one.met(value), other.met(value)));
    return one.kind !== "line" && other.kind !== "line" && names(one, other);
  };

const valuesImply = onValues(
  (one, other) => !one || other,
  (one, other) => {
    if (one.not) return other.not && isWithin(other, one);
    return other.not ? areApart(one, other) : isWithin(one, other);
  },
);
const valuesExclude = onValues(
  (one, other) => !one || !other,
  (one, other) => {
    if (one.not) return !other.not && isWithin(other, one);
    return other.not ? isWithin(one, other) : areApart(one, other);
  },
);
const valuesComplete = onValues(
  (one, other) => one || other,
  (one, other) => {
    if (one.not && other.not) return areApart(one, other);
    return one.not ? isWithin(one, other) : other.not && isWithin(other, one);
  },
);

const areComparable = (one: ConditionSet, other: ConditionSet): boolean =>
  one.subject === other.subject;

/** Whether each record that meets one condition meets the other. With several values, one of them may meet it, or all. */
export const implies = (one: ConditionSet, other: ConditionSet): boolean =>
  areComparable(one, other) &&
  other.whole &&
  (one.every || !other.every) &&
  valuesImply(one.set, other.set);

/** Whether no record meets both conditions. Two of several values can meet one each, unless all have to. */
export const excludes = (
  one: ConditionSet,
  other: ConditionSet,
  hasOneValue: (condition: ConditionSet) => boolean,
): boolean =>
  areComparable(one, other) &&
  (one.every || other.every || hasOneValue(one)) &&
  valuesExclude(one.set, other.set);

/** Whether each record meets one condition or the other. */
export const completes = (one: ConditionSet, other: ConditionSet): boolean =>
  areComparable(one, other) &&
  one.whole &&
  other.whole &&
  !(one.every && other.every) &&
  valuesComplete(one.set, other.set);

/** Whether a condition alone is met by every value, or by none. */
export const isConstant = ({ set, whole, every }: ConditionSet): "always" | "never" | undefined => {
  if (set.kind !== "line") return undefined;
  const verdicts = lineValues([set]).map(set.met);
  if (verdicts.every((met) => !met)) return "never";
  return whole && !every && verdicts.every(Boolean) ? "always" : undefined;
};
