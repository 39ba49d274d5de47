import { describe, expect, test } from "vitest";
import type { RunnableWorkflowRule } from "./rule-parts.ts";
import { actionWith, conditionWith, ruleWith, testFields, when } from "#rules/testing/catalogue.ts";
import { traced } from "#rules/testing/trace.ts";

const { title, otherTitle, attributes, partPrice, partTitle } = testFields;

describe("reasons of groups and rules", () => {
  const [yes, no] = [
    conditionWith("string_exists", title),
    conditionWith("string_exists", otherTitle),
  ];

  test("every condition of every group has a verdict, also after one that failed", () => {
    const { groups, reason } = traced(ruleWith({ groups: when([no, yes, no], [yes], []) }));
    expect(groups.map((group) => group.conditions.map(({ holds }) => holds))).toEqual([
      [false, true, false],
      [true],
      [],
    ]);
    expect(groups.map((group) => group.reason)).toEqual([
      "2 of 3 conditions are not met.",
      "Its condition is met.",
      "There are no conditions, so this is never met.",
    ]);
    expect(reason).toBe("1 of its 3 groups is met; one is enough.");
  });

  test.each([
    [{}, "It always runs."],
    [{ groups: [] }, "It has no conditions, so it never runs."],
    [{ groups: when([yes]) }, "Its conditions are met."],
    [{ groups: when([yes, no]) }, "Not all of its conditions are met."],
    [{ groups: when([no], [no]) }, "None of its 2 groups is met."],
    [{ enabled: false }, "It is disabled."],
  ])("%#: %o", (parts, reason) => {
    expect(traced(ruleWith(parts)).reason).toBe(reason);
  });

  test("child rules that were not reached have the reason", () => {
    const child = ruleWith({ name: "Child", actions: [actionWith("trim", title)] });
    const why = (parts: Partial<RunnableWorkflowRule>) =>
      traced(ruleWith({ name: "Main", childRules: [child], ...parts })).childRules.map(
        ({ ran, reason }) => [ran, reason],
      );
    expect(why({})).toEqual([[true, "It always runs."]]);
    expect(why({ groups: when([no]) })).toEqual([
      [false, "The rule above, “Main”, did not match."],
    ]);
    expect(why({ enabled: false })).toEqual([[false, "The rule above, “Main”, is disabled."]]);
    const tiers = [
      ruleWith({ name: "Off", enabled: false }),
      ruleWith({ name: "First", groups: when([no]) }),
      ruleWith({ name: "Second" }),
      ruleWith({ name: "Third", childRules: [child] }),
    ];
    expect(why({ workflowRuleTypeId: 2, childRules: tiers })).toEqual([
      [false, "It is disabled."],
      [true, "Not all of its conditions are met."],
      [true, "It always runs."],
      [false, "An earlier tier, “Second”, matched."],
    ]);
  });
});

describe("the changes of actions", () => {
  const did = (
    action: Parameters<typeof ruleWith>[0]["actions"],
    parts: Partial<RunnableWorkflowRule> = {},
  ) => traced(ruleWith({ ...parts, ...(action && { actions: action }) })).actions[0];

  test("before and after, element by element, where something changed", () => {
    const add = actionWith("add", partPrice, ["1"]);
    expect(did([add])).toEqual({
      part: add,
      changes: [
        { element: 0, before: 5, after: 6 },
        { element: 1, before: 20, after: 21 },
      ],
      children: [],
    });
  });

  test.each([
    [actionWith("uppercase", otherTitle), "There is no text to change."],
    [actionWith("trim", title), "The value is unchanged."],
    [actionWith("set", 99), "Field 99 is unknown."],
    [actionWith("set_to_field", title), "The other field is empty."],
    [
      { globalObjectFieldId: title, workflowDataTypeActionId: 9 },
      "This kind of action is unknown.",
    ],
    [
      actionWith("attribute_modify", attributes, ["Size"], {
        childActions: [actionWith("trim", attributes)],
      }),
      "There is no entry with that name.",
    ],
  ])("%#: why nothing changed: %o", (action, nothing) => {
    expect(did([action])).toMatchObject({ part: action, changes: [], nothing });
  });

  test("a missing object, and a rule that did not match", () => {
    const add = actionWith("add", partPrice, ["1"]);
    const { actions } = traced(ruleWith({ actions: [add] }), { thing: {} });
    expect(actions[0]?.nothing).toBe("There is no part.");
    expect(did([add], { groups: [] })?.nothing).toBe("The rule did not match.");
    expect(did([add], { enabled: false })?.nothing).toBe("It is disabled.");
  });

  test("elements that did not match the conditions are unchanged", () => {
    const groups = when([conditionWith("greater_than", partPrice, ["10"])]);
    const add = actionWith("add", partPrice, ["1"], { applyToMatchedOnly: true });
    expect(did([add], { groups })?.changes).toEqual([{ element: 1, before: 20, after: 21 }]);
    const trim = actionWith("trim", partTitle, [], { applyToMatchedOnly: true });
    expect(did([trim], { groups })?.nothing).toBe(
      "The element did not meet the conditions (2 of 3). There is no text to change (1 of 3).",
    );
  });

  test("child actions change the value of the entry", () => {
    const [upper, postfix] = [
      actionWith("uppercase", attributes),
      actionWith("postfix", attributes, ["!"]),
    ];
    const modify = (name: string) =>
      did([actionWith("attribute_modify", attributes, [name], { childActions: [upper, postfix] })]);
    expect(modify("Wood")?.children).toEqual([
      { part: upper, changes: [{ element: 0, before: "Oak", after: "OAK" }], children: [] },
      { part: postfix, changes: [{ element: 0, before: "OAK", after: "OAK!" }], children: [] },
    ]);
    expect(modify("Size")?.children.map(({ nothing }) => nothing)).toEqual([
      "The action above found no entry.",
      "The action above found no entry.",
    ]);
    const trim = actionWith("trim", title, [], { childActions: [upper] });
    expect(did([trim])?.children[0]?.nothing).toBe(
      "The action above doesn't select an entry, so this action doesn't run.",
    );
  });
});
