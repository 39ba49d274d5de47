import { describe, expect, test } from "vitest";
import type { ActionHandle } from "#contract/handles.ts";
import { after, anyAction } from "#rules/testing/handles.ts";

/*
 * Every action on every kind of field value. A row contains the operands and the results for the values of its kind of
 * table, in their order. The compiler requires a row for every handle.
 */
type Row = readonly [operands: readonly unknown[], results: readonly unknown[]];

/** The value is unchanged and the same object. */
const same = Symbol("same");
/** The value became a text of that length. */
const length = (of: number) => ({ length: of });

const x100k = "x".repeat(100_000);
const accent = "e\u0301"; // as two characters; in the operands it is one
const texts = [null, undefined, "", { a: 1 }, [" A b", 5, null], `${accent} straße 𐐨`, x100k];
const noText = [same, same, same, same] as const;
const each = (value: unknown) => [value, value, value, value, [value, value, value], value, value];
const every = (value: unknown) => Array.from(texts, () => value);
const html = "<ul><li><strong>é</strong>: &lt;</li></ul>";
// null, missing, empty, a record, a list, Unicode, 100,000 characters
const textRows = {
  set: [["a"], every("a")],
  set_to_empty: [[], ["", "", same, "", "", "", ""]],
  set_to_field: [["a"], every("a")],
  option_set: [["a"], each("a")],
  apply_custom_action: [[" hold "], each("hold")],
  lowercase: [[], [...noText, [" a b", 5, null], same, same]],
  uppercase: [[], [...noText, [" A B", 5, null], "E\u0301 STRASSE 𐐀", length(100_000)]],
  trim: [[], [...noText, ["A b", 5, null], same, same]],
  sentence_case: [[], [...noText, same, "E\u0301 straße 𐐨", length(100_000)]],
  capitalize_each_word: [[], [...noText, [" A B", 5, null], "E\u0301 Straße 𐐀", length(100_000)]],
  decode_html: [[], [...noText, same, same, same]],
  left_pad: [
    ["5", "é"],
    [same, same, "ééééé", same, ["é A b", "éééé5", null], same, same],
  ],
  right_pad: [
    ["5", "é"],
    [same, same, "ééééé", same, [" A bé", "5éééé", null], same, same],
  ],
  substring: [
    ["0", "1"],
    [...noText, [" ", 5, null], accent, "x"],
  ],
  replace_character_at_index: [
    ["0", "_"],
    [...noText, ["_A b", "_", null], "_ straße 𐐨", length(100_000)],
  ],
  split_by_value: [
    ["é", "2"],
    [...noText, same, "straße 𐐨", same],
  ],
  replace: [
    ["É", "_"],
    [...noText, same, "_ straße 𐐨", same],
  ],
  replace_case_sensitive: [
    ["é", "_"],
    [...noText, same, "_ straße 𐐨", same],
  ],
  replace_character_occurrence: [
    ["é", "1", "_"],
    [...noText, same, "_ straße 𐐨", same],
  ],
  prefix: [["_"], [same, same, "_", same, ["_ A b", "_5", null], `_${accent} straße 𐐨`, same]],
  postfix: [["_"], [same, same, "_", same, [" A b_", "5_", null], `${accent} straße 𐐨_`, same]],
  prefix_with_field: [
    ["é", " "],
    [same, same, "é", same, ["é  A b", "é 5", null], `é ${accent} straße 𐐨`, same],
  ],
  postfix_with_field: [
    ["é", " "],
    [same, same, "é", same, [" A b é", "5 é", null], `${accent} straße 𐐨 é`, same],
  ],
  append_as_sentence: [
    ["Neu"],
    [
      "Neu.",
      "Neu.",
      "Neu.",
      "Neu.",
      [" A b. Neu.", "5. Neu.", "Neu."],
      `${accent} straße 𐐨. Neu.`,
      same,
    ],
  ],
  mapping_set: [["1"], [...noText, same, same, same]],
  attributes_to_html: [[[{ name: "é", value: "<" }]], every(html)],
  po_custom_fields_to_text: [[], each("Gift: yes\nBatch: 7")],
  all_po_line_items_custom_fields_to_text: [[], each("Size: L\nSize: M")],
} as const satisfies Partial<Record<ActionHandle, Row>>;

