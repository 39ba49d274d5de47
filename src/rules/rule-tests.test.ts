import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RuleExpectation, RuleTestContent } from "#contract/rule-tests.ts";
import { anyRecords, anyRule } from "#rules/testing/random-rules.ts";
import {
  actionWith,
  conditionWith,
  fieldOfType,
  ruleWith,
  testCatalogue,
  testContext,
  testFields,
  when,
} from "#rules/testing/catalogue.ts";
import { describeAction, describeCondition } from "./describe-rule.ts";
import { describeExpectation, describeFailure } from "./describe-rule-test.ts";
import { listRuleParts, type RunnableAction, type RunnableMappingRule } from "./rule-parts.ts";
import type { RunnableCondition, RunnableWorkflowRule } from "./rule-parts.ts";
import { expectResult, runRuleTests } from "./rule-tests.ts";

const { title, number, partPrice } = testFields;
const setting = { catalogue: testCatalogue, mappingSets: testContext.mappingSets ?? new Map() };
const runsAt = new Date(testContext.now).toISOString();
const whole = (rule: RunnableWorkflowRule): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule,
});
const record = {
  objects: { thing: { string: "Brass lamp", number: 8 }, part: [{ price: 5 }, { price: 20 }] },
};
const testOf = (expectation: RuleExpectation): RuleTestContent => ({
  name: "LAMP",
  detail: "",
  record,
  expectation,
  runsAt,
});
const becomes = (value: unknown, field = "thing.number", element = 0): RuleExpectation => ({
  kind: "changes",
  values: [{ field, element, value }],
});
const unmatched: RuleExpectation = { kind: "unmatched" };
const unchanged: RuleExpectation = { kind: "unchanged" };

const set = (value: string) => actionWith("set", number, [value]);
const contains = (text: string) => conditionWith("string_contains", title, [text]);
const [brass, lamp, oak] = [contains("brass"), contains("lamp"), contains("oak")];
const tier = (name: string, parts: Partial<RunnableWorkflowRule>) => ruleWith({ name, ...parts });

describe("on random rules and records", () => {
  const toJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const plain = anyRecords.map((records) => {
    try {
      return toJson(records).filter(({ objects }) => typeof objects === "object" && objects);
    } catch {
      return [];
    }
  });
  const forAny = (check: (rule: RunnableMappingRule, kept: RuleTestContent) => void) =>
    fc.assert(
      fc.property(anyRule, plain, (rule, records) => {
        for (const one of records.slice(0, 2))
          check(rule, {
            ...testOf(unmatched),
            record: one,
            expectation: toJson(expectResult(rule, one, testContext)),
          });
      }),
      { numRuns: 400 },
    );

  test("a test with the engine's own result passes", () => {
    forAny((rule, kept) => {
      const [result] = runRuleTests(rule, [kept], setting).results;
      expect(result).toMatchObject({ passes: true, differences: [], blamed: [] });
    });
  });

  test("of a test that fails, a part of the rule is to blame", () => {
    const other = fc.constantFrom<RuleExpectation>(
      unmatched,
      unchanged,
      becomes("other"),
      becomes(1, "part.price"),
    );
    fc.assert(
      fc.property(anyRule, plain, other, (rule, [one], expectation) => {
        if (!one || !rule.rule) return;
        const { results } = runRuleTests(rule, [{ ...testOf(expectation), record: one }], setting);
        const parts = new Set<object>(listRuleParts(rule.rule).map(({ part }) => part));
        for (const { passes, blamed } of results) {
          expect(blamed.length > 0).toBe(!passes);
          for (const { part } of blamed) expect(parts).toContain(part);
        }
      }),
      { numRuns: 400 },
    );
  });
});

const words = { catalogue: testCatalogue };
const describePart = (part: object, rule: RunnableWorkflowRule): string => {
  const found = listRuleParts(rule).find((one) => one.part === part);
  if (found?.kind === "condition") return describeCondition(part as RunnableCondition, words);
  if (found?.kind === "action") return describeAction(part as RunnableAction, words);
  return found?.kind === "rule" ? (found.part.name ?? "") : "unknown";
};

test.each<[string, Partial<RunnableWorkflowRule>, RuleExpectation, string, string[]]>([
  [
    "the first unmet condition of the group that lacks the fewest",
    { groups: when([oak, contains("ash")], [brass, oak]), actions: [set("1")] },
    becomes(1),
    "The rule should match, but doesn't",
    ["String contains “oak”, any case"],
  ],
  [
    "the conditions that let it match",
    { groups: when([oak], [brass, lamp]), actions: [set("1")] },
    unmatched,
    "The rule shouldn't match, but does",
    ["String contains “brass”, any case", "String contains “lamp”, any case"],
  ],
  [
    "a rule that always runs",
    { actions: [set("1")] },
    unmatched,
    "The rule shouldn't match, but does",
    ["Rule"],
  ],
  [
    "the last action that wrote the field",
    { actions: [set("1"), set("2"), actionWith("trim", title)] },
    becomes(1),
    "Number should become 1, but becomes 2",
    ["Set Number to 2"],
  ],
  [
    "an action that was not to write",
    { actions: [set("8"), actionWith("add", partPrice, ["1"])] },
    unchanged,
    "Price (1 of 2) shouldn't change, but becomes 6, and 1 more difference",
    ["Add 1 to Price"],
  ],
  [
    "an action that changed nothing",
    { actions: [set("8")] },
    becomes(1),
    "Number should become 1, but stays 8",
    ["Set Number to 8"],
  ],
  [
    "the condition of the tier that was to be taken",
    {
      workflowRuleTypeId: 2,
      childRules: [
        tier("Oak", { groups: when([oak]), actions: [set("1")] }),
        tier("Other", { actions: [actionWith("trim", title)] }),
      ],
    },
    becomes(1),
    "Number should become 1, but stays 8",
    ["String contains “oak”, any case"],
  ],
  [
    "a tier behind one that was taken",
    {
      workflowRuleTypeId: 2,
      childRules: [
        tier("Brass", { groups: when([brass]), actions: [actionWith("trim", title)] }),
        tier("Other", { actions: [set("1")] }),
      ],
    },
    becomes(1),
    "Number should become 1, but stays 8",
    ["Other"],
  ],
  [
    "the rule, which has no action on the field",
    { actions: [actionWith("trim", title)] },
    becomes(1),
    "Number should become 1, but stays 8",
    ["Rule"],
  ],
  [
    "a disabled rule runs too",
    { enabled: false, actions: [set("1")] },
    unmatched,
    "The rule shouldn't match, but does",
    ["Rule"],
  ],
])("to blame: %s", (_, parts, expectation, failure, blamed) => {
  const rule = ruleWith(parts);
  const { results } = runRuleTests(whole(rule), [testOf(expectation)], setting);
  const [result] = results;
  expect(result && describeFailure(result, testCatalogue)).toBe(failure);
  expect(result?.blamed.map(({ part }) => describePart(part, rule))).toEqual(blamed);
});

