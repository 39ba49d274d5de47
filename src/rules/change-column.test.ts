import { describe, expect, test } from "vitest";
import type { RunnableAction, RunnableWorkflowRule } from "./rule-parts.ts";
import {
  actionWith,
  conditionWith,
  parts,
  ruleWith,
  run,
  testFields,
  thing,
  when,
} from "#rules/testing/catalogue.ts";

const { title, number, attributes, partTitle, partPrice, partCost, partTags } = testFields;

describe("actions (neighbours, api 2.15)", () => {
  const cheap = when([conditionWith("less_than", partPrice, ["10"])]);
  const prices = (rule: RunnableWorkflowRule, ...part: object[]) =>
    (run(rule, parts(...part)).objects["part"] as { price: unknown }[]).map(({ price }) => price);
  const priced = (action: Partial<RunnableAction>, groups = cheap) =>
    ruleWith({ groups, actions: [actionWith("add", partPrice, ["1"], action)] });

  test("change every element, or with applyToMatchedOnly those that matched the conditions", () => {
    expect(prices(priced({}), { price: 5 }, { price: 20 })).toEqual([6, 21]);
    expect(prices(priced({ applyToMatchedOnly: true }), { price: 5 }, { price: 20 })).toEqual([
      6, 20,
    ]);
    expect(
      prices(
        { ...priced({ applyToMatchedOnly: true }), alwaysRun: true },
        { price: 5 },
        { price: 20 },
      ),
    ).toEqual([6, 21]);
  });

  test("an element matched when it matched all conditions of one matching group", () => {
    const tagged = conditionWith("tag_contains", partTags, ["sale"]);
    const low = conditionWith("less_than", partPrice, ["10"]);
    const groups = when(
      [low, tagged],
      [conditionWith("equal_to", partPrice, ["50"])],
      [conditionWith("string_exists", title)],
    );
    const data = [
      { price: 5, tags: ["sale"] },
      { price: 6, tags: [] },
      { price: 50, tags: [] },
    ];
    expect(prices(priced({ applyToMatchedOnly: true }, groups), ...data)).toEqual([6, 6, 51]);
  });

  test.each([
    ["correlated", [3, 21]],
    [undefined, [3, 21]],
    ["all", [23, 23]],
    ["filtered", [3, 21]],
  ])("values of other fields: scope %s", (usesOtherFieldScope, expected) => {
    const action = actionWith("add_field", partPrice, [String(partCost)], { usesOtherFieldScope });
    const data =
      usesOtherFieldScope === "filtered"
        ? [
            { price: 1, cost: 2 },
            { price: 19, cost: 9 },
          ]
        : [
            { price: 1, cost: 2 },
            { price: 1, cost: 20 },
          ];
    expect(prices(ruleWith({ groups: cheap, actions: [action] }), ...data)).toEqual(expected);
  });

  test("run in rank order, each on the result of the previous one", () => {
    const actions = [
      { ...actionWith("multiply", number, ["10"]), rank: 2 },
      { ...actionWith("add", number, ["1"]), rank: 1 },
    ];
    expect(run(ruleWith({ actions }), thing({ number: 1 })).objects).toEqual({
      thing: { number: 20 },
    });
  });

  test("child actions change the entry that their parent selects", () => {
    const child = [actionWith("uppercase", attributes), actionWith("postfix", attributes, ["!"])];
    const apply = (action: RunnableAction, data: object) =>
      run(ruleWith({ actions: [action] }), thing(data)).objects["thing"];
    const oak = { attributes: [{ id: 1, name: "Wood", value: "Oak" }] };
    expect(
      apply(actionWith("attribute_modify", attributes, ["wood"], { childActions: child }), oak),
    ).toEqual({ attributes: [{ id: 1, name: "Wood", value: "OAK!" }] });
    expect(
      apply(
        actionWith("attribute_modify", attributes, ["wood", "ash"], { childActions: child }),
        oak,
      ),
    ).toEqual({ attributes: [{ id: 1, name: "Wood", value: "ASH!" }] });
    expect(
      apply(actionWith("attribute_modify", attributes, ["size"], { childActions: child }), oak),
    ).toEqual(oak);
    expect(
      apply(actionWith("attribute_add", attributes, ["Size", "l"], { childActions: child }), {
        attributes: [],
      }),
    ).toEqual({ attributes: [{ name: "Size", value: "L!" }] });
  });

  test("a formula uses each element's own fields, and the sum of another object's", () => {
    const own = ruleWith({
      actions: [
        actionWith("set", partPrice, ["{part.cost} * 1.35"], {
          workflowDataTypeActionId: undefined,
          workflowDataTypeAction: { handle: "set" },
        }),
      ],
    });
    expect(prices(own, { cost: 1.1 }, { cost: 20 })).toEqual([1.485, 27]);
    const total = ruleWith({ actions: [actionWith("set", number, ["{part.cost} + 1"])] });
    expect(
      run(total, { objects: { thing: {}, part: [{ cost: 1 }, { cost: 2.5 }] } }).objects["thing"],
    ).toEqual({ number: 4.5 });
  });

  test("an unknown field, an unknown action and a missing object change nothing", () => {
    const record = thing({ string: "a" });
    const actions = [
      actionWith("set", 9, ["x"]),
      { ...actionWith("set", title, ["x"]), workflowDataTypeActionId: 9 },
      actionWith("set", partTitle, ["x"]),
    ];
    expect(run(ruleWith({ actions }), record).objects).toEqual(record.objects);
  });
});