const numbers = [
  null,
  undefined,
  "",
  "ten",
  { a: 1 },
  [1, "2.5", "x"],
  "１０",
  "9".repeat(100_000),
];
const untouched = [same, same, same, same, same];
const onList = (one: number, other: string): readonly unknown[] => [
  ...untouched,
  [one, other, "x"],
  same,
  same,
];
// null, missing, empty, a word, a record, a list, wide digits, 100,000 digits
const numberRows = {
  add: [["1"], onList(2, "3.5")],
  subtract: [["1"], onList(0, "1.5")],
  multiply: [["2"], onList(2, "5")],
  divide_by: [["2"], onList(0.5, "1.25")],
  percent_change: [["50"], onList(1.5, "3.75")],
  add_field: [[1], onList(2, "3.5")],
  subtract_field: [[1], onList(0, "1.5")],
  multiply_by_field: [[2], onList(2, "5")],
  divide_by_field: [[2], onList(0.5, "1.25")],
  set_decimal: [["9"], onList(1.9, "2.9")],
  set_ones_place_value_to: [["9"], onList(9, "9.5")],
} as const satisfies Partial<Record<ActionHandle, Row>>;

const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `n${at}`, value: at }));
const odd = [null, 5, { value: "nameless" }];
const entries = [null, undefined, "", 5, odd, [{ name: "WÜRDE", value: "1" }], { WÜRDE: 1 }, many];
const name = "wu\u0308rde";
const fresh = { name, value: "x" };
const adds: Row = [
  [name, "x"],
  [
    [fresh],
    [fresh],
    [fresh],
    [fresh],
    [...odd, fresh],
    [{ name: "WÜRDE", value: "x" }],
    { WÜRDE: "x" },
    [...many, fresh],
  ],
];
const modifies: Row = [
  [name, "x"],
  [...untouched, [{ name: "WÜRDE", value: "x" }], { WÜRDE: "x" }, same],
];
const removes: Row = [[name], [...untouched, [], {}, same]];
// null, missing, empty text, a number, strange entries, the entry, a record with it, 100,000 others
const entryRows = {
  attribute_add: adds,
  attribute_modify: modifies,
  attribute_remove: removes,
  custom_field_add: adds,
  custom_field_modify: modifies,
  custom_field_remove: removes,
  custom_aggregate_field_add: adds,
  custom_aggregate_field_modify: modifies,
  custom_aggregate_field_remove: removes,
  variant_option_add: adds,
  variant_option_modify: modifies,
  variant_option_remove: removes,
} as const satisfies Partial<Record<ActionHandle, Row>>;

const all = { ...textRows, ...numberRows, ...entryRows } as const satisfies Record<
  ActionHandle,
  Row
>;

const tables: readonly (readonly [Partial<Record<ActionHandle, Row>>, readonly unknown[]])[] = [
  [textRows, texts],
  [numberRows, numbers],
  [entryRows, entries],
];

describe("actions on every kind of field value (api 2.15)", () => {
  for (const [rows, values] of tables) {
    test.each(Object.entries(rows))("%s", (handle, [operands, results]) => {
      const made = values.map((value) => {
        const result = after(handle as keyof typeof all, value, operands);
        if (Object.is(result, value)) return same;
        return typeof result === "string" && result.length > 1_000 ? length(result.length) : result;
      });
      expect(made).toEqual(results);
    });
  }

  test.each(Object.keys(all))("%s: describes the result for a missing value", (handle) => {
    const { whenMissing } = anyAction[handle as keyof typeof all];
    const [operands] = all[handle as keyof typeof all];
    const stays = after(handle as keyof typeof all, null, operands) === null;
    expect(whenMissing.startsWith("Does nothing")).toBe(stays);
  });
});
