import { expect, test } from "vitest";
import {
  actionWith,
  conditionWith,
  parts,
  ruleWith,
  testContext,
  testFields,
  thing,
  when,
} from "#rules/testing/catalogue.ts";
import { createLookupCounter } from "./count-lookups.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RunnableWorkflowRule } from "./rule-parts.ts";

const { title, attributes, partTitle } = testFields;
const lines = [
  { from: "GRN", to: "Green" },
  { from: "grn", to: "Lime" },
  { from: "BLU", to: "Blue" },
];
const context = { ...testContext, mappingSets: new Map([[1, lines]]) };
const lookUp = (field: number, more = {}) => actionWith("mapping_set", field, ["1"], more);

const count = (rules: readonly RunnableWorkflowRule[], records: readonly RuleRecord[]) => {
  const events = [rules.map((rule) => ({ useOriginalInputValue: false, rule }))];
  const counter = createLookupCounter(events, 1, context);
  counter.add(records.slice(0, 1));
  counter.add(records.slice(1));
  const { of, lookedUp, unused, missed } = counter.end();
  expect(of).toBe(records.length);
  return {
    lookedUp,
    unused: unused.map(({ from }) => from),
    missed: missed.map((one) => `${one.value} ${one.count}`),
  };
};

const titles = (...all: string[]) => all.map((string) => thing({ string }));

test.each<[string, RunnableWorkflowRule[], RuleRecord[], ReturnType<typeof count>]>([
  [
    "exact spelling first, else any case; the first of equal lines counts",
    [ruleWith({ actions: [lookUp(title)] })],
    titles(" GRN", "Blu"),
    { lookedUp: 2, unused: ["grn"], missed: [] },
  ],
  [
    "values without a line, the most frequent first; results of the set and empty texts need none",
    [ruleWith({ actions: [lookUp(title)] })],
    titles("Red", "RED", "Rust", "Green", "", "Red"),
    { lookedUp: 5, unused: ["GRN", "grn", "BLU"], missed: ["Red 3", "Rust 1"] },
  ],
  [
    "records that a rule doesn't match look nothing up",
    [
      ruleWith({
        groups: when([conditionWith("string_starts_with", title, ["R"])]),
        actions: [lookUp(title)],
      }),
    ],
    titles("GRN", "Red"),
    { lookedUp: 1, unused: ["GRN", "grn", "BLU"], missed: ["Red 1"] },
  ],
  [
    "values as the rules and actions before have left them",
    [
      ruleWith({ actions: [actionWith("postfix", title, ["N"])] }),
      ruleWith({ actions: [actionWith("prefix", title, ["G"]), lookUp(title)] }),
    ],
    titles("R"),
    { lookedUp: 1, unused: ["grn", "BLU"], missed: [] },
  ],
  [
    "child rules, entries of lists, and elements, each record once",
    [
      ruleWith({
        childRules: [ruleWith({ actions: [lookUp(partTitle)] })],
        actions: [
          actionWith("attribute_modify", attributes, ["Color"], {
            childActions: [lookUp(title)],
          }),
        ],
      }),
    ],
    [
      parts({ title: "BLU" }, { title: "Red" }, { title: "red" }),
      thing({ attributes: [{ name: "Color", value: "GRN" }] }),
    ],
    { lookedUp: 2, unused: ["grn"], missed: ["Red 1"] },
  ],
  [
    "a rule that looks up in another set",
    [ruleWith({ actions: [actionWith("mapping_set", title, ["2"])] })],
    titles("GRN"),
    { lookedUp: 0, unused: ["GRN", "grn", "BLU"], missed: [] },
  ],
])("%s", (_, rules, records, expected) => {
  expect(count(rules, records)).toEqual(expected);
});
