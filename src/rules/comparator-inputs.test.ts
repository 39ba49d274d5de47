import { describe, expect, test } from "vitest";
import type { ComparatorHandle } from "#contract/handles.ts";
import { holds } from "./test-handles.ts";

/*
 * Every comparator on every kind of field value. A row contains the operands and one sign for each value, in the order
 * of its kind of table: + matches, - does not. The compiler requires a row for every handle.
 */
type Row = readonly [operands: readonly unknown[], signs: string];

const x100k = "x".repeat(100_000);

const texts = [null, undefined, "", { a: 1 }, [], ["desk", "Lamp"], `${x100k}lamp`, `lamp${x100k}`];
// null, missing, empty, a record, no entries, two entries, long and "lamp" last, "lamp" first and long
const textRows = {
  string_contains: [["lamp"], "-----+++"],
  string_contains_case_sensitive: [["lamp"], "------++"],
  string_not_contains: [["lamp"], "++++++--"],
  string_not_contains_case_sensitive: [["lamp"], "++++++--"],
  string_starts_with: [["lamp"], "-----+-+"],
  string_starts_with_case_sensitive: [["lamp"], "-------+"],
  string_not_starts_with: [["lamp"], "+++++++-"],
  string_not_starts_with_case_sensitive: [["lamp"], "+++++++-"],
  string_ends_with: [["lamp"], "-----++-"],
  string_ends_with_case_sensitive: [["lamp"], "------+-"],
  string_not_ends_with: [["lamp"], "++++++-+"],
  string_not_ends_with_case_sensitive: [["lamp"], "++++++-+"],
  string_equal_to: [["lamp"], "-----+--"],
  string_equal_to_case_sensitive: [["lamp"], "--------"],
  string_not_equal_to: [["lamp"], "++++++++"],
  string_not_equal_to_case_sensitive: [["lamp"], "++++++++"],
  string_equals_field: [["lamp"], "-----+--"],
  string_equals_field_case_sensitive: [["lamp"], "--------"],
  string_not_equals_field: [["lamp"], "++++++++"],
  string_not_equals_field_case_sensitive: [["lamp"], "++++++++"],
  string_in_list: [["lamp, oak"], "-----+--"],
  string_in_list_case_sensitive: [["lamp, oak"], "--------"],
  string_not_in_list: [["lamp, oak"], "++++++++"],
  string_not_in_list_case_sensitive: [["lamp, oak"], "++++++++"],
  string_exists: [[], "-----+++"],
  string_does_not_exist: [[], "+++++---"],
  string_length: [["4"], "-----+--"],
  string_occurrence_of_character: [["1", "l"], "------++"],
} as const satisfies Partial<Record<ComparatorHandle, Row>>;

/** Pairs of value and operand; each pair is the same text for a person, in any case. */
const spellings = [
  ["Cafe\u0301", "Caf\u00E9"],
  ["STRASSE", "straße"],
  ["İ", "i̇"],
  ["𐐀", "𐐨"],
  ["ΟΔΟΣ", "οδος"],
] as const;
const anyCase = "+++++";
const sameCase = "+----";
const spellingRows: Partial<Record<ComparatorHandle, string>> = {
  string_contains: anyCase,
  string_contains_case_sensitive: sameCase,
  string_not_contains: "-----",
  string_not_contains_case_sensitive: "-++++",
  string_starts_with: anyCase,
  string_starts_with_case_sensitive: sameCase,
  string_not_starts_with: "-----",
  string_not_starts_with_case_sensitive: "-++++",
  string_ends_with: anyCase,
  string_ends_with_case_sensitive: sameCase,
  string_not_ends_with: "-----",
  string_not_ends_with_case_sensitive: "-++++",
  string_equal_to: anyCase,
  string_equal_to_case_sensitive: sameCase,
  string_not_equal_to: "-----",
  string_not_equal_to_case_sensitive: "-++++",
  string_equals_field: anyCase,
  string_equals_field_case_sensitive: sameCase,
  string_not_equals_field: "-----",
  string_not_equals_field_case_sensitive: "-++++",
  string_in_list: anyCase,
  string_in_list_case_sensitive: sameCase,
  string_not_in_list: "-----",
  string_not_in_list_case_sensitive: "-++++",
  string_option_equal_to: sameCase,
  string_option_not_equal_to: "-++++",
  tag_contains: anyCase,
  tag_does_not_contain: "-----",
  category_in_list: anyCase,
  attributes_default: anyCase,
  custom_fields_default: anyCase,
  custom_aggregate_field_default: anyCase,
  variant_options_default: anyCase,
};

