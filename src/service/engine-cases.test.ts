import { describe, expect, test } from "vitest";
import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableWorkflowRule,
} from "#rules/runnable-rule.ts";
import { runOnRecord } from "#rules/run-columns.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns } from "#rules/run-columns.ts";
import { action, condition, fieldId } from "./test-rules.ts";
import { workflowCatalogue } from "./workflow-catalogue.ts";

/* Results on the service's own fields that an independent check of the engine found wrong, each with others of its kind. */

const context = { catalogue: workflowCatalogue, now: Date.parse("2026-01-10T12:00:00Z") };
const id = (reference: string) => String(fieldId(reference));

const act = (
  field: string,
  handle: ActionHandle,
  [value, value2, value3]: readonly string[] = [],
  more: Partial<RunnableAction> = {},
): RunnableAction => ({ ...action(field, handle, value), value2, value3, ...more });

const ask = (
  field: string,
  handle: ComparatorHandle,
  [operand, condition2]: readonly string[] = [],
  more: Partial<RunnableCondition> = {},
): RunnableCondition => ({ ...condition(field, handle, operand), condition2, ...more });

const always = (...actions: RunnableAction[]): RunnableWorkflowRule => ({
  name: "Rule",
  alwaysRun: true,
  groups: [],
  actions,
});

const when = (...conditions: RunnableCondition[]): RunnableWorkflowRule => ({
  name: "Rule",
  alwaysRun: false,
  groups: [{ conditions }],
  actions: [],
});

const run = (rule: RunnableWorkflowRule, objects: Record<string, unknown>) =>
  runOnRecord({ useOriginalInputValue: false, rule }, { objects }, context);

/** The field of an object after an action on it, read as JSON. */
const after = (made: RunnableAction, objects: Record<string, unknown>) => {
  const { result, trace } = run(always(made), objects);
  return { objects: result.objects, nothing: trace?.actions[0]?.nothing };
};

const product = (data: object) => ({ product: data });
const order = (data: object) => ({ purchase_order: data });

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

type Row = readonly [
  field: string,
  handle: ActionHandle,
  operands: readonly string[],
  from: unknown,
  to: unknown,
];

const other: Readonly<Record<string, string>> = {
  title: "brand",
  brand: "title",
  price: "cost",
};

