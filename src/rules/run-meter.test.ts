import { describe, expect, test } from "vitest";
import type { RunMeter } from "./evaluation-context.ts";
import type { RunnableWorkflowRule } from "./rule-parts.ts";
import {
  actionWith,
  conditionWith,
  evaluate,
  parts,
  ruleWith,
  testContext,
  testFields,
  thing,
  when,
} from "#rules/testing/catalogue.ts";

const { attributes, partTitle, partPrice, partCost, partTags, title } = testFields;

/** Runs a rule and returns what its meter was told, and checks that the result is the same as without one. */
const metered = (rule: RunnableWorkflowRule, record: ReturnType<typeof parts>) => {
  const read: unknown[] = [];
  const used: unknown[] = [];
  const written: unknown[] = [];
  const meter: RunMeter = {
    read: (values) => read.push(...values.filter((value) => value !== undefined)),
    used: (operands, times) => used.push([operands, times]),
    wrote: (before, after) => written.push([before, after]),
  };
  const mappingRule = { useOriginalInputValue: false, rule };
  const result = evaluate(mappingRule, record, { ...testContext, meter });
  expect(result).toEqual(evaluate(mappingRule, record, testContext));
  return { read, used, written };
};

const other = String(partCost);

describe("a meter", () => {
  test.each<[string, RunnableWorkflowRule, unknown[], unknown[], unknown[]]>([
    [
      "each value that an action reads and writes",
      ruleWith({ actions: [actionWith("postfix", partTitle, ["!"])] }),
      ["a", "b"],
      [
        ["!", 1],
        ["!", 1],
      ],
      [
        ["a", "a!"],
        ["b", "b!"],
      ],
    ],
    [
      "each value that a condition reads",
      ruleWith({ groups: when([conditionWith("equal_to", partPrice, ["1"])]) }),
      [1, 2],
      [
        ["1", 1],
        ["1", 1],
      ],
      [],
    ],
    [
      "the entries that a condition reads one by one, and of an empty list that it is one",
      ruleWith({ groups: when([conditionWith("tag_contains", partTags, ["x", "y"])]) }),
      [["new", "sale"], []],
      [
        ["xy", 2],
        ["xy", 1],
      ],
      [],
    ],
    [
      "other fields, once for each element that reads them",
      ruleWith({
        actions: [actionWith("add_field", partPrice, [other], { usesOtherFieldScope: "all" })],
      }),
      [10, 20, 1, 10, 20, 2],
      [
        [other, 1],
        ["0".repeat(125), 2],
        [other, 1],
        ["0".repeat(125), 2],
      ],
      [
        [1, 31],
        [2, 32],
      ],
    ],
    [
      "other fields of conditions",
      ruleWith({ groups: when([conditionWith("less_than_field", partPrice, [other])]) }),
      [1, 2, 10, 20],
      [
        [other, 1],
        [other, 1],
      ],
      [],
    ],
  ])("learns of %s", (_, rule, read, used, written) => {
    const data = parts(
      { title: "a", price: 1, cost: 10, tags: ["new", "sale"] },
      { title: "b", price: 2, cost: 20, tags: [] },
    );
    expect(metered(rule, data)).toEqual({ read, used, written });
  });

  test("learns of formulas, and of the fields in them", () => {
    const formula = "{part.cost} + 1";
    const action = actionWith("set", partPrice, [formula], { usesOtherFieldScope: "all" });
    const data = parts({ price: 1, cost: 10 }, { price: 2, cost: 20 });
    const { read } = metered(ruleWith({ actions: [action] }), data);
    const steps = { steps: expect.any(Array) };
    expect(read).toEqual([1, steps, 10, 20, 2, steps, 10, 20]);
  });

  test("learns of the other fields of elements that matched", () => {
    const action = actionWith("add_field", partPrice, [other], { usesOtherFieldScope: "filtered" });
    const groups = when([conditionWith("equal_to", partCost, ["20"])]);
    const data = parts({ price: 1, cost: 10 }, { price: 2, cost: 20 });
    const { read } = metered(ruleWith({ groups, actions: [action] }), data);
    expect(read).toEqual([10, 20, 20, 1, 20, 2]);
  });

  test("learns of another field for each entry of a list", () => {
    const action = actionWith("postfix_with_field", title, [String(partTitle)]);
    const { read } = metered(ruleWith({ actions: [action] }), {
      objects: { thing: { string: ["a", "b"] }, part: [{ title: "x" }, { title: "y" }] },
    });
    expect(read).toEqual(["x", "y", "a", "x", "y", "b"]);
  });

  test("learns of custom fields as text", () => {
    const action = actionWith("all_po_line_items_custom_fields_to_text", title);
    const fields = [{ name: "Size", value: "L" }];
    const { read } = metered(ruleWith({ actions: [action] }), {
      objects: { thing: { string: "" }, purchase_order_item: [{ fields }, { fields }] },
    });
    expect(read).toEqual(["", fields, fields]);
  });

  test("learns of each entry of a list, and of child actions", () => {
    const child = actionWith("uppercase", attributes);
    const actions = [
      actionWith("trim", title),
      actionWith("attribute_add", attributes, ["Wood", "oak"], { childActions: [child] }),
    ];
    const { written } = metered(
      ruleWith({ actions }),
      thing({ string: [" a", "b "], attributes: [] }),
    );
    expect(written).toEqual([
      [" a", "a"],
      ["b ", "b"],
      [[], [{ name: "Wood", value: "oak" }]],
      ["oak", "OAK"],
    ]);
  });

  test("ends the run with what it throws", () => {
    const meter: RunMeter = {
      read: () => {},
      used: () => {},
      wrote: () => {
        throw new Error("Too long");
      },
    };
    const rule = {
      useOriginalInputValue: false,
      rule: ruleWith({ actions: [actionWith("set", title, ["a"])] }),
    };
    const run = () => evaluate(rule, thing({ string: "" }), { ...testContext, meter });
    expect(run).toThrow("Too long");
  });
});