test("a part that was edited since the test passed is to blame before others", () => {
  const [first, second, third] = [set("1"), set("{thing.number} * 2"), set("{thing.number} + 1")];
  const oakTier = tier("Oak", { groups: when([oak]), actions: [set("9")] });
  const rule = ruleWith({
    groups: when([brass, lamp], [oak]),
    actions: [first, second, third],
    childRules: [oakTier],
  });
  const blame = (expectation: RuleExpectation, ...edited: object[]) => {
    const isEdited = (_: unknown, part: object) => edited.includes(part);
    const { results } = runRuleTests(whole(rule), [testOf(expectation)], setting, isEdited);
    return results[0]?.blamed.map(({ part }) => describePart(part, rule));
  };
  expect(blame(becomes(5))).toEqual([describePart(third, rule)]);
  expect(blame(becomes(5), second)).toEqual([describePart(second, rule)]);
  expect(blame(becomes(9), brass)).toEqual(["String contains “brass”, any case"]);
  expect(blame(becomes(9), brass, oak)).toEqual([describePart(third, rule)]);
  expect(blame(unmatched, lamp)).toEqual(["String contains “lamp”, any case"]);
});

test("a test expects every change, and a value that is there already counts as met", () => {
  const rule = whole(ruleWith({ actions: [set("1"), actionWith("set", title, ["Brass lamp"])] }));
  const passes = (expectation: RuleExpectation) =>
    runRuleTests(rule, [testOf(expectation)], setting).results[0]?.passes;
  expect(expectResult(rule, record, testContext)).toEqual(becomes(1));
  expect(passes(becomes(1))).toBe(true);
  expect(passes(becomes("1"))).toBe(false);
  expect(
    passes({
      kind: "changes",
      values: [
        { field: "thing.number", element: 0, value: 1 },
        { field: "thing.string", element: 0, value: "Brass lamp" },
      ],
    }),
  ).toBe(true);
  expect(passes(unchanged)).toBe(false);
});

test("conditions on dates are met as on the day of the test", () => {
  const recent = conditionWith("date_within_last", fieldOfType("date"), ["7", "days"]);
  const rule = whole(ruleWith({ groups: when([recent]), actions: [set("1")] }));
  const dated = { objects: { thing: { date: "2026-01-08", number: 8 } } };
  const onDay = (day: string) => ({ ...testOf(becomes(1)), record: dated, runsAt: day });
  const tests = [onDay("2026-01-10T12:00:00.000Z"), onDay("2026-02-10T12:00:00.000Z")];
  expect(runRuleTests(rule, tests, setting).results.map(({ passes }) => passes)).toEqual([
    true,
    false,
  ]);
});

test("the parts that no test exercises", () => {
  const [first, second] = [set("1"), set("8")];
  const off = tier("Off", { enabled: false, actions: [set("3")] });
  const oakTier = tier("Oak", { groups: when([oak]), actions: [set("2")] });
  const rule = ruleWith({
    groups: when([brass], [oak]),
    actions: [first, second],
    childRules: [tier("Any", {}), oakTier, off],
  });
  const tested = runRuleTests(whole(rule), [testOf(unchanged)], setting);
  expect(tested.parts).toBe(8);
  expect(tested.uncovered.map(({ part }) => describePart(part, rule))).toEqual([
    "String contains “oak”, any case",
    "Oak",
    "String contains “oak”, any case",
    "Set Number to 2",
  ]);
  expect(runRuleTests(whole(rule), [], setting).uncovered).toHaveLength(8);
});

test.each<[RuleExpectation, string]>([
  [unmatched, "Doesn't match"],
  [unchanged, "Matches, changes nothing"],
  [becomes(19.99), "Number becomes 19.99"],
  [becomes(["a", "b"], "thing.tags"), "Thing Tags becomes a, b"],
  [becomes({ name: "a" }, "part.price", 1), 'Price (2 of 2) becomes {"name":"a"}'],
  [
    {
      kind: "changes",
      values: [
        { field: "gone.field", element: 0, value: "" },
        { field: "part.price", element: 0, value: 1 },
      ],
    },
    "gone.field becomes empty and 1 more value",
  ],
])("%j is %s", (expectation, said) => {
  expect(describeExpectation(expectation, record, testCatalogue)).toBe(said);
});
