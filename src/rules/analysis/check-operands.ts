import { inRankOrder } from "#contract/rank-order.ts";
import type { Comparator } from "#rules/comparator.ts";
import { composeText, foldName, foldText } from "#rules/fold-text.ts";
import { lazily } from "#rules/lazily.ts";
import { readConditionOperands } from "#rules/judge-condition.ts";
import { givenValues } from "#rules/operands.ts";
import { isRecord, ownField, readings, toText } from "#rules/read-value.ts";
import type { ElementRows, ValueColumn } from "#rules/record-table.ts";
import { findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import type { RunnableCondition } from "#rules/rule-parts.ts";
import { comparesWithValues, matchesCaseOf } from "./condition-sets.ts";
import { countRecords, inQuotes, type OpenGroup, type RuleScope } from "./rule-scope.ts";

/** A text that records have, and in how many. */
interface HeldText {
  readonly text: string;
  readonly records: number;
  readonly first: number;
  /** Without signs, marks and case, for finding similar ones. */
  readonly plain: () => string;
}

const toPlain = (text: string): string =>
  foldText(text)
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const textsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const texts = isRecord(value) ? [ownField(value, "name"), ownField(value, "id")] : [value];
  return texts.flatMap((text) => toText(text)?.trim() || []);
};
const namesIn = (value: unknown): readonly string[] =>
  (readings.entries(value) ?? []).map(({ name }) => name.trim());

const heldTexts = new WeakMap<ValueColumn, Map<typeof textsIn, ReadonlyMap<string, HeldText>>>();

/** The different texts of a column, or the names of its entries. */
const listHeld = (
  column: ValueColumn,
  rows: ElementRows,
  read: typeof textsIn,
): ReadonlyMap<string, HeldText> => {
  const known = heldTexts.get(column) ?? new Map<typeof textsIn, ReadonlyMap<string, HeldText>>();
  heldTexts.set(column, known);
  const found = known.get(read);
  if (found) return found;
  const texts = column.distinct().map(read);
  const [owners, codes] = [rows.owners(), column.codes()];
  const held = new Map<string, { text: string; records: number; first: number; last: number }>();
  for (let element = 0; element < codes.length; element++) {
    const record = owners[element] ?? 0;
    for (const text of texts[codes[element] ?? 0] ?? []) {
      const key = composeText(text);
      const one = held.get(key);
      if (!one) held.set(key, { text, records: 1, first: record, last: record });
      else if (one.last !== record) Object.assign(one, { records: one.records + 1, last: record });
    }
  }
  const made = new Map(
    [...held].map(([key, { text, records, first }]) => [
      key,
      { text, records, first, plain: lazily(() => toPlain(text)) },
    ]),
  );
  known.set(read, made);
  return made;
};

/** The number of letters to add, remove, replace or swap between two texts; more than `most` is not counted further. */
const countTypos = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
};

const digitsIn = (text: string): string => text.replaceAll(/\P{N}/gu, "");

/** How many letters of a text may be wrong: in a short one, each makes another word. */
const typosAllowed = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : 2);

/** A text that may have been meant. */
interface Similar {
  readonly text: string;
  readonly typos: number;
  readonly records: number;
  /** A record that has it. */
  readonly first: number;
}

/** The texts that are similar to another one. Another number is another thing. */
const listSimilar = (
  text: string,
  held: ReadonlyMap<string, HeldText>,
  first: number,
): ReadonlyMap<string, Similar> => {
  const plain = toPlain(text);
  const most = typosAllowed(plain.length);
  const similar = new Map<string, Similar>();
  if (plain === "") return similar;
  for (const [key, one] of held) {
    if (digitsIn(one.plain()) !== digitsIn(plain)) continue;
    const typos = countTypos(plain, one.plain(), most);
    if (typos <= most)
      similar.set(key, { text: one.text, typos, records: one.records, first: first + one.first });
  }
  return similar;
};

const joinSimilar = (
  one: ReadonlyMap<string, Similar>,
  next: ReadonlyMap<string, Similar>,
): ReadonlyMap<string, Similar> => {
  const joined = new Map(one);
  for (const [key, similar] of next) {
    const known = joined.get(key);
    joined.set(key, known ? { ...known, records: known.records + similar.records } : similar);
  }
  return joined;
};

/** The one that was probably meant: several records have it. */
const chooseSimilar = (similar: Iterable<Similar>): Similar | undefined =>
  [...similar]
    .filter(({ records }) => records > 1)
    .toSorted((one, other) => one.typos - other.typos || other.records - one.records)[0];

/** The operand with one of its values replaced, where that can be done in the text as it is written. */
const replaceValue = (
  comparator: Comparator,
  text: string,
  value: string,
  by: string,
): string | undefined => {
  const [spec] = comparator.operands;
  if (!spec) return undefined;
  const at = text.indexOf(value);
  const replaced = text.slice(0, at) + by + text.slice(at + value.length);
  const wanted = givenValues(spec, text).map((one) => (one === value ? by : one));
  const given = givenValues(spec, replaced);
  return at >= 0 && given.length === wanted.length && given.every((one, i) => one === wanted[i])
    ? replaced
    : undefined;
};

const checkCondition = (scope: RuleScope, condition: RunnableCondition): void => {
  const { context } = scope;
  const comparator = findComparator(condition, context.catalogue);
  const place = scope.placeOf(condition.globalObjectFieldId);
  if (!comparator || !place || scope.isWritten(place)) return;
  for (const child of comparator.pick ? [] : (condition.childConditions ?? []))
    checkCondition(scope, child);
  const [spec] = comparator.operands;
  const isCompared = comparesWithValues(comparator) || comparator.pick !== undefined;
  if (!spec || !isCompared || findPreModifier(condition, context.catalogue)) return;
  const spell = matchesCaseOf(comparator) ? (text: string) => composeText(text.trim()) : foldName;
  const operand = readConditionOperands(condition).first;
  const given = givenValues(spec, operand);
  /** For each value what is similar to it; nothing for those that records have. */
  const found = scope.ask(
    "similar",
    [condition],
    ({ table }, first) => {
      const read = comparator.pick ? namesIn : textsIn;
      const held = listHeld(table.columnOf(place), table.rowsOf(place), read);
      const known = new Set([...held.keys()].map(spell));
      return given.map((value) =>
        known.has(spell(value)) ? undefined : listSimilar(value, held, first),
      );
    },
    (one, next) =>
      one.map((similar, at) => {
        const more = next[at];
        return similar && more && joinSimilar(similar, more);
      }),
  );
  for (const [at, value] of given.entries()) {
    const similar = chooseSimilar(found?.[at]?.values() ?? []);
    // A list may hold both spellings on purpose.
    if (!similar || given.some((other) => spell(other) === spell(similar.text))) continue;
    const text = replaceValue(comparator, operand, value, similar.text);
    const { one } = scope.recordNames;
    scope.add({
      kind: "unknown",
      part: condition,
      message: `No ${one} has ${inQuotes(value)} here. Did you mean ${inQuotes(similar.text)}, ${countRecords(similar.records, scope)}?`,
      isProved: false,
      witness: similar.first,
      mend:
        text === undefined
          ? undefined
          : { kind: "operand", part: condition, text, label: `Use ${inQuotes(similar.text)}` },
    });
  }
};

/** Values in conditions that no record has, although records have a similar one. */
export const checkOperands = (scope: RuleScope, groups: readonly OpenGroup[]): void => {
  for (const { conditions } of groups)
    for (const condition of inRankOrder(conditions)) checkCondition(scope, condition);
};
