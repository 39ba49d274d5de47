import { describe, expect, test } from "vitest";
import type { ComparatorHandle } from "#contract/handles.ts";
import { comparatorHandles } from "#contract/handles.ts";
import { missingWords } from "./missing-words.ts";
import { anyComparator, holds } from "./test-handles.ts";

type Row = readonly [
  handle: ComparatorHandle,
  value: unknown,
  operands: readonly unknown[],
  holds: boolean,
];

const oak = [{ name: "Wood", value: "Oak" }];
const rows: readonly Row[] = [
  // Lists
  ["array_empty", [], [], true],
  ["array_empty", ["a"], [], false],
  ["array_not_empty", ["a"], [], true],
  ["array_not_empty", [], [], false],
  ["array_size_equals", ["a", "b"], ["2"], true],
  ["array_size_equals", ["a", "b"], ["3"], false],
  ["array_size_equals", [], [""], false],
  ["array_size_greater_than", ["a", "b"], ["1"], true],
  ["array_size_greater_than", ["a", "b"], ["2"], false],
  ["array_size_less_than", [], ["1"], true],
  ["array_size_less_than", ["a"], ["1"], false],
  ["tag_contains", ["Sale", "new"], ["sale"], true],
  ["tag_contains", ["Sales"], ["sale"], false],
  ["tag_contains", ["a"], ['["b","A"]'], true],
  ["tag_contains", ["a"], [""], false],
  ["tag_does_not_contain", ["new"], ["sale"], true],
  ["tag_does_not_contain", ["SALE"], ["sale"], false],
  ["category_in_list", { id: 7, name: "Lighting" }, ["Tables, lighting"], true],
  ["category_in_list", { id: 7, name: "Lighting" }, ["7"], true],
  ["category_in_list", { id: 7, name: "Lighting" }, ["Tables"], false],
  ["category_in_list", [{ name: "A" }, { name: "B" }], ["b"], true],
  ["category_in_list", "Chairs, wooden", ['["Chairs, wooden"]'], true],
  // Named values
  ["attributes_default", oak, ["wood"], true],
  ["attributes_default", oak, ["Colour"], false],
  ["attributes_default", oak, [""], false],
  ["custom_fields_default", [{ key: "Gift", value: "yes" }], ["gift"], true],
  ["custom_fields_default", [{ key: "Gift" }], ["gifts"], false],
  ["custom_aggregate_field_default", { total: 3 }, ["Total"], true],
  ["custom_aggregate_field_default", { total: 3 }, ["constructor"], false],
  ["variant_options_default", [{ id: 1, name: "Size", value: "L" }], ["Size"], true],
  ["variant_options_default", [], ["Size"], false],
  // Yes or no, options
  ["boolean_equal_to", true, ["true"], true],
  ["boolean_equal_to", "false", ["no"], true],
  ["boolean_equal_to", false, ["true"], false],
  ["boolean_equal_to", true, ["maybe"], false],
  ["option_equal_to", 2, ["2"], true],
  ["option_equal_to", 2, ["[1,2]"], true],
  ["option_equal_to", 2, ["22"], false],
  ["option_not_equal_to", 3, ["2"], true],
  ["option_not_equal_to", 2, ["2"], false],
  ["string_option_equal_to", "lb", ["lb"], true],
  ["string_option_equal_to", "lb", ["kg"], false],
  ["string_option_not_equal_to", "lb", ["kg"], true],
  ["string_option_not_equal_to", "lb", ["lb"], false],
  // Dates; it is noon of 10 January 2026
  ["date_older_than", "2026-01-01", ["5"], true],
  ["date_older_than", "2026-01-08", ["5", "days"], false],
  ["date_older_than", "2026-01-10T11:29:00Z", ["30", "minutes"], true],
  ["date_older_than", "2026-01-10T11:31:00Z", ["30", "minute"], false],
  ["date_older_than", "2020-02-30", ["1"], false],
  ["date_within_last", "2026-01-09", ["2", "days"], true],
  ["date_within_last", "2026-01-07", ["2"], false],
  ["date_within_last", "2026-01-11", ["2"], false],
  ["date_greater_than", "2026-01-02", ["2026-01-01"], true],
  ["date_greater_than", "2026-01-01T00:00:00+02:00", ["2026-01-01"], false],
  ["date_greater_than", "2026-01-02", ["soon"], false],
  ["date_greater_than_equals", "2026-01-01T00:00:00.000Z", ["2026-01-01"], true],
  ["date_greater_than_equals", "2025-12-31", ["2026-01-01"], false],
  ["date_older_than_equals", "2026-01-01", ["2026-01-01T00:00"], true],
  ["date_older_than_equals", "2026-01-02", ["2026-01-01"], false],
  // Numbers
  ["equal_to", 10, ["10.00"], true],
  ["equal_to", "0.30", ["0.3"], true],
  ["equal_to", 0.1, ["0.10000000000000001"], false],
  ["equal_to", 0, [""], false],
  ["equal_to", "ten", ["10"], false],
  ["greater_than", 10, ["9.99"], true],
  ["greater_than", 10, ["10"], false],
  ["greater_than_equal_to", 10, ["10"], true],
  ["greater_than_equal_to", 9.99, ["10"], false],
  ["less_than", -1, ["0"], true],
  ["less_than", 0, ["-0"], false],
  ["less_than_equal_to", 0, ["0"], true],
  ["less_than_equal_to", 1e21, ["1"], false],
  ["equal_to_field", 1.5, ["1.50"], true],
  ["equal_to_field", 1.5, [2], false],
  ["equal_to_field", 1.5, [null], false],
  ["greater_than_field", 2, [1], true],
  ["greater_than_field", 1, [1], false],
  ["greater_than_equal_to_field", 1, [1], true],
  ["greater_than_equal_to_field", 0, [1], false],
  ["less_than_field", 0, [1], true],
  ["less_than_field", 1, [1], false],
  ["less_than_equal_to_field", 1, [1], true],
  ["less_than_equal_to_field", 2, [1], false],
  ["percent_greater_than_field", 12.01, [10, "120"], true],
  ["percent_greater_than_field", 12, [10, "120"], false],
  ["percent_greater_than_equal_to_field", 1.1, [1, "110"], true],
  ["percent_greater_than_equal_to_field", 1.09, [1, "110"], false],
  ["percent_less_than_field", 8, [10, "90"], true],
  ["percent_less_than_field", 9, [10, "90"], false],
  ["percent_less_than_equal_to_field", 9, [10, "90"], true],
  ["percent_less_than_equal_to_field", 9, [10, "lots"], false],
  ["number_exists", 0, [], true],
  ["number_exists", "", [], false],
  ["number_exists", Number.NaN, [], false],
  ["number_does_not_exist", "", [], true],
  ["number_does_not_exist", "0", [], false],
  ["decimal_place_value", 19.95, ["5", "2"], true],
  ["decimal_place_value", 19.95, ["0", "3"], true],
  ["decimal_place_value", 19.95, ["9", "2"], false],
  ["decimal_place_value", 19.95, ["9", "0"], false],
  // Text
  ["string_contains", "Brass Lamp", ["lamp"], true],
  ["string_contains", "STRASSE", ["straße"], true],
  ["string_contains", "Cafe\u0301", ["É"], true],
  ["string_contains", 1234, ["23"], true],
  ["string_contains", "Brass", ["lamp"], false],
  ["string_contains_case_sensitive", "Brass Lamp", ["Lamp"], true],
  ["string_contains_case_sensitive", "Brass Lamp", ["lamp"], false],
  ["string_not_contains", "Brass", ["lamp"], true],
  ["string_not_contains", "LAMP", ["lamp"], false],
  ["string_not_contains_case_sensitive", "LAMP", ["lamp"], true],
  ["string_not_contains_case_sensitive", "lamp", ["lamp"], false],
  ["string_starts_with", "SKU-1", ["sku"], true],
  ["string_starts_with", "1-SKU", ["sku"], false],
  ["string_starts_with_case_sensitive", "SKU-1", ["SKU"], true],
  ["string_starts_with_case_sensitive", "SKU-1", ["sku"], false],
  ["string_not_starts_with", "1-SKU", ["sku"], true],
  ["string_not_starts_with", "SKU-1", ["sku"], false],
  ["string_not_starts_with_case_sensitive", "SKU-1", ["sku"], true],
  ["string_not_starts_with_case_sensitive", "sku-1", ["sku"], false],
  ["string_ends_with", "ΟΔΟΣ", ["ος"], true],
  ["string_ends_with", "a.png", [".jpg"], false],
  ["string_ends_with_case_sensitive", "a.jpg", [".jpg"], true],
  ["string_ends_with_case_sensitive", "a.JPG", [".jpg"], false],
  ["string_not_ends_with", "a.png", [".jpg"], true],
  ["string_not_ends_with", "a.JPG", [".jpg"], false],
  ["string_not_ends_with_case_sensitive", "a.JPG", [".jpg"], true],
  ["string_not_ends_with_case_sensitive", "a.jpg", [".jpg"], false],
  ["string_equal_to", "OAK", ["oak"], true],
  ["string_equal_to", "", [""], true],
  ["string_equal_to", "oak ", ["oak"], false],
  ["string_equal_to_case_sensitive", "oak", ["oak"], true],
  ["string_equal_to_case_sensitive", "Oak", ["oak"], false],
  ["string_not_equal_to", "ash", ["oak"], true],
  ["string_not_equal_to", "Oak", ["oak"], false],
  ["string_not_equal_to_case_sensitive", "Oak", ["oak"], true],
  ["string_not_equal_to_case_sensitive", "oak", ["oak"], false],
  ["string_equals_field", "OAK", ["oak"], true],
  ["string_equals_field", "oak", ["ash"], false],
  ["string_equals_field", "oak", [null], false],
  ["string_equals_field_case_sensitive", "oak", ["oak"], true],
  ["string_equals_field_case_sensitive", "Oak", ["oak"], false],
  ["string_not_equals_field", "oak", ["ash"], true],
  ["string_not_equals_field", "oak", ["OAK"], false],
  ["string_not_equals_field_case_sensitive", "oak", ["OAK"], true],
  ["string_not_equals_field_case_sensitive", "oak", ["oak"], false],
  ["string_in_list", "OAK", ["ash, oak"], true],
  ["string_in_list", "b, c", ["a\nb, c"], true],
  ["string_in_list", "a", ['["a","b"]'], true],
  ["string_in_list", "oaks", ["ash, oak"], false],
  ["string_in_list_case_sensitive", "oak", ["ash, oak"], true],
  ["string_in_list_case_sensitive", "Oak", ["ash, oak"], false],
  ["string_not_in_list", "elm", ["ash, oak"], true],
  ["string_not_in_list", "ASH", ["ash, oak"], false],
  ["string_not_in_list_case_sensitive", "ASH", ["ash, oak"], true],
  ["string_not_in_list_case_sensitive", "ash", ["ash, oak"], false],
  ["string_exists", " ", [], true],
  ["string_exists", "", [], false],
  ["string_does_not_exist", "", [], true],
  ["string_does_not_exist", "a", [], false],
  ["string_length", "🧵ab", ["3"], true],
  ["string_length", "ab", ["3"], false],
  ["string_length", "", [""], false],
  ["string_occurrence_of_character", "a-b-c", ["2", "-"], true],
  ["string_occurrence_of_character", "aaa", ["1", "aa"], true],
  ["string_occurrence_of_character", "abc", ["1", "-"], false],
  ["string_occurrence_of_character", "abc", ["0", ""], true],
];

