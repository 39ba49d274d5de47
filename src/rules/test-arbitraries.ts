import fc from "fast-check";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  otherFieldScopes,
} from "#contract/handles.ts";
import type { RuleRecord } from "./field-values.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "./runnable-rule.ts";
import { testCatalogue } from "./test-catalogue.ts";

/* Rules of every shape, and records with any JSON content and some other content. */

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

/** A mapping rule over the tests' catalog, including unknown fields and handles. */
export const anyMappingRule: fc.Arbitrary<RunnableMappingRule> = fc.record({
  useOriginalInputValue: fc.boolean(),
  globalObjectFieldId: fc.option(fieldId),
  rule: nested(workflowRule),
});

// Any JSON content, frequently in a known field; and other content.
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
/** A record for the rule. */
export const anyRecord: fc.Arbitrary<RuleRecord> = fc.record(
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

/** Freezes a value recursively: writing to it throws. */
export const deeplyFrozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deeplyFrozen);
  }
  return value;
};
