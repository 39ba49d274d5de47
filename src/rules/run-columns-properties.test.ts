import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { describeRule, ruleParagraph } from "./describe-rule.ts";
import type { RuleRecord } from "./field-values.ts";
import { createTable } from "./record-table.ts";
import { runAllColumns, runColumns, runRules } from "./run-columns.ts";
import { listRuleParts } from "./rule-parts.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "./rule-parts.ts";
import {
  anyMappingRule,
  anyRecord,
  anyRecords,
  anyRule,
  deeplyFrozen,
} from "#rules/testing/random-rules.ts";
import {
  actionWith,
  fieldOfType,
  ruleWith,
  testCatalogue,
  testContext,
} from "#rules/testing/catalogue.ts";
import type { ActionTrace, RuleTrace } from "./trace-rule.ts";
import type { ConditionTrace } from "./trace-condition.ts";

const rulesIn = (trace: RuleTrace): RuleTrace[] => [trace, ...trace.childRules.flatMap(rulesIn)];
const conditionsIn = (trace: ConditionTrace): ConditionTrace[] => [
  trace,
  ...trace.children.flatMap(conditionsIn),
];
const actionsIn = (trace: ActionTrace): ActionTrace[] => [
  trace,
  ...trace.children.flatMap(actionsIn),
];
const partsOf = <P>(traces: readonly { readonly part: P }[]): P[] => traces.map(({ part }) => part);

const runOf = (rule: RunnableMappingRule, records: readonly RuleRecord[]) =>
  runColumns(rule, createTable(records, testContext));

/** The counts of every part, and the values before and after. */
const resultsOf = (
  rule: RunnableMappingRule,
  records: readonly RuleRecord[],
  run = runOf(rule, records),
) => ({
  counts: rule.rule
    ? listRuleParts(rule.rule).map(({ kind, part }) =>
        kind === "action" ? [run.changedCount(part)] : [run.count(part), run.scattered(part)],
      )
    : [],
  cells: run.changedCells(),
  after: records.map((_, at) => run.after(at)),
  traces: records.map((_, at) => run.trace(at)),
});

