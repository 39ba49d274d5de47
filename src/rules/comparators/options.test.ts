import { describe } from "vitest";
import { sameCase, testComparators } from "#rules/testing/comparator-tests.ts";
import { optionComparators } from "./options.ts";

const x100k = "x".repeat(100_000);
const values = [null, undefined, "", "2", 2, true, {}, [], ["1", 2], x100k];
// null, missing, empty, text, a number, yes, a record, no entries, two entries, long

describe("comparators of options and yes or no (api 2.15)", () => {
  testComparators(optionComparators, {
    rows: [
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
    ],
    values,
    inputs: {
      option_equal_to: [["2"], "---++---+-"],
      option_not_equal_to: [["2"], "+++--+++++"],
      string_option_equal_to: [["2"], "---++---+-"],
      string_option_not_equal_to: [["2"], "+++--+++++"],
      boolean_equal_to: [["true"], "-----+--+-"],
    },
    spellings: { string_option_equal_to: sameCase, string_option_not_equal_to: "-++++" },
  });
});
