import { describe, expect, test } from "vitest";
import type { ActionHandle } from "#contract/handles.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns } from "#rules/run-columns.ts";
import type { RunnableAction, RunnableCondition } from "#rules/rule-parts.ts";
import {
  act,
  after,
  always,
  ask,
  context,
  id,
  order,
  run,
  testRows,
  when,
} from "#service/testing/engine.ts";
import { workflowCatalogue } from "./workflow-catalogue.ts";

/* Results on the service's own fields that an independent check of the engine found wrong, each with others of its kind. */

describe("W1: fields below a missing parent", () => {
  const nested = [...workflowCatalogue.fields.values()].filter(({ path }) => path.length > 1);

  test("are 23", () => {
    expect(nested).toHaveLength(23);
  });

  test.each(nested.flatMap((field) => [null, undefined, {}].map((parent) => ({ field, parent }))))(
    "$field.reference below $parent is written, counted and traced",
    ({ field, parent }) => {
      const [above = "", below = ""] = field.path;
      const handle = field.dataType === "string" ? "set" : "option_set";
      const rule = always(act(field.reference, handle, ["2"]));
      const objects = { [field.objectHandle]: { note: "kept", [above]: parent } };
      const ran = runColumns(
        { useOriginalInputValue: false, rule },
        createTable([{ objects }], context),
      );
      const value = field.dataType === "numeric_options" ? 2 : "2";
      expect(ran.after(0).objects).toEqual({
        [field.objectHandle]: { note: "kept", [above]: { [below]: value } },
      });
      expect(ran.changedCount(rule.actions?.[0] ?? {})).toBe(1);
      expect(ran.changedCells()).toMatchObject([{ before: undefined, after: value }]);
      expect(ran.trace(0)?.actions[0]?.changes).toEqual([
        { element: 0, before: undefined, after: value },
      ]);
    },
  );

  test.each<[string, unknown]>([
    ["a text", "Berlin"],
    ["a list", ["Berlin"]],
    ["a number", 5],
  ])("a parent that is %s stays, and the count and the trace say so", (_, billingAddress) => {
    const objects = order({ billingAddress });
    const rule = always(act("purchase_order.billingAddress.city", "set", ["Berlin"]));
    const ran = runColumns(
      { useOriginalInputValue: false, rule },
      createTable([{ objects }], context),
    );
    expect(ran.after(0).objects).toEqual(objects);
    expect(ran.changedCount(rule.actions?.[0] ?? {})).toBe(0);
    expect(ran.changedCells()).toEqual([]);
    expect(ran.trace(0)?.actions[0]?.nothing).toBe("There is no record to write this to.");
  });

  test("an action that has nothing to change creates no parent", () => {
    const objects = order({ billingAddress: null });
    const made = after(act("purchase_order.billingAddress.city", "uppercase"), objects);
    expect(made).toEqual({ objects, nothing: "There is no text to change." });
  });
});

describe("W2: copying converts to the type of the field, or leaves it", () => {
  const copied = (to: string, from: string, value: unknown, before: unknown) => {
    const [object = "", field = ""] = to.split(".");
    const [otherObject = "", otherField = ""] = from.split(".");
    const objects = { [object]: { [field]: before }, [otherObject]: { [otherField]: value } };
    if (object === otherObject) objects[object] = { [field]: before, [otherField]: value };
    const made = after(act(to, "set_to_field", [id(from)]), objects);
    return {
      value: (made.objects[object] as Record<string, unknown>)[field],
      nothing: made.nothing,
    };
  };
  const category = { id: 7, parent_category_id: null, channel_id: 1, name: "Lighting" };

  test.each<[string, string, unknown, unknown, unknown]>([
    ["product.title", "product.category_one", category, "old", "Lighting"],
    [
      "product.title",
      "product.category_one",
      [category, { name: "Home" }],
      "old",
      "Lighting, Home",
    ],
    ["product.title", "product.tags", ["a", "b"], "old", "a, b"],
    ["product.title", "variant.price", 12.5, "old", "12.5"],
    ["variant.price", "variant.sku", "19.95", 1, 19.95],
    ["variant.price", "variant.sku", "19.95", "1.00", "19.95"],
    ["product.tags", "product.title", "sale", ["old"], ["sale"]],
    ["product.tags", "product.category_one", category, ["old"], ["Lighting"]],
    ["product.bullet_points", "product.title", "one", [], ["one"]],
    ["purchase_order.buyShippingLabel", "purchase_order.note", "no", true, false],
    ["purchase_order.buyShippingLabel", "purchase_order.note", "Y", null, true],
    ["purchase_order.holdUntil", "purchase_order.note", "2026-01-31", null, "2026-01-31"],
    ["product.category_two", "product.category_one", category, null, category],
    ["product.tags", "product.bullet_points", [], ["old"], []],
  ])("%s from %s: %j over %j gives %j", (to, from, value, before, result) => {
    expect(copied(to, from, value, before).value).toEqual(result);
  });

  test.each<[string, string, unknown, unknown, string]>([
    ["product.title", "product.tags", [], "old", "The other field has no text."],
    ["product.title", "product.tags", [null], "old", "The other field has no text."],
    [
      "product.title",
      "product.attributes",
      [{ name: "Wood", value: "Oak" }],
      "old",
      "The other field has no text.",
    ],
    ["product.title", "product.brand", null, "old", "The other field is empty."],
    ["variant.price", "variant.sku", "abc", 1, "The other field has no number."],
    ["variant.price", "variant.sku", "1,234.50", 1, "The other field has no number."],
    [
      "purchase_order.buyShippingLabel",
      "purchase_order.note",
      "maybe",
      true,
      "The other field is neither yes nor no.",
    ],
    [
      "purchase_order.holdUntil",
      "purchase_order.note",
      "soon",
      null,
      "The other field is not a date.",
    ],
    [
      "purchase_order.holdUntil",
      "purchase_order.totalCost",
      5,
      null,
      "The other field is not a date.",
    ],
    ["product.attributes", "product.title", "Oak", [], "The other field has no named values."],
    [
      "product.attributes",
      "product.bullet_points",
      ["Oak"],
      [],
      "The other field has no named values.",
    ],
    ["product.category_one", "product.tags", [], null, "The other field has no category."],
    [
      "product.tags",
      "product.attributes",
      [{ value: "Oak" }],
      ["old"],
      "The other field has nothing to copy.",
    ],
  ])("%s from %s: %j leaves %j, because: %s", (to, from, value, before, nothing) => {
    expect(copied(to, from, value, before)).toEqual({ value: before, nothing });
  });
});

