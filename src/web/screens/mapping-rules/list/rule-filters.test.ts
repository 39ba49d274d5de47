import { expect, test } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { actionWith, conditionWith, fieldOfType, testCatalogue } from "#rules/testing/catalogue.ts";
import { filterChoices, filterRules } from "./rule-filters.ts";
import { ruleFacts } from "./rule-facts.ts";
import type { RuleWording } from "./rule-words.ts";

const wording: RuleWording = {
  catalogue: testCatalogue,
  events: new Map([[3, { id: 3, name: "Product import", globalObjectIds: [] }]]),
  named: true,
  source: undefined,
};

const condition = (...given: Parameters<typeof conditionWith>) => ({
  childConditions: [],
  ...conditionWith(...given),
});

const ruleOf = (more: object, tree: object | null = {}): MappingRule =>
  ({
    id: 1,
    name: "Lamps",
    description: "For the light department",
    eventId: 3,
    globalDataTypeId: 1,
    globalDataType: { id: 1, name: "Text", handle: "string" },
    updatedAt: "2026-05-01T10:00:00.000Z",
    rule: tree && {
      name: "Inner",
      workflowRuleTypeId: 1,
      alwaysRun: false,
      groups: [
        { conditions: [condition("string_contains", fieldOfType("string"), ["ÉCLAIRAGE"])] },
      ],
      actions: [
        actionWith("add_field", fieldOfType("number"), [String(fieldOfType("number", true))]),
      ],
      childRules: [],
      ...tree,
    },
    ...more,
  }) as unknown as MappingRule;

const lamps = ruleOf({});
const chairs = ruleOf(
  { id: 2, name: "Chairs", description: null, eventId: 4, globalDataTypeId: 2, updatedAt: null },
  { enabled: false, groups: [], actions: [] },
);
const bare = ruleOf({ id: 3, name: "Bare" }, null);
const all = [lamps, chairs, bare];
const fit = (search: Record<string, string>) =>
  filterRules(all, search, wording).map(({ name }) => name);

test.each<[string, Record<string, string>, string[]]>([
  ["no filter", {}, ["Lamps", "Chairs", "Bare"]],
  ["a name in any case", { holds: "LAMP" }, ["Lamps"]],
  ["a description", { holds: "light department" }, ["Lamps", "Bare"]],
  ["words in any order", { holds: "department lamps" }, ["Lamps"]],
  ["an operand", { holds: "éclairage" }, ["Lamps"]],
  ["an operand whose accent is a separate character", { holds: "e\u0301clairage" }, ["Lamps"]],
  ["a handle", { holds: "string_contains" }, ["Lamps"]],
  ["a field by name", { holds: "other number" }, ["Lamps"]],
  ["a field by reference", { holds: "thing.other_number" }, ["Lamps"]],
  ["a child's name", { holds: "inner" }, ["Lamps", "Chairs"]],
  ["a word that no rule has", { holds: "zebra" }, []],
  ["a state", { state: "Not configured" }, ["Chairs"]],
  ["an event", { eventId: "4" }, ["Chairs"]],
  ["a type", { dataType: "2" }, ["Chairs"]],
  ["a comparator", { uses: "condition.string_contains" }, ["Lamps"]],
  ["an action", { uses: "action.add_field" }, ["Lamps"]],
  ["an action's handle does not match a condition", { uses: "condition.add_field" }, []],
  ["a day", { since: "2026-05-01" }, ["Lamps", "Bare"]],
  ["a later day", { since: "2026-05-02" }, []],
  ["an invalid day", { since: "soon" }, []],
  ["two filters", { eventId: "3", holds: "bare" }, ["Bare"]],
  ["other names in the address", { page: "2", other: "x" }, ["Lamps", "Chairs", "Bare"]],
])("the list is narrowed by %s", (_what, search, names) => {
  expect(fit(search)).toEqual(names);
});

test("the fields of a rule are collected once", () => {
  expect([...ruleFacts(lamps, wording).fieldIds]).toEqual([
    fieldOfType("string"),
    fieldOfType("number"),
    fieldOfType("number", true),
  ]);
  expect(ruleFacts(lamps, wording)).toBe(ruleFacts(lamps, wording));
});

test("only values that some rule has can be chosen", () => {
  const choices = filterChoices(all, wording);
  expect(choices.events).toEqual([
    { value: "4", label: "Event 4" },
    { value: "3", label: "Product import" },
  ]);
  expect(choices.comparators).toEqual([{ value: "condition.string_contains", label: "contains" }]);
  expect(choices.actions.map(({ value }) => value)).toEqual(["action.add_field"]);
});