describe("a run with any input", () => {
  test("never throws and never changes its input", () => {
    fc.assert(
      fc.property(anyRule, anyRecords, (rule, records) => {
        // Writing to a frozen object throws, so one property shows both.
        const { cells } = resultsOf(deeplyFrozen(rule), deeplyFrozen(records));
        expect(cells.every(({ record }) => record < records.length)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("gives the same result for the same input", () => {
    fc.assert(
      fc.property(anyMappingRule, anyRecord, (rule, record) => {
        expect(resultsOf(rule, [record])).toStrictEqual(resultsOf(rule, [record]));
      }),
    );
  });

  test("gives the same result after an edit as in a first run", () => {
    fc.assert(
      fc.property(anyRule, anyRule, anyRecords, (one, other, records) => {
        const table = createTable(records, testContext);
        const before = runColumns(one, table);
        before.changedCells();
        const edited = {
          ...one,
          rule: one.rule && {
            ...one.rule,
            alwaysRun: false,
            groups: [...(one.rule.groups ?? []), ...(other.rule?.groups ?? [])],
            actions: [...(other.rule?.actions ?? []), ...(one.rule.actions ?? [])],
          },
        };
        expect(resultsOf(edited, records, runColumns(edited, table))).toEqual(
          resultsOf(edited, records),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("runs several rules in rank order, each on the result of the previous one", () => {
    const ranked = fc.record({ rule: anyRule, rank: fc.option(fc.integer({ max: 3 })) });
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 4 }), anyRecords, (list, records) => {
        const rules = list.map(({ rule, rank }) => ({
          ...rule,
          useOriginalInputValue: false,
          rule: rule.rule && { ...rule.rule, rank },
        }));
        const runs = runAllColumns(rules, createTable(records, testContext));
        const inTurn = inRankOrder(rules.map((rule) => ({ rule, rank: rule.rule?.rank })));
        const end = inTurn.reduce(
          (before, { rule }) => before.map((_, at) => runOf(rule, before).after(at)),
          records,
        );
        expect(records.map((_, at) => runs.after(at))).toEqual(end);
        expect(runs.runs).toHaveLength(rules.length);
      }),
      { numRuns: 200 },
    );
  });

  test("a rule that does not match leaves the record unchanged, as the same object", () => {
    fc.assert(
      fc.property(anyMappingRule, anyRecord, (rule, record) => {
        const run = runOf(rule, [record]);
        expect(run.count(rule.rule ?? {}) === 1 || run.after(0) === record).toBe(true);
      }),
    );
  });

  test("every rule can be described in words", () => {
    fc.assert(
      fc.property(anyMappingRule, ({ rule }) => {
        const words = ruleParagraph(
          describeRule(rule ?? ruleWith({}), { catalogue: testCatalogue }),
        );
        expect(words).toMatch(/\.$/);
        expect(words).not.toMatch(/undefined|\[object/);
      }),
    );
  });
});

/** Runs a check on every rule of the trace of any rule on any record. */
const forEveryRule = (check: (trace: RuleTrace) => void): void =>
  fc.assert(
    fc.property(anyMappingRule, anyRecord, (rule, record) => {
      const trace = runOf(rule, [record]).trace(0);
      if (trace) rulesIn(trace).forEach(check);
    }),
    { numRuns: 200 },
  );

describe("a trace", () => {
  test("contains all parts as the same objects, in rank order", () => {
    forEveryRule(({ part, ran, groups, actions, childRules }) => {
      expect(partsOf(actions)).toStrictEqual(inRankOrder(part.actions ?? []));
      expect(partsOf(childRules)).toStrictEqual(inRankOrder(part.childRules ?? []));
      const asked = ran && !part.alwaysRun;
      expect(partsOf(groups)).toStrictEqual(asked ? inRankOrder(part.groups ?? []) : []);
      for (const group of groups)
        expect(partsOf(group.conditions)).toStrictEqual(inRankOrder(group.part.conditions ?? []));
    });
  });

  test("a group matches when all of its conditions do, a rule when one of its groups does", () => {
    forEveryRule(({ part, ran, holds, groups }) => {
      for (const { conditions, holds: all } of groups)
        expect(all).toBe(conditions.length > 0 && conditions.every((each) => each.holds));
      expect(holds).toBe(ran && (part.alwaysRun || groups.some((group) => group.holds)));
    });
  });

  test("has a reason in words for every part, and for every action a change or a reason", () => {
    forEveryRule(({ reason, groups, actions }) => {
      const conditions = groups.flatMap((group) => group.conditions.flatMap(conditionsIn));
      const all = actions.flatMap(actionsIn);
      const reasons = [...groups, ...conditions].map((each) => each.reason);
      for (const text of [reason, ...reasons, ...all.flatMap(({ nothing }) => nothing ?? [])]) {
        expect(text).toMatch(/^.+\.$/su);
        expect(text.length).toBeLessThan(2_000);
      }
      for (const { changes, nothing } of all)
        expect(changes.length > 0).toBe(nothing === undefined);
      for (const { values, elements } of conditions) expect(elements).toHaveLength(values.length);
    });
  });
});

describe("deep and long rules", () => {
  test("nesting beyond the limit is ignored", () => {
    const depth = 20_000;
    const leaf: RunnableCondition = {
      globalObjectFieldId: fieldOfType("string"),
      workflowDataTypeComparator: { handle: "string_exists" },
    };
    const named: RunnableCondition = {
      globalObjectFieldId: fieldOfType("attributes"),
      workflowDataTypeComparator: { handle: "attributes_default" },
      condition: "a",
    };
    let [condition, entry, deep, plain] = [leaf, named, ruleWith({}), ruleWith({})];
    for (let level = 0; level < depth; level++) {
      condition = { ...leaf, childConditions: [condition] };
      entry = { ...named, childConditions: [entry] };
      deep = ruleWith({ childRules: [deep], groups: [{ conditions: [condition, entry] }] });
      plain = ruleWith({ childRules: [plain] });
    }
    const record = { objects: { thing: { string: "a", attributes: { a: { a: 1 } } } } };
    const holds = (rule: RunnableWorkflowRule) =>
      runOf({ useOriginalInputValue: false, rule }, [record]).trace(0)?.holds;
    expect(holds(ruleWith({ groups: [{ conditions: [condition] }] }))).toBe(false);
    expect(holds(ruleWith({ groups: [{ conditions: [entry] }] }))).toBe(false);
    expect(holds(deep)).toBe(false);
    expect(holds({ ...deep, alwaysRun: true })).toBe(true);
    expect(listRuleParts(plain)).toHaveLength(depth + 1);
    expect(ruleParagraph(describeRule(plain, { catalogue: testCatalogue })).length).toBeLessThan(
      100 * maxNesting,
    );
  });

  const append = (text: string): RunnableAction =>
    actionWith("postfix", fieldOfType("string"), [text]);
  const city: RunnableAction = actionWith("postfix", 1_201, ["!"]);
  const record = { objects: { thing: { string: "", address: { city: "" } } } };
  const lengthAfter = (rules: readonly RunnableMappingRule[]) => {
    const { thing } = runRules(rules, record, testContext).objects as {
      thing: { string: string; address: { city: string } };
    };
    return [thing.string.length, thing.address.city.length];
  };

  test.each([false, true])("5,000 actions in one rule (original values: %s)", (original) => {
    const actions = Array.from({ length: 5_000 }, (_, at) => (at % 2 ? append("x") : city));
    const rule = { useOriginalInputValue: original, rule: ruleWith({ actions }) };
    expect(lengthAfter([rule])).toEqual([2_500, 2_500]);
  });

  test("300 rules of 20 actions", () => {
    const actions = Array.from({ length: 20 }, (_, at) => (at % 2 ? append("x") : city));
    const rules = Array.from({ length: 300 }, () => ({
      useOriginalInputValue: false,
      rule: ruleWith({ actions }),
    }));
    expect(lengthAfter(rules)).toEqual([3_000, 3_000]);
    const runs = runAllColumns(rules, createTable([record, record], testContext));
    expect(runs.changedCells()).toHaveLength(4);
  });
});
