import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxNesting } from "#contract/limits.ts";
import { describeRule, ruleParagraph } from "./describe-rule.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import { listRuleParts } from "./rule-parts.ts";
import type { RunnableCondition } from "./runnable-rule.ts";
import { anyMappingRule, anyRecord, deeplyFrozen } from "./test-arbitraries.ts";
import { fieldOfType, ruleWith, testCatalogue, testContext } from "./test-catalogue.ts";

describe("evaluation of any input", () => {
  test("never throws and never changes its input", () => {
    fc.assert(
      fc.property(anyMappingRule, anyRecord, (rule, data) => {
        // Writing to a frozen object throws, so one property shows both.
        const result = evaluateRule(deeplyFrozen(rule), deeplyFrozen(data), testContext);
        expect(typeof result.matched).toBe("boolean");
      }),
      { numRuns: 200 },
    );
  });

  test("gives the same result for the same input", () => {
    fc.assert(
      fc.property(anyMappingRule, anyRecord, (rule, data) => {
        expect(evaluateRule(rule, data, testContext)).toStrictEqual(
          evaluateRule(rule, data, testContext),
        );
      }),
    );
  });

  test("a rule that does not match leaves the record unchanged, as the same object", () => {
    fc.assert(
      fc.property(anyMappingRule, anyRecord, (rule, data) => {
        const result = evaluateRule(rule, data, testContext);
        const same = result.objects === data.objects && Object.is(result.value, data.value);
        expect(result.matched || same).toBe(true);
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

  test("nesting beyond the limit is ignored", () => {
    const depth = 20_000;
    const leaf: RunnableCondition = {
      globalObjectFieldId: fieldOfType("string"),
      workflowDataTypeComparator: { handle: "string_exists" },
    };
    let [condition, deep] = [leaf, ruleWith({})];
    for (let level = 0; level < depth; level++) {
      condition = { ...leaf, childConditions: [condition] };
      deep = ruleWith({ childRules: [deep] });
    }
    const data = { objects: { thing: { string: "a" } } };
    const rule = ruleWith({ groups: [{ conditions: [condition] }] });
    expect(evaluateRule({ useOriginalInputValue: false, rule }, data, testContext).matched).toBe(
      false,
    );
    expect(
      evaluateRule({ useOriginalInputValue: false, rule: deep }, data, testContext).matched,
    ).toBe(true);
    expect(listRuleParts(deep)).toHaveLength(depth + 1);
    expect(ruleParagraph(describeRule(deep, { catalogue: testCatalogue })).length).toBeLessThan(
      100 * maxNesting,
    );
  });
});