describe("W3: lists are split as a whole", () => {
  testRows([
    [
      "product.bullet_points",
      "split_by_value",
      ["-"],
      ["a-b", "c-d", "e"],
      ["a", "b", "c", "d", "e"],
    ],
    ["product.bullet_points", "split_by_value", ["-"], ["a--b", "-"], ["a", "b"]],
    ["product.bullet_points", "split_by_value", ["-"], ["a", 5, null], ["a", 5, null]],
    ["product.bullet_points", "split_by_value", ["-"], "a-b", ["a", "b"]],
    ["product.bullet_points", "split_by_value", ["-"], [], []],
    ["product.tags", "split_by_value", [","], ["a, b", "c"], ["a", "b", "c"]],
    ["product.title", "split_by_value", [",", "2"], ["a,b", "c,d"], ["b", "d"]],
    ["product.title", "split_by_value", ["X"], "axb", "axb"],
  ]);
});

describe("W4: several entries of a name", () => {
  const families = [
    ["product.attributes", "attribute", "attributes_default"],
    ["product.custom_fields", "custom_field", "custom_fields_default"],
    ["product.aggregates", "custom_aggregate_field", "custom_aggregate_field_default"],
    ["variant.option_values", "variant_option", "variant_options_default"],
  ] as const;
  const two = [
    { id: 1, name: "Color", value: "Red" },
    { id: 2, name: "Size", value: "L" },
    { id: 3, name: " color ", value: "Blue" },
  ];
  const at = (reference: string, value: unknown) => {
    const [object = "", field = ""] = reference.split(".");
    return { [object]: { [field]: value } };
  };

  test.each(families)("%s: all of them are removed, changed and set", (reference, family) => {
    const changed = (handle: string, operands: string[], more?: Partial<RunnableAction>) =>
      after(act(reference, handle as ActionHandle, operands, more), at(reference, two)).objects;
    expect(changed(`${family}_remove`, ["Color"])).toEqual(at(reference, [two[1]]));
    const black = two.map((entry) => (entry.id === 2 ? entry : { ...entry, value: "Black" }));
    expect(changed(`${family}_modify`, ["COLOR", "Black"])).toEqual(at(reference, black));
    expect(changed(`${family}_add`, ["Color", "Black"])).toEqual(at(reference, black));
    const upper = two.map((entry) =>
      entry.id === 2 ? entry : { ...entry, value: entry.value.toUpperCase() },
    );
    const childActions = [act(reference, "uppercase")];
    expect(changed(`${family}_modify`, ["Color"], { childActions })).toEqual(at(reference, upper));
  });

  test.each(families)("%s: a condition asks any of them, or all", (reference, _, handle) => {
    const asks = (text: string, more: Partial<RunnableCondition> = {}, value: unknown = two) =>
      run(
        when(
          ask(reference, handle, ["Color"], {
            childConditions: [ask(reference, "string_equal_to", [text])],
            ...more,
          }),
        ),
        at(reference, value),
      ).matched;
    const every = { fieldArrayMustMatchAll: true };
    expect([asks("red"), asks("blue"), asks("green")]).toEqual([true, true, false]);
    expect([asks("red", every), asks("blue", every)]).toEqual([false, false]);
    expect(asks("red", every, [two[0], two[1]])).toBe(true);
    expect(asks("red", every, [two[1]])).toBe(false);
    const reds = [two[0], { name: "Color", value: "RED" }];
    expect(asks("red", every, reds)).toBe(true);
  });

  test("child conditions ask the same entry", () => {
    const children = ["red", "dark"].map((text) =>
      ask("product.attributes", "string_contains", [text]),
    );
    const asks = (...values: string[]) =>
      run(
        when(
          ask("product.attributes", "attributes_default", ["Color"], { childConditions: children }),
        ),
        {
          product: { attributes: values.map((value) => ({ name: "Color", value })) },
        },
      ).matched;
    expect(asks("dark red")).toBe(true);
    expect(asks("red", "dark blue")).toBe(false);
  });
});
