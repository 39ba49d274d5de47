import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inRankOrder } from "#contract/rank-order.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { RunnableCondition, RunnableMappingRule } from "./runnable-rule.ts";
import { anyMappingRule, anyRecord, deeplyFrozen } from "./test-arbitraries.ts";
import { fieldOfType, ruleWith, testContext } from "./test-catalogue.ts";
import type { ActionTrace, ConditionTrace, RuleTrace } from "./trace.ts";
import { traceRule } from "./trace-rule.ts";

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

const reasonsOf = (traces: readonly { readonly reason: string }[]): string[] =>
  traces.map(({ reason }) => reason);

/** Runs a check on every rule of the trace of any rule on any record. */
const forEveryRule = (check: (trace: RuleTrace) => void, numRuns = 200): void =>
  fc.assert(
    fc.property(anyMappingRule, anyRecord, (rule, data) => {
      const { trace } = traceRule(rule, data, testContext);
      if (trace) rulesIn(trace).forEach(check);
    }),
    { numRuns },
  );

describe("traces of any input", () => {
  test("never throw, never change their input, and return the result of the plain run", () => {
    fc.assert(
      fc.property(anyMappingRule, anyRecord, (rule, data) => {
        const { result, trace } = traceRule(deeplyFrozen(rule), deeplyFrozen(data), testContext);
        expect(result).toStrictEqual(evaluateRule(rule, data, testContext));
        expect(trace?.holds ?? false).toBe(result.matched);
      }),
      { numRuns: 200 },
    );
  });

  test("contain all parts as the same objects, in rank order", () => {
    forEveryRule(({ part, ran, groups, actions, childRules }) => {
      expect(partsOf(actions)).toStrictEqual(inRankOrder(part.actions));
      expect(partsOf(childRules)).toStrictEqual(inRankOrder(part.childRules ?? []));
      expect(actions.every((action, at) => action.part === inRankOrder(part.actions)[at])).toBe(
        true,
      );
      const asked = ran && !part.alwaysRun;
      expect(partsOf(groups)).toStrictEqual(asked ? inRankOrder(part.groups) : []);
      for (const group of groups)
        expect(partsOf(group.conditions)).toStrictEqual(inRankOrder(group.part.conditions));
    });
  });

  test("a group matches when all of its conditions do, a rule when one of its groups does", () => {
    forEveryRule(({ part, ran, holds, groups }) => {
      for (const { conditions, holds: all } of groups)
        expect(all).toBe(conditions.length > 0 && conditions.every((each) => each.holds));
      expect(holds).toBe(ran && (part.alwaysRun || groups.some((group) => group.holds)));
    });
  });

  test("every part has a reason in words, and every action a change or a reason", () => {
    forEveryRule(({ reason, groups, actions }) => {
      const conditions = groups.flatMap((group) => group.conditions.flatMap(conditionsIn));
      const all = actions.flatMap(actionsIn);
      const unchanged = all.flatMap(({ nothing }) => nothing ?? []);
      const words = [reason, ...reasonsOf(groups), ...reasonsOf(conditions), ...unchanged];
      for (const text of words) {
        expect(text).toMatch(/^.+\.$/su);
        expect(text.length).toBeLessThan(2_000);
      }
      for (const { changes, nothing } of all)
        expect(changes.length > 0).toBe(nothing === undefined);
      for (const { values, elements } of conditions) expect(elements).toHaveLength(values.length);
    });
  });

  test("a rule without its tree has no trace, and nesting beyond the limit is ignored", () => {
    const leaf: RunnableCondition = {
      globalObjectFieldId: fieldOfType("attributes"),
      workflowDataTypeComparator: { handle: "attributes_default" },
      condition: "a",
    };
    let [condition, deep] = [leaf, ruleWith({})];
    for (let level = 0; level < 5_000; level++) {
      condition = { ...leaf, childConditions: [condition] };
      deep = ruleWith({ childRules: [deep], groups: [{ conditions: [condition] }] });
    }
    const traced = (rule: RunnableMappingRule["rule"]) =>
      traceRule({ useOriginalInputValue: false, rule }, { objects: {} }, testContext).trace;
    expect(traced(null)).toBeUndefined();
    expect(traced(deep)?.holds).toBe(false);
    expect(traced({ ...deep, alwaysRun: true })?.holds).toBe(true);
    expect(traced(ruleWith({ groups: [{ conditions: [condition] }] }))?.holds).toBe(false);
  });
});
