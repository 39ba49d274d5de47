import { describe, expect, test } from "vitest";
import type { ActionHandle, DataTypeHandle } from "#contract/handles.ts";
import { actionHandles } from "#contract/handles.ts";
import { maxTextLength } from "./action.ts";
import { after, anyAction } from "#rules/testing/handles.ts";

type Row = readonly [
  handle: ActionHandle,
  value: unknown,
  operands: readonly unknown[],
  result: unknown,
  type?: DataTypeHandle,
];
const oak = [{ id: 5, name: "Wood", value: "Oak" }];

const rows: readonly Row[] = [
  // Any field
  ["set", "old", [" new "], " new "],
  ["set", null, ["2 * (3 + 0.5)"], 7, "number"],
  ["set", "1.00", ["0.1 + 0.2"], "0.3", "number"],
  ["set", 5, ["soon"], 5, "number"],
  ["set", 5, ["1 / 0"], 5, "number"],
  ["set", null, ["{thing.other_number} * 2"], null, "number"],
  ["set", null, ["yes"], true, "boolean"],
  ["set", true, ["perhaps"], true, "boolean"],
  ["set", ["a"], ["b, c"], ["b", "c"], "tags"],
  ["set", null, ["2026-01-01"], "2026-01-01", "date"],
  ["set_to_empty", "a", [], ""],
  ["set_to_empty", 5, [], null, "number"],
  ["set_to_empty", ["a"], [], [], "array"],
  ["set_to_empty", null, [], ""],
  ["set_to_field", "old", ["new"], "new"],
  ["set_to_field", "old", [null], "old"],
  ["set_to_field", "old", [["a", "b"]], "a, b"],
  ["set_to_field", null, [[1.1, 2.2]], 3.3, "number"],
  ["set_to_field", null, [["a", "b"]], ["a", "b"], "array"],
  ["option_set", "kg", ["lb"], "lb", "string_options"],
  ["option_set", 1, ["2"], 2],
  ["option_set", 1, [""], 1],
  ["apply_custom_action", null, [" hold "], "hold"],
  ["apply_custom_action", "x", [""], "x"],
  // Shape of text
  ["lowercase", "ÄB", [], "äb"],
  ["lowercase", null, [], null],
  ["uppercase", "straße", [], "STRASSE"],
  ["uppercase", { a: 1 }, [], { a: 1 }],
  ["trim", "\u00A0 a b ", [], "a b"],
  ["trim", null, [], null],
  ["sentence_case", "HELLO. IT IS 5. “yes!” NO", [], "Hello. It is 5. “Yes!” no"],
  ["sentence_case", "", [], ""],
  ["capitalize_each_word", "o'neil's brass éclair-box", [], "O'neil's Brass Éclair-Box"],
  ["capitalize_each_word", null, [], null],
  ["decode_html", "&lt;b&gt; &#233;&#x1F9F5; &eacute; &nope; &#0;", [], "<b> é🧵 é &nope; \uFFFD"],
  ["decode_html", "&amp;amp;", [], "&amp;"],
  ["decode_html", null, [], null],
  ["left_pad", 42, ["5", "0"], "00042"],
  ["left_pad", "🧵", ["3", "ab"], "ab🧵"],
  ["left_pad", "42", ["1000000000"], "42"],
  ["left_pad", null, ["5", "0"], null],
  ["right_pad", "42", ["5"], "42   "],
  ["right_pad", "42", ["x", "0"], "42"],
  ["right_pad", "long", ["2", "0"], "long"],
  ["substring", "Brass lamp", ["0", "5"], "Brass"],
  ["substring", "Brass lamp", ["-4"], "lamp"],
  ["substring", "🧵🧶", ["1", "2"], "🧶"],
  ["substring", "abc", ["5"], ""],
  ["substring", "abc", ["x"], "abc"],
  ["substring", null, ["0", "1"], null],
  ["replace_character_at_index", "cat", ["0", "b"], "bat"],
  ["replace_character_at_index", "cat", ["-1", ""], "ca"],
  ["replace_character_at_index", "cat", ["9", "b"], "cat"],
  ["replace_character_at_index", "", ["0", "b"], ""],
  ["split_by_value", "a > b > c", [">", "2"], "b"],
  ["split_by_value", "a > b", [">", "-1"], "b"],
  ["split_by_value", "a > b", [">", "3"], "a > b"],
  ["split_by_value", "a", ["", "1"], "a"],
  ["split_by_value", "a,b", [","], ["a", "b"], "array"],
  ["split_by_value", ["a,b"], [","], ["a", "b"], "array"],
  ["split_by_value", null, [",", "1"], null],
  // Parts of text
  ["replace", "Lamp, LAMP", ["lamp", "light"], "light, light"],
  ["replace", "Straße", ["SS", "s"], "Strase"],
  ["replace", "abc", ["", "x"], "abc"],
  ["replace", "a.b", [".", "$&"], "a$&b"],
  ["replace", null, ["a", "b"], null],
  ["replace_case_sensitive", "Lamp lamp", ["lamp", "light"], "Lamp light"],
  ["replace_case_sensitive", "Lamp", ["lamp", "light"], "Lamp"],
  ["replace_character_occurrence", "a-b-c", ["-", "2", "+"], "a-b+c"],
  ["replace_character_occurrence", "a-b-c", ["-", "-1", ""], "a-bc"],
  ["replace_character_occurrence", "a-b", ["-", "3", "+"], "a-b"],
  ["prefix", "100", ["SKU-"], "SKU-100"],
  ["prefix", null, ["SKU-"], null],
  ["postfix", "", ["!"], "!"],
  ["postfix", ["a", "b"], ["!"], ["a!", "b!"]],
  ["postfix", undefined, ["!"], undefined],
  ["prefix_with_field", "lamp", ["Brass", " "], "Brass lamp"],
  ["prefix_with_field", "lamp", [null, " "], "lamp"],
  ["postfix_with_field", "lamp", ["Brass", ", "], "lamp, Brass"],
  ["postfix_with_field", null, ["Brass"], null],
  ["append_as_sentence", "A lamp", ["Made of brass"], "A lamp. Made of brass."],
  ["append_as_sentence", "Why?", ["Because!"], "Why? Because!"],
  ["append_as_sentence", null, ["New"], "New."],
  ["append_as_sentence", "A", [" "], "A"],
  ["mapping_set", "GRN", ["1"], "Green"],
  ["mapping_set", " grn ", ["1"], "Green"],
  ["mapping_set", "RED", ["1"], "RED"],
  ["mapping_set", "GRN", ["2"], "GRN"],
  [
    "attributes_to_html",
    "",
    [[{ name: "Wood", value: "Oak & <ash>" }]],
    "<ul><li><strong>Wood</strong>: Oak &amp; &lt;ash&gt;</li></ul>",
  ],
  ["attributes_to_html", "old", [null], "old"],
  ["po_custom_fields_to_text", null, [], "Gift: yes\nBatch: 7"],
  ["po_custom_fields_to_text", "x", [" = ", "; "], "Gift = yes; Batch = 7"],
  ["all_po_line_items_custom_fields_to_text", "", ["", ", "], "Size: L, Size: M"],
  // Numbers
  ["add", 0.1, ["0.2"], 0.3],
  ["add", "19.99", ["0.01"], "20"],
  ["add", null, ["1"], null],
  ["add", 1, ["one"], 1],
  ["add", 1e308, ["1e308"], 1e308],
  ["subtract", 0.3, ["0.1"], 0.2],
  ["subtract", "", ["1"], ""],
  ["multiply", 19.99, ["3"], 59.97],
  ["multiply", 1.005, ["100"], 100.5],
  ["multiply", [1, 2], ["2"], [2, 4]],
  ["divide_by", 10, ["3"], 3.3333333333333335],
  ["divide_by", "10", ["3"], "3.333333333333333333333333333333333"],
  ["divide_by", 10, ["0"], 10],
  ["divide_by", 2, ["-3"], -0.6666666666666666],
  ["percent_change", 19.99, ["-10"], 17.991],
  ["percent_change", 100, ["7.5"], 107.5],
  ["percent_change", null, ["5"], null],
  ["add_field", 1.1, [2.2], 3.3],
  ["add_field", 1, [[1, 2, "x"]], 4],
  ["add_field", 1, [null], 1],
  ["subtract_field", 3.3, ["2.2"], 1.1],
  ["subtract_field", null, [1], null],
  ["multiply_by_field", 2, [1.35], 2.7],
  ["multiply_by_field", 2, [null], 2],
  ["divide_by_field", 9, [2], 4.5],
  ["divide_by_field", 9, [0], 9],
  ["set_decimal", 19.37, ["99"], 19.99],
  ["set_decimal", -20, [".95"], -20.95],
  ["set_decimal", "19.37", ["0.5"], "19.5"],
  ["set_decimal", 19.37, ["05"], 19.05],
  ["set_decimal", 19.37, ["005"], 19.005],
  ["set_decimal", 19.37, ["0.05"], 19.05],
  ["set_decimal", 19.37, ["0"], 19],
  ["set_decimal", 19.37, ["00.5"], 19.37],
  ["set_decimal", 19.37, ["x"], 19.37],
  ["set_decimal", null, ["99"], null],
  ["set_ones_place_value_to", 23.5, ["9"], 29.5],
  ["set_ones_place_value_to", 7, ["0"], 0],
  ["set_ones_place_value_to", -12, ["9"], -19],
  ["set_ones_place_value_to", 7, ["12"], 7],
  // Named values
  ["attribute_add", oak, ["Size", "L"], [...oak, { name: "Size", value: "L" }]],
  ["attribute_add", oak, ["WOOD", "Ash"], [{ id: 5, name: "Wood", value: "Ash" }]],
  ["attribute_add", null, ["Size", "L"], [{ name: "Size", value: "L" }]],
  ["attribute_add", oak, [" ", "L"], oak],
  ["attribute_modify", oak, ["wood", "Ash"], [{ id: 5, name: "Wood", value: "Ash" }]],
  ["attribute_modify", oak, ["size", "L"], oak],
  ["attribute_remove", oak, ["wood"], []],
  ["attribute_remove", oak, ["size"], oak],
  [
    "custom_field_add",
    [{ key: "a", value: 1 }],
    ["b", "2"],
    [
      { key: "a", value: 1 },
      { key: "b", value: "2" },
    ],
  ],
  ["custom_field_modify", [{ key: "a", value: 1 }], ["a", "2"], [{ key: "a", value: "2" }]],
  ["custom_field_modify", null, ["a", "2"], null],
  ["custom_field_remove", [{ key: "a", value: 1 }], ["a"], []],
  ["custom_aggregate_field_add", { a: 1 }, ["b", "2"], { a: 1, b: "2" }],
  ["custom_aggregate_field_modify", { Total: 1 }, ["total", "2"], { Total: "2" }],
  ["custom_aggregate_field_remove", { a: 1, b: 2 }, ["a"], { b: 2 }],
  ["custom_aggregate_field_remove", null, ["a"], null],
  ["variant_option_add", [], ["Size", "L"], [{ name: "Size", value: "L" }]],
  [
    "variant_option_modify",
    [{ id: 1, name: "Size", value: "L" }],
    ["size", "M"],
    [{ id: 1, name: "Size", value: "M" }],
  ],
  ["variant_option_remove", [{ id: 1, name: "Size", value: "L" }], ["Size"], []],
];

