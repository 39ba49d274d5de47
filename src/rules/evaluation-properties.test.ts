import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  otherFieldScopes,
} from "#contract/handles.ts";
import { maxNesting } from "#contract/limits.ts";
import { describeRule, ruleParagraph } from "./describe-rule.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { RuleRecord } from "./field-values.ts";
import { partsOf } from "./rule-parts.ts";
import type { RunnableAction, RunnableCondition, RunnableWorkflowRule } from "./runnable-rule.ts";
import { fieldOfType, ruleWith, testCatalogue, testContext } from "./test-catalogue.ts";

const fieldIds = [...testCatalogue.fields.keys(), 9];
const fieldId = fc.constantFrom(...fieldIds);
const operand = fc.option(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "1",
      "-1",
      "0",
      "99999999",
      "2026-01-01",
      "days",
      "lamp",
      "{part.cost} * 2",
      '["a"]',
      "__proto__",
    ),
    fieldId.map(String),
  ),
);

const condition = (childConditions: RunnableCondition[]): fc.Arbitrary<RunnableCondition> =>
  fc.record({
    globalObjectFieldId: fieldId,
    workflowDataTypeComparator: fc.record({
      handle: fc.constantFrom(...comparatorHandles, "toString"),
    }),
    preModifierDataTypeComparator: fc.option(
      fc.record({ handle: fc.constantFrom(...comparatorHandles) }),
    ),
    condition: operand,
    condition2: operand,
    fieldArrayMustMatchAll: fc.boolean(),
    conditionArrayMustMatchAll: fc.boolean(),
    childConditions: fc.constant(childConditions),
  });

const action = (childActions: RunnableAction[]): fc.Arbitrary<RunnableAction> =>
  fc.record({
    globalObjectFieldId: fieldId,
    workflowDataTypeAction: fc.record({ handle: fc.constantFrom(...actionHandles, "toString") }),
    value: operand,
    value2: operand,
    value3: operand,
    usesOtherFieldScope: fc.option(fc.constantFrom(...otherFieldScopes)),
    applyToMatchedOnly: fc.boolean(),
    childActions: fc.constant(childActions),
  });

const nested = <T>(make: (children: T[]) => fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.array(make([]), { maxLength: 2 }).chain(make);

const workflowRule = (childRules: RunnableWorkflowRule[]): fc.Arbitrary<RunnableWorkflowRule> =>
  fc.record({
    name: fc.string(),
    workflowRuleTypeId: fc.constantFrom(1, 2),
    alwaysRun: fc.boolean(),
    enabled: fc.option(fc.boolean()),
    groups: fc.array(fc.record({ conditions: fc.array(nested(condition), { maxLength: 2 }) }), {
      maxLength: 2,
    }),
    actions: fc.array(nested(action), { maxLength: 3 }),
    childRules: fc.constant(childRules),
  });

const mappingRule = fc.record({
  useOriginalInputValue: fc.boolean(),
  globalObjectFieldId: fc.option(fieldId),
  rule: nested(workflowRule),
});

// Anything JSON can hold, often enough where a field looks for it; and things that it cannot.
const held = fc.oneof(
  fc.jsonValue({ stringUnit: "binary" }),
  fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true }),
  fc.array(fc.record({ name: fc.string(), value: fc.jsonValue() })),
);
const thingData = fc.record(Object.fromEntries(dataTypeHandles.map((handle) => [handle, held])), {
  requiredKeys: [],
});
const partData = fc.record(
  { title: held, price: held, cost: held, tags: held },
  { requiredKeys: [] },
);
const record: fc.Arbitrary<RuleRecord> = fc.record(
  {
    objects: fc.record(
      {
        thing: fc.oneof(thingData, held),
        part: fc.oneof(fc.array(partData, { maxLength: 3 }), held),
      },
      { requiredKeys: [] },
    ),
    value: held,
  },
  { requiredKeys: ["objects"] },
);

const deeplyFrozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deeplyFrozen);
  }
  return value;
};

describe("evaluation, whatever it is given", () => {
  test("never throws and never changes its input", () => {
    fc.assert(
      fc.property(mappingRule, record, (rule, data) => {
        // Writing to a frozen object throws, so one property shows both.
        const result = evaluateRule(deeplyFrozen(rule), deeplyFrozen(data), testContext);
        expect(typeof result.matched).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });

  test("gives the same result for the same input", () => {
    fc.assert(
      fc.property(mappingRule, record, (rule, data) => {
        expect(evaluateRule(rule, data, testContext)).toStrictEqual(
          evaluateRule(rule, data, testContext),
        );
      }),
    );
  });

  test("a rule that does not match leaves the record as it is, to the object", () => {
    fc.assert(
      fc.property(mappingRule, record, (rule, data) => {
        const result = evaluateRule(rule, data, testContext);
        const same = result.objects === data.objects && Object.is(result.value, data.value);
        expect(result.matched || same).toBe(true);
      }),
    );
  });

  test("every rule can be said in words", () => {
    fc.assert(
      fc.property(mappingRule, ({ rule }) => {
        const words = ruleParagraph(describeRule(rule, { catalogue: testCatalogue }));
        expect(words).toMatch(/\.$/);
        expect(words).not.toMatch(/undefined|\[object/);
      }),
    );
  });

  test("nesting beyond any limit is not followed", () => {
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
    expect(partsOf(deep)).toHaveLength(depth + 1);
    expect(ruleParagraph(describeRule(deep, { catalogue: testCatalogue })).length).toBeLessThan(
      100 * maxNesting,
    );
  });
});
