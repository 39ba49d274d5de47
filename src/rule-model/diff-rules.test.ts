import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparatorId } from "#rules/workflow-records.ts";
import { testBuilder, testRequest } from "#rule-model/testing/builder.ts";
import {
  deepCopy,
  anyRule,
  edited,
  lampRule,
  savedRule,
  setTitle,
  describeTestRule,
  titleContains,
} from "#rule-model/testing/rules.ts";
import { changeSentence, diffRules } from "./diff-rules.ts";
import { sameRule } from "./flat-rule.ts";

type Rule = typeof lampRule;

const sentences = (edit: (rule: Rule) => void, from: Rule = lampRule): readonly string[] => {
  const next = deepCopy(from);
  edit(next);
  return diffRules(from, next, describeTestRule).map(changeSentence);
};

const longText = (end: string): string => `${"long ".repeat(120)}${end}`;

it.each<[string, (rule: Rule, text: string) => void]>([
  ["a description", (rule, text) => void (rule.description = text)],
  ["an operand", ({ rule }, text) => void rule.actions.splice(0, 1, setTitle(21, text))],
])("shows the difference of two long texts of %s", (_, write) => {
  const [before, after] = ["desk", "floor"].map((end) => {
    const rule = deepCopy(lampRule);
    write(rule, longText(end));
    return rule;
  });
  const [change] = diffRules(before!, after!, describeTestRule);
  expect(change?.before).toMatch(/^“?….*desk”$/);
  expect(change?.after).toMatch(/^“?….*floor”$/);
});

const cases: readonly [string, (rule: Rule) => void, readonly string[]][] = [
  ["nothing", () => undefined, []],
  [
    "an operand",
    ({ rule }) => {
      const [condition] = rule.groups[0]?.conditions ?? [];
      if (condition) condition.condition = "lantern";
    },
    [
      "Changed condition in group 1: Title contains “lamp”, any case → Title contains “lantern”, any case",
    ],
  ],
  [
    "a new condition",
    ({ rule }) => void rule.groups[1]?.conditions.push(titleContains(undefined, "new")),
    ["Added condition in group 2: Title contains “new”, any case"],
  ],
  [
    "a removed action",
    ({ rule }) => void rule.actions.splice(1, 1),
    ["Removed action: Set Title to “B”"],
  ],
  [
    "no change for an action that was deleted and added again in its place",
    ({ rule }) => void rule.actions.splice(2, 1, setTitle(undefined, "C")),
    [],
  ],
  [
    "an action at another place",
    ({ rule }) => void rule.actions.unshift(...rule.actions.splice(2, 1)),
    ["Moved action from place 3 to place 1: Set Title to “C”"],
  ],
  [
    "a condition in another group",
    ({ rule }) => {
      const [one] = rule.groups[0]?.conditions.splice(0, 1) ?? [];
      if (one) rule.groups[1]?.conditions.push(one);
    },
    [
      "Moved condition from place 1 in group 1 to place 2 in group 2: Title contains “lamp”, any case",
    ],
  ],
  [
    "a whole group, as one change",
    ({ rule }) => {
      rule.groups.push({
        conditions: [titleContains(undefined, "x"), titleContains(undefined, "y")],
      });
    },
    ["Added group: Title contains “x”, any case and Title contains “y”, any case"],
  ],
  [
    "both names as one where they are equal",
    (rule) => {
      rule.name = "Lights";
      rule.rule.name = "Lights";
    },
    ["Changed name: “Lamps” → “Lights”"],
  ],
  [
    "the switches and the start value",
    (rule) => {
      rule.useOriginalInputValue = true;
      rule.rule.enabled = false;
      rule.rule.alwaysRun = true;
    },
    [
      "Changed start: starts with the result of earlier rules → starts with the original value",
      "Changed “always run”: off → on",
      "Changed state: enabled → disabled",
    ],
  ],
  [
    "a field that no sentence contains",
    ({ rule }) => {
      const [condition] = rule.groups[0]?.conditions ?? [];
      if (condition) condition.metaData = "{}";
    },
    ["Changed extra data (metaData) of condition in group 1: nothing → “{}”"],
  ],
  [
    "nothing where null replaces a field that was left out",
    (rule) => {
      const [condition] = rule.rule.groups[0]?.conditions ?? [];
      if (condition) Object.assign(condition, { condition2: null, fieldArrayMustMatchAll: false });
      rule.rule.updatedAt = "2026-01-01T00:00:00.000Z";
    },
    [],
  ],
];

describe("changes in words", () => {
  it.each(cases)("describes %s", (_name, edit, expected) => {
    expect([...sentences(edit)].toSorted()).toEqual([...expected].toSorted());
  });

  it.each([
    [
      "in the sentence",
      "a, b",
      [
        "Changed condition: Title is one of “a” or “b”, any case → Title is all of “a” and “b”, any case",
      ],
    ],
    [
      "beside it, where it has only one value",
      "c",
      [
        "Changed condition: Title is one of “a” or “b”, any case → Title is one of “c”, any case",
        "Changed every value of the condition must match of condition: no → yes",
      ],
    ],
  ])("describes that all values are required %s", (_where, text, expected) => {
    const inList = {
      ...titleContains(100, "a, b"),
      workflowDataTypeComparatorId: comparatorId("string_in_list"),
    };
    const edit = ({ rule }: Rule) => {
      const changed = { condition: text, conditionArrayMustMatchAll: true };
      Object.assign(rule.groups[0]?.conditions[0] ?? {}, changed);
    };
    expect(sentences(edit, savedRule([[10, [inList]]]))).toEqual(expected);
  });

  it("describes a child condition by the sentence that contains it", () => {
    const found = sentences((rule) => {
      const child = rule.rule.groups[0]?.conditions[1]?.childConditions?.[0];
      if (child) child.condition = "pine";
    }, testRequest());
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^Changed condition: .*Material.*“oak”.* → .*Material.*“pine”/);
  });

  it("recognizes a new part of the draft by its key", () => {
    const { draft, trees } = testBuilder();
    const one = trees.mappingRule();
    draft.edit({ label: "undescribed" }, ({ get, put }) => {
      const head = get(0);
      if (head?.kind === "head") put({ ...head, data: { ...head.data, description: "x" } });
    });
    const changes = diffRules(one, trees.mappingRule(), describeTestRule, trees.keyOf);
    expect(changes.map(changeSentence)).toEqual(["Changed description: nothing → “x”"]);
  });
});

describe("comparing any two versions", () => {
  const versions = anyRule.chain((rule) => fc.tuple(fc.constant(rule), edited(rule)));

  it("finds no change between a rule and its copy, and some change between any two that differ", () => {
    fc.assert(
      fc.property(versions, ([one, other]) => {
        expect(diffRules(one, deepCopy(one), describeTestRule)).toEqual([]);
        const changes = diffRules(one, other, describeTestRule);
        expect(changes.length > 0).toBe(!sameRule(one, other));
      }),
    );
  });
});