describe("comparators (api 2.15)", () => {
  test.each(rows)("%s: %j with %j holds: %j", (handle, value, operands, expected) => {
    expect(holds(handle, value, operands)).toBe(expected);
  });

  test.each(comparatorHandles)("%s has rows that match and rows that do not", (handle) => {
    const verdicts = rows.filter(([name]) => name === handle).map(([, , , verdict]) => verdict);
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  });

  test.each(comparatorHandles)("%s: the example is correct", (handle) => {
    const { value, operands, holds: expected } = anyComparator[handle].example;
    expect(holds(handle, value, operands)).toBe(expected);
  });

  // A record is not text, not a number and not a list; only named values and categories read one.
  test.each(comparatorHandles)(
    "%s: a value that is missing or of another kind gives the verdict of the table",
    (handle) => {
      const { whenMissing, reads } = anyComparator[handle];
      const strange = reads === "entries" || reads === "categories" ? [] : [{ a: 1 }];
      for (const value of [null, undefined, ...strange])
        expect(holds(handle, value, ["1", "1"])).toBe(whenMissing);
    },
  );

  test.each(comparatorHandles)(
    "%s: has a sentence with a placeholder for each operand",
    (handle) => {
      const { label, explanation, sentence, denial, operands } = anyComparator[handle];
      expect(label).toMatch(/^[a-z]/);
      expect(explanation).toMatch(/^[A-Z].*\.$/);
      for (const words of [sentence, denial])
        expect(words.match(/\{[1-4]\}/g) ?? []).toHaveLength(operands.length);
      expect(denial).not.toBe(sentence);
      expect(missingWords(anyComparator[handle])).toMatch(/^(Matches|Does not match) .*\.$/);
      for (const operand of operands) expect(operand.label).toMatch(/^[A-Z]/);
    },
  );
});