const numbers = [
  null,
  undefined,
  "",
  "ten",
  { a: 1 },
  [],
  [9, "10.0"],
  "9".repeat(100_000),
  "１０",
];
// null, missing, empty, a word, a record, no entries, two entries, 100,000 digits, wide digits
const numberRows = {
  equal_to: [["10"], "------+--"],
  greater_than: [["9"], "------+--"],
  greater_than_equal_to: [["10"], "------+--"],
  less_than: [["10"], "------+--"],
  less_than_equal_to: [["9"], "------+--"],
  equal_to_field: [[10], "------+--"],
  greater_than_field: [[9], "------+--"],
  greater_than_equal_to_field: [[10], "------+--"],
  less_than_field: [[10], "------+--"],
  less_than_equal_to_field: [[9], "------+--"],
  percent_greater_than_field: [[10, "90"], "------+--"],
  percent_greater_than_equal_to_field: [[10, "100"], "------+--"],
  percent_less_than_field: [[10, "100"], "------+--"],
  percent_less_than_equal_to_field: [[10, "90"], "------+--"],
  number_exists: [[], "------+--"],
  number_does_not_exist: [[], "++++++-++"],
  decimal_place_value: [["0", "1"], "------+--"],
} as const satisfies Partial<Record<ComparatorHandle, Row>>;

const dates = [
  null,
  undefined,
  "",
  "soon",
  5,
  {},
  [],
  ["2026-01-09", "2020-01-01"],
  `2026${x100k}`,
  "２０２６-01-09",
];
// null, missing, empty, a word, a number, a record, no entries, two entries, long, wide digits
const dateRows = {
  date_older_than: [["30"], "-------+--"],
  date_within_last: [["30"], "-------+--"],
  date_greater_than: [["2026-01-01"], "-------+--"],
  date_greater_than_equals: [["2026-01-09"], "-------+--"],
  date_older_than_equals: [["2020-01-01"], "-------+--"],
} as const satisfies Partial<Record<ComparatorHandle, Row>>;

const many = Array.from({ length: 100_000 }, (_, at) => `tag ${at}`);
const lists = [null, undefined, "", "a", { a: 1 }, [], ["a", "b"], many];
// null, missing, empty text, text, a record, no entries, two entries, 100,000 entries
const listRows = {
  array_empty: [[], "++++++--"],
  array_not_empty: [[], "------++"],
  array_size_equals: [["2"], "------+-"],
  array_size_greater_than: [["1"], "------++"],
  array_size_less_than: [["3"], "-----++-"],
  tag_contains: [["B"], "------+-"],
  tag_does_not_contain: [["B"], "++++++-+"],
} as const satisfies Partial<Record<ComparatorHandle, Row>>;

const named = [{ name: "Wood", value: 1 }, null, 5, { key: "Size" }];
const others = [
  null,
  undefined,
  "",
  "wood",
  5,
  [],
  named,
  { WOOD: 1 },
  many.map((name) => ({ name })),
];
// null, missing, empty text, text, a number, no entries, entries and strange ones, a record, 100,000 entries
const entryRows = {
  attributes_default: [["wood"], "------++-"],
  custom_fields_default: [["size"], "------+--"],
  custom_aggregate_field_default: [["tag 99999"], "--------+"],
  variant_options_default: [["constructor"], "---------"],
} as const satisfies Partial<Record<ComparatorHandle, Row>>;

const choices = [null, undefined, "", "2", 2, true, {}, [], ["1", 2], x100k];
// null, missing, empty, text, a number, yes, a record, no entries, two entries, long
const choiceRows = {
  option_equal_to: [["2"], "---++---+-"],
  option_not_equal_to: [["2"], "+++--+++++"],
  string_option_equal_to: [["2"], "---++---+-"],
  string_option_not_equal_to: [["2"], "+++--+++++"],
  boolean_equal_to: [["true"], "-----+--+-"],
  category_in_list: [["2, Lighting"], "---++---+-"],
} as const satisfies Partial<Record<ComparatorHandle, Row>>;

const all = {
  ...textRows,
  ...numberRows,
  ...dateRows,
  ...listRows,
  ...entryRows,
  ...choiceRows,
} as const satisfies Record<ComparatorHandle, Row>;

const tables: readonly (readonly [Partial<Record<ComparatorHandle, Row>>, readonly unknown[]])[] = [
  [textRows, texts],
  [numberRows, numbers],
  [dateRows, dates],
  [listRows, lists],
  [entryRows, others],
  [choiceRows, choices],
];
const signsOf = (verdicts: readonly boolean[]): string =>
  verdicts.map((verdict) => (verdict ? "+" : "-")).join("");

describe("comparators on every kind of field value (api 2.15)", () => {
  for (const [rows, values] of tables) {
    test.each(Object.entries(rows))("%s %o", (handle, [operands, signs]) => {
      const verdicts = values.map((value) => holds(handle as keyof typeof all, value, operands));
      expect(signsOf(verdicts)).toBe(signs);
    });
  }

  test.each(Object.entries(spellingRows))("%s: spellings of one text", (handle, signs) => {
    const inPlace = (value: string): unknown => {
      if (handle.startsWith("tag_")) return [value];
      return handle.endsWith("_default") ? [{ name: value, value: 1 }] : value;
    };
    const verdicts = spellings.map(([value, operand]) =>
      holds(handle as keyof typeof all, inPlace(value), [operand]),
    );
    expect(signsOf(verdicts)).toBe(signs);
  });

  test("characters are counted as people perceive them", () => {
    expect(holds("string_length", "𐐀e\u0301", ["2"])).toBe(true);
    expect(holds("string_occurrence_of_character", "e\u0301\u00E9", ["2", "\u00E9"])).toBe(true);
  });
});
