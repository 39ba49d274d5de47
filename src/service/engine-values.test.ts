import { describe, expect, test } from "vitest";
import type { ActionHandle } from "#contract/handles.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns } from "#rules/run-columns.ts";
import type { RunnableCondition, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import {
  act,
  after,
  always,
  ask,
  context,
  id,
  order,
  product,
  run,
  testRows,
  when,
} from "#service/testing/engine.ts";
import { workflowCatalogue } from "./workflow-catalogue.ts";

/* The same for texts, numbers, lists and dates. */

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
    [
      "product.title",
      "append_as_sentence",
      ["New"],
      "<p><em>a.</em></p>\n",
      "<p><em>a.</em></p> New.",
    ],
    [
      "product.title",
      "append_as_sentence",
      ["New"],
      "<p><b>“a.”</b><br></p>",
      "<p><b>“a.”</b><br></p> New.",
    ],
    ["product.title", "append_as_sentence", ["New"], "<p><b>a</b></p>", "<p><b>a.</b></p> New."],
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
  const lamps = ask("product.title", "string_contains", ["lamp"]);
  const rule: RunnableWorkflowRule = {
    ...when(lamps, cheap, heavy),
    actions: [act("variant.price", "add", ["1"], { applyToMatchedOnly: true })],
  };
  const variants = (...variant: object[]) => ({
    objects: { product: { title: "Lamp" }, variant },
  });
  const records = [
    variants({ price: 5, weight: 9 }),
    variants({ price: 5, weight: 1 }, { price: 50, weight: 9 }),
    variants({ price: 50, weight: 1 }),
  ];

  test("can be met by no single variant, which is counted apart and explained", () => {
    const ran = runColumns({ useOriginalInputValue: false, rule }, createTable(records, context));
    const group = rule.groups?.[0] ?? {};
    expect([ran.count(group), ran.scattered(group)]).toEqual([2, { count: 1, one: "variant" }]);
    expect(ran.changedCells().map(({ record }) => record)).toEqual([0]);
    expect(ran.trace(0)?.groups[0]?.reason).toBe("All 3 conditions are met.");
    expect(ran.trace(1)?.groups[0]?.reason).toBe(
      "All 3 conditions are met. But no single variant meets them all: each condition looks at all of them by itself.",
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