/** Sets a product's or a variant's field, beside which another field has a value. */
const testRows = (rows: readonly Row[], beside?: unknown) =>
  test.each(rows)("%s %s %j: %j becomes %j", (reference, handle, operands, from, to) => {
    const [object = "", field = ""] = reference.split(".");
    const besides = beside === undefined ? {} : { [other[field] ?? ""]: beside };
    const { objects } = after(act(reference, handle, operands), {
      [object]: { [field]: from, ...besides },
    });
    expect(objects).toEqual({ [object]: { [field]: to, ...besides } });
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

describe("W5 to W11: texts", () => {
  testRows([
    [
      "product.title",
      "capitalize_each_word",
      [],
      "10mm bolt, 21st, lamp(s), email@shop.com",
      "10mm Bolt, 21st, Lamp(s), Email@shop.com",
    ],
    [
      "product.title",
      "capitalize_each_word",
      [],
      "3d-printed o'neil's (brass) “lamp”",
      "3d-Printed O'neil's (Brass) “Lamp”",
    ],
    ["product.title", "capitalize_each_word", [], "ﬁne ßa ǆa ა", "Fine Ssa ǅa ა"],
    [
      "product.title",
      "capitalize_each_word",
      [],
      "salt &amp; pepper <b>big</b>",
      "Salt &amp; Pepper <b>Big</b>",
    ],
    ["product.title", "sentence_case", [], "10MM BOLT. 3 LAMPS", "10mm bolt. 3 lamps"],
    ["product.title", "sentence_case", [], "WHY? YES… NO؟ 素敵。ABC", "Why? Yes… No؟ 素敵。Abc"],
    [
      "product.title",
      "decode_html",
      [],
      "5&#8217; &#150; 10&#146; k&Omega; &harr; &Aacute;",
      "5’ – 10’ kΩ ↔ Á",
    ],
    ["product.title", "decode_html", [], "&copy 2024 AT&ampT", "© 2024 AT&T"],
    ["product.title", "decode_html", [], "&nope; & &#xD800; &#1114112;", "&nope; & \uFFFD \uFFFD"],
    ["product.title", "append_as_sentence", ["New"], "“hi.”", "“hi.” New."],
    ["product.title", "append_as_sentence", ["New"], "(really.)", "(really.) New."],
    ["product.title", "append_as_sentence", ["New"], "<p>Nice.</p>", "<p>Nice.</p> New."],
    ["product.title", "append_as_sentence", ["New"], "<p>Nice</p>", "<p>Nice.</p> New."],
    ["product.title", "append_as_sentence", ["New"], "素敵。", "素敵。 New."],
    ["product.title", "append_as_sentence", ["ships free"], "Nice lamp:", "Nice lamp: Ships free."],
    ["product.title", "append_as_sentence", ["ships free"], "", "Ships free."],
    ["product.title", "append_as_sentence", ["ships free"], null, "Ships free."],
    ["product.title", "append_as_sentence", ["wow!"], "A lamp; two", "A lamp; two. Wow!"],
    ["product.title", "append_as_sentence", ["3 lamps"], "A (big) lamp…", "A (big) lamp… 3 lamps."],
  ]);

  describe("W10: a separator is between two texts", () => {
    testRows(
      [
        ["product.title", "prefix_with_field", [id("product.brand"), " - "], "", "Brass"],
        ["product.title", "postfix_with_field", [id("product.brand"), " - "], "", "Brass"],
        [
          "product.title",
          "prefix_with_field",
          [id("product.brand"), " - "],
          "Lamp",
          "Brass - Lamp",
        ],
        ["product.title", "prefix_with_field", [id("product.brand"), " - "], null, null],
      ],
      "Brass",
    );
    test("tags without a separator", () => {
      const { objects } = after(act("product.title", "postfix_with_field", [id("product.tags")]), {
        product: { title: "Lamp", tags: ["a", "b"] },
      });
      expect(objects).toEqual(product({ title: "Lampab", tags: ["a", "b"] }));
    });
  });

  test("lists and missing values in HTML and in texts of custom fields", () => {
    const attributes = [
      { name: "Wood", value: ["Oak", "Ash"] },
      { name: "Size", value: null },
    ];
    expect(
      after(act("product.title", "attributes_to_html", [id("product.attributes")]), {
        product: { attributes },
      }).objects,
    ).toEqual(
      product({
        attributes,
        title: "<ul><li><strong>Wood</strong>: Oak, Ash</li><li><strong>Size</strong>: </li></ul>",
      }),
    );
    const purchaseOrderAttributes = [
      { key: "Gift", value: "yes" },
      { key: "Batch", value: null },
      { key: "Note", value: "" },
    ];
    expect(
      after(
        act("purchase_order.note", "po_custom_fields_to_text"),
        order({ purchaseOrderAttributes }),
      ).objects,
    ).toEqual(order({ purchaseOrderAttributes, note: "Gift: yes" }));
  });

  test.each<[string, RunnableCondition, unknown, boolean]>([
    [
      "decomposed Hangul",
      ask("product.title", "string_contains", ["한"]),
      "한국".normalize("NFD"),
      true,
    ],
    [
      "ΐ and its capitals",
      ask("product.title", "string_equal_to", ["\u0399\u0308\u0301"]),
      "ΐ",
      true,
    ],
    ["ss in sßs", ask("product.title", "string_contains", ["ss"]), "sßs", true],
    ["nothing to look for", ask("product.title", "string_contains", [""]), "a", false],
    ["nothing to start with", ask("product.title", "string_starts_with", [""]), "a", false],
    [
      "nothing to end with",
      ask("product.title", "string_ends_with_case_sensitive", [""]),
      "a",
      false,
    ],
    ["a flag", ask("product.title", "string_length", ["1"]), "🇩🇪", true],
    [
      "occurrences in any case",
      ask("product.title", "string_occurrence_of_character", ["2", "a"]),
      "Aa",
      true,
    ],
    ["trimmed tags", ask("product.tags", "tag_contains", [" sale "]), ["Sale "], true],
    ["trimmed entries", ask("product.title", "string_in_list", ["Oak, Ash"]), " oak ", true],
    ["1e3 as a length", ask("product.title", "string_length", ["1e0"]), "a", true],
    ["0x1 as a length", ask("product.title", "string_length", ["0x1"]), "a", false],
  ])("%s", (_, asked, value, matched) => {
    const field = workflowCatalogue.fields.get(asked.globalObjectFieldId ?? 0)?.path[0] ?? "";
    expect(run(when(asked), product({ [field]: value })).matched).toBe(matched);
  });
});

describe("W8: numbers", () => {
  const variant = (data: object) => ({ variant: [data] });
  test.each<[ActionHandle, string[], unknown, unknown]>([
    ["divide_by", ["1"], 1e-13, 1e-13],
    ["divide_by", ["8736626023426"], 47590070.6, 0.0000054471909948295945],
    ["set", ["{variant.cost} / 3 * 3"], 1, 10],
    ["set", ["{variant.cost} / 3 * 3"], "1", "10"],
    ["multiply", ["1"], "10.00", "10.00"],
    ["add", ["0"], "1,234.50", "1,234.50"],
    ["add", ["50%"], 1, 1],
    ["add", ["1e3"], 1, 1001],
    ["set_decimal", ["50"], "10.50", "10.50"],
  ])("%s %j of %j is %j", (handle, operands, price, result) => {
    const { objects } = after(act("variant.price", handle, operands), variant({ price, cost: 10 }));
    expect(objects).toEqual(variant({ price: result, cost: 10 }));
  });
});

describe("W9: every entry of a list", () => {
  const every = { fieldArrayMustMatchAll: true };
  const categories = [{ name: "Home" }, { name: "Lamps" }];
  test.each<[RunnableCondition, object, boolean]>([
    [
      ask("product.category_one", "category_in_list", ["Lamps"], every),
      { category_one: categories },
      false,
    ],
    [
      ask("product.category_one", "category_in_list", ["Lamps"]),
      { category_one: categories },
      true,
    ],
    [
      ask("product.category_one", "category_in_list", ["Home, Lamps, Rugs"], every),
      { category_one: categories },
      true,
    ],
    [ask("product.tags", "tag_contains", ["Lamps"], every), { tags: ["Home", "Lamps"] }, false],
    [ask("product.tags", "tag_contains", ["Lamps"], every), { tags: ["lamps"] }, true],
    [ask("product.tags", "tag_contains", ["Lamps"], every), { tags: [] }, false],
    [
      ask("product.tags", "tag_does_not_contain", ["Lamps"], every),
      { tags: ["Home", "Lamps"] },
      false,
    ],
    [
      ask("product.bullet_points", "string_contains", ["a"], every),
      { bullet_points: ["a", "b"] },
      false,
    ],
  ])("%o of %j: %j", (asked, data, matched) => {
    expect(run(when(asked), product(data)).matched).toBe(matched);
  });
});

describe("negated comparators", () => {
  const all = { conditionArrayMustMatchAll: true };
  test.each<[RunnableCondition, object, boolean]>([
    [ask("product.title", "string_not_in_list", ["a, b"], all), { title: "a" }, false],
    [ask("product.title", "string_not_in_list", ["a, b"], all), { title: "c" }, true],
    [ask("product.tags", "tag_does_not_contain", ['["a","b"]'], all), { tags: ["a"] }, false],
    [
      ask("product.title", "string_not_equals_field", [id("product.tags")]),
      { title: "a", tags: ["a", "b"] },
      false,
    ],
    [
      ask("product.title", "string_not_equals_field", [id("product.tags")], all),
      { title: "c", tags: ["a", "b"] },
      true,
    ],
    [
      ask("product.builder_action", "option_not_equal_to", ['["skip","update"]'], all),
      { builder_action: "skip" },
      false,
    ],
  ])("%o of %j: %j", (asked, data, matched) => {
    expect(run(when(asked), product(data)).matched).toBe(matched);
  });
});

describe("options, dates and pre-modifiers", () => {
  test.each<[RunnableCondition, object, boolean]>([
    [
      ask("purchase_order.purchaseOrderType.id", "option_equal_to", ["2.0"]),
      { purchaseOrderType: { id: 2 } },
      true,
    ],
    [
      ask("purchase_order.purchaseOrderType.id", "option_equal_to", ["2"]),
      { purchaseOrderType: { id: "02" } },
      true,
    ],
    [
      ask("purchase_order.buyShippingLabel", "boolean_equal_to", ["on"]),
      { buyShippingLabel: "t" },
      true,
    ],
    [ask("purchase_order.sentAt", "date_older_than", ["-5"]), { sentAt: "2020-01-01" }, false],
    [ask("purchase_order.sentAt", "date_within_last", ["-5"]), { sentAt: "2026-01-10" }, false],
    [ask("purchase_order.sentAt", "date_older_than", ["5"]), { sentAt: 1_500_000_000 }, false],
    [ask("purchase_order.sentAt", "date_older_than", ["5"]), { sentAt: "2020-01-01T24:30" }, false],
    [
      ask("purchase_order.note", "equal_to", ["3"], { preModifierDataTypeComparatorId: 999_999 }),
      { note: "3" },
      false,
    ],
  ])("%o of %j: %j", (asked, data, matched) => {
    expect(run(when(asked), order(data)).matched).toBe(matched);
  });

  test("a date field takes dates only", () => {
    for (const [operand, nothing] of [
      ["", "The value is not a date."],
      ["30", "The value is not a date."],
      ["20260131", "The value is not a date."],
    ] as const) {
      const objects = order({ holdUntil: "2026-01-01" });
      expect(after(act("purchase_order.holdUntil", "set", [operand]), objects)).toEqual({
        objects,
        nothing,
      });
    }
  });
});

describe("a group over variants", () => {
  const cheap = ask("variant.price", "less_than", ["10"]);
  const heavy = ask("variant.weight", "greater_than", ["5"]);
  const rule: RunnableWorkflowRule = {
    ...when(cheap, heavy),
    actions: [act("variant.price", "add", ["1"], { applyToMatchedOnly: true })],
  };
  const variants = (...variant: object[]) => ({ objects: { variant } });
  const records = [
    variants({ price: 5, weight: 9 }),
    variants({ price: 5, weight: 1 }, { price: 50, weight: 9 }),
    variants({ price: 50, weight: 1 }),
  ];

  test("can be met by no single variant, which is counted apart and explained", () => {
    const ran = runColumns({ useOriginalInputValue: false, rule }, createTable(records, context));
    const group = rule.groups?.[0] ?? {};
    expect([ran.count(group), ran.scatteredCount(group)]).toEqual([2, 1]);
    expect(ran.changedCells().map(({ record }) => record)).toEqual([0]);
    expect(ran.trace(0)?.groups[0]?.reason).toBe("All 2 conditions are met.");
    expect(ran.trace(1)?.groups[0]?.reason).toBe(
      "All 2 conditions are met. But no single variant meets them all: each condition looks at all of them by itself.",
    );
  });
});

test("a rule with missing lists and numbers in place of texts runs and changes nothing", () => {
  const broken = [
    { ...always(), groups: null, actions: null, childRules: null },
    { ...when(), groups: [{ conditions: null }] },
    { ...when(), alwaysRun: true, actions: [{ ...act("product.title", "prefix"), value: 5 }] },
    {
      ...when(),
      groups: [{ conditions: [{ ...ask("product.title", "string_equal_to"), condition: 5 }] }],
    },
  ] as unknown as RunnableWorkflowRule[];
  const results = broken.map((rule) => run(rule, product({ title: "5" })));
  expect(results.map(({ matched }) => matched)).toEqual([true, false, true, true]);
  expect(results[2]?.result.objects).toEqual(product({ title: "55" }));
});
