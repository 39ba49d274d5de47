import { describe, expect, test } from "vitest";
import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { missingWords } from "#rules/value-words.ts";
import { holds } from "./handles.ts";

/** A value on which a comparator holds, or does not. */
type ComparatorRow<H> = readonly [
  handle: H,
  value: unknown,
  operands: readonly unknown[],
  holds: boolean,
];

/** One sign for each value: + matches, - does not. `values` replace those of the table. */
type InputRow = readonly [operands: readonly unknown[], signs: string, values?: readonly unknown[]];

interface ComparatorTests<H extends ComparatorHandle> {
  /** At least one row that holds and one that does not for each comparator. */
  readonly rows: readonly ComparatorRow<H>[];
  /** Every kind of value that a field may contain. */
  readonly values: readonly unknown[];
  readonly inputs: Readonly<Record<H, InputRow>>;
  /** Which pairs of `spellings` match, for comparators that read text. */
  readonly spellings?: Readonly<Partial<Record<H, string>>>;
  /** Puts a text where the comparator reads it. */
  readonly textAsValue?: (text: string) => unknown;
}

/** Pairs of value and operand; each pair is the same text for a person, in any case. */
const spellings = [
  ["Cafe\u0301", "Caf\u00E9"],
  ["STRASSE", "straße"],
  ["İ", "i̇"],
  ["𐐀", "𐐨"],
  ["ΟΔΟΣ", "οδος"],
] as const;
/** The signs of a comparator that ignores case, and of one that does not. */
export const anyCase = "+++++";
export const sameCase = "+----";

const writeSigns = (verdicts: readonly boolean[]): string =>
  verdicts.map((verdict) => (verdict ? "+" : "-")).join("");

const testWords = (entry: Comparator) => {
  const { label, explanation, sentence, denial, operands, whenAll, whenDate } = entry;
  expect(label).toMatch(/^[a-z]/);
  expect(explanation).toMatch(/^[A-Z].*\.$/);
  for (const words of [sentence, denial])
    expect(words.match(/\{[1-4]\}/g) ?? []).toHaveLength(operands.length);
  expect(denial).not.toBe(sentence);
  const variants = [
    [whenAll, operands.length],
    [whenDate, 1],
  ] as const;
  for (const [words, count] of variants) {
    if (!words) continue;
    for (const text of [words.sentence, words.denial])
      expect(text.match(/\{[1-4]\}/g) ?? []).toHaveLength(count);
    expect(new Set([sentence, denial, words.sentence, words.denial]).size).toBe(4);
  }
  expect(missingWords(entry)).toMatch(/^(Matches|Does not match) .*\.$/);
  for (const operand of operands) expect(operand.label).toMatch(/^[A-Z]/);
};

/** Tests every comparator of one table through the engine. */
export const testComparators = <H extends ComparatorHandle>(
  table: Readonly<Record<H, Comparator>>,
  { rows, values, inputs, spellings: spelled, textAsValue = String }: ComparatorTests<H>,
): void => {
  test.each(rows)("%s: %j with %j holds: %j", (handle, value, operands, expected) => {
    expect(holds(handle, value, operands)).toBe(expected);
  });

  describe.each(Object.keys(table) as H[])("%s", (handle) => {
    const entry = table[handle];

    test("has rows that match and rows that do not", () => {
      const verdicts = rows.filter(([name]) => name === handle).map(([, , , verdict]) => verdict);
      expect(new Set(verdicts)).toEqual(new Set([true, false]));
    });

    test("has a correct example", () => {
      const { value, operands, holds: expected } = entry.example;
      expect(holds(handle, value, operands)).toBe(expected);
    });

    // A record is not text, not a number and not a list; only named values and categories read one.
    test("gives the verdict of the table for a value that is missing or of another kind", () => {
      const strange = entry.reads === "entries" || entry.reads === "categories" ? [] : [{ a: 1 }];
      for (const value of [null, undefined, ...strange])
        expect(holds(handle, value, ["1", "1"])).toBe(entry.whenMissing);
    });

    test("has a sentence with a placeholder for each operand", () => testWords(entry));

    const [operands, signs, own = values] = inputs[handle];
    test(`gives ${signs} on every kind of field value`, () => {
      expect(writeSigns(own.map((value) => holds(handle, value, operands)))).toBe(signs);
    });
  });

  const texts = Object.entries(spelled ?? {}) as [H, string][];
  test.each(texts)("%s: spellings of one text give %s", (handle, signs) => {
    const verdicts = spellings.map(([value, operand]) =>
      holds(handle, textAsValue(value), [operand]),
    );
    expect(writeSigns(verdicts)).toBe(signs);
  });
};
