import { describe } from "vitest";
import { anyCase, testComparators } from "#rules/testing/comparator-tests.ts";
import { listComparators } from "./lists.ts";

const x100k = "x".repeat(100_000);
const many = Array.from({ length: 100_000 }, (_, at) => `tag ${at}`);
const categories = [null, undefined, "", "2", 2, true, {}, [], ["1", 2], x100k];
// null, missing, empty, text, a number, yes, a record, no entries, two entries, long

const values = [null, undefined, "", "a", { a: 1 }, [], ["a", "b"], many];
// null, missing, empty text, text, a record, no entries, two entries, 100,000 entries

describe("comparators of lists (api 2.15)", () => {
  testComparators(listComparators, {
    rows: [
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
    ],
    values,
    inputs: {
      array_empty: [[], "++++++--"],
      array_not_empty: [[], "------++"],
      array_size_equals: [["2"], "------+-"],
      array_size_greater_than: [["1"], "------++"],
      array_size_less_than: [["3"], "-----++-"],
      tag_contains: [["B"], "------+-"],
      tag_does_not_contain: [["B"], "++++++-+"],
      category_in_list: [["2, Lighting"], "---++---+-", categories],
    },
    spellings: { tag_contains: anyCase, tag_does_not_contain: "-----", category_in_list: anyCase },
    textAsValue: (text) => [text],
  });
});
