import { describe } from "vitest";
import { anyCase, testComparators } from "#rules/testing/comparator-tests.ts";
import { entryComparators } from "./lists.ts";

const many = Array.from({ length: 100_000 }, (_, at) => `tag ${at}`);
const named = [{ name: "Wood", value: 1 }, null, 5, { key: "Size" }];
const oak = [{ name: "Wood", value: "Oak" }];
const values = [
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

describe("comparators of named values (api 2.15)", () => {
  testComparators(entryComparators, {
    rows: [
      ["attributes_default", oak, ["wood"], true],
      ["attributes_default", oak, ["Colour"], false],
      ["attributes_default", oak, [""], false],
      ["custom_fields_default", [{ key: "Gift", value: "yes" }], ["gift"], true],
      ["custom_fields_default", [{ key: "Gift" }], ["gifts"], false],
      ["custom_aggregate_field_default", { total: 3 }, ["Total"], true],
      ["custom_aggregate_field_default", { total: 3 }, ["constructor"], false],
      ["variant_options_default", [{ id: 1, name: "Size", value: "L" }], ["Size"], true],
      ["variant_options_default", [], ["Size"], false],
    ],
    values,
    inputs: {
      attributes_default: [["wood"], "------++-"],
      custom_fields_default: [["size"], "------+--"],
      custom_aggregate_field_default: [["tag 99999"], "--------+"],
      variant_options_default: [["constructor"], "---------"],
    },
    spellings: {
      attributes_default: anyCase,
      custom_fields_default: anyCase,
      custom_aggregate_field_default: anyCase,
      variant_options_default: anyCase,
    },
    textAsValue: (name) => [{ name, value: 1 }],
  });
});