describe("actions (api 2.15)", () => {
  test.for(rows)("%s: %j with %j gives %j", ([handle, value, operands, result, type]) => {
    expect(after(handle, value, operands, type)).toEqual(result);
  });

  test.each(actionHandles)("%s has at least a row", (handle) => {
    expect(rows.some(([name]) => name === handle)).toBe(true);
  });

  test.each(actionHandles)("%s: the example is correct", (handle) => {
    const { value, operands, result } = anyAction[handle].example;
    const given =
      anyAction[handle].usesOtherField && handle === "attributes_to_html"
        ? operands.map((text) => JSON.parse(text))
        : operands;
    expect(after(handle, value, given)).toEqual(result);
  });

  test.each(actionHandles)(
    "%s: has a sentence with a placeholder for the field and for existing operands",
    (handle) => {
      const { label, explanation, sentence, whenMissing, operands } = anyAction[handle];
      expect(label).toMatch(/^[A-Z]/);
      expect(whenMissing).toMatch(/^[A-Z].*\.$/);
      expect(explanation).toMatch(/^[A-Z].*\.$/);
      expect(sentence).toContain("{field}");
      const places = (sentence.match(/\{[1-4]\}/g) ?? []).map((place) => Number(place[1]));
      expect(Math.max(0, ...places)).toBeLessThanOrEqual(operands.length);
    },
  );

  test("a text cannot exceed the length limit, and a longer one can still become shorter", () => {
    const long = "ab ".repeat(maxTextLength / 2);
    expect(after("prefix", long, ["x"])).toBe(long);
    expect(after("replace", long, ["b", "bbbb"])).toBe(long);
    expect(after("replace", long, ["b", ""])).toHaveLength(maxTextLength);
  });
});
