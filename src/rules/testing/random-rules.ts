import fc from "fast-check";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  otherFieldScopes,
} from "#contract/handles.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import { fieldOfType, testCatalogue, testFields } from "./catalogue.ts";

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

/** What the parts of random rules may have. Handles may depend on the field. */
interface RandomParts {
  readonly fieldId: fc.Arbitrary<number>;
  readonly operand: fc.Arbitrary<string | null>;
  readonly comparator: (fieldId: number) => fc.Arbitrary<string>;
  readonly action: (fieldId: number) => fc.Arbitrary<string>;
}

/** Mapping rules with groups, child rules, child conditions and child actions. */
export const randomRules = ({
  fieldId: anyFieldId,
  operand: anyOperand,
  comparator,
  action,
}: RandomParts): fc.Arbitrary<RunnableMappingRule> => {
  const conditionOn = (
    id: number,
    childConditions: readonly RunnableCondition[] = [],
  ): fc.Arbitrary<RunnableCondition> =>
    fc.record({
      globalObjectFieldId: fc.constant(id),
      workflowDataTypeComparator: comparator(id).map((handle) => ({ handle })),
      preModifierDataTypeComparator: fc.option(
        fc.constantFrom(...comparatorHandles).map((handle) => ({ handle })),
      ),
      condition: anyOperand,
      condition2: anyOperand,
      fieldArrayMustMatchAll: fc.boolean(),
      conditionArrayMustMatchAll: fc.boolean(),
      childConditions: fc.constant(childConditions),
    });
  const actionOn = (
    id: number,
    childActions: readonly RunnableAction[] = [],
  ): fc.Arbitrary<RunnableAction> =>
    fc.record({
      globalObjectFieldId: fc.constant(id),
      workflowDataTypeAction: action(id).map((handle) => ({ handle })),
      value: anyOperand,
      value2: anyOperand,
      value3: anyOperand,
      usesOtherFieldScope: fc.option(fc.constantFrom(...otherFieldScopes)),
      applyToMatchedOnly: fc.boolean(),
      childActions: fc.constant(childActions),
    });
  /** A part and its children, on its field or on others. */
  const nested = <T>(make: (id: number, children?: readonly T[]) => fc.Arbitrary<T>) =>
    anyFieldId.chain((id) =>
      fc
        .array(
          fc.oneof(fc.constant(id), anyFieldId).chain((childId) => make(childId)),
          { maxLength: 2 },
        )
        .chain((children) => make(id, children)),
    );
  const workflowRule = (
    childRules: readonly RunnableWorkflowRule[],
  ): fc.Arbitrary<RunnableWorkflowRule> =>
    fc.record({
      name: fc.string(),
      workflowRuleTypeId: fc.constantFrom(1, 2),
      alwaysRun: fc.boolean(),
      enabled: fc.option(fc.boolean()),
      groups: fc.array(fc.record({ conditions: fc.array(nested(conditionOn), { maxLength: 2 }) }), {
        maxLength: 2,
      }),
      actions: fc.array(nested(actionOn), { maxLength: 3 }),
      childRules: fc.constant(childRules),
    });
  return fc.record({
    useOriginalInputValue: fc.boolean(),
    globalObjectFieldId: fc.option(anyFieldId),
    rule: fc.array(workflowRule([]), { maxLength: 2 }).chain(workflowRule),
  });
};

/** A mapping rule over the tests' catalog, including unknown fields and handles. */
export const anyMappingRule = randomRules({
  fieldId,
  operand,
  comparator: () => fc.constantFrom(...comparatorHandles, "toString"),
  action: () => fc.constantFrom(...actionHandles, "toString"),
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

/* Values of the kind that each field is made for, few enough for conditions to match sometimes. */

const text = fc.constantFrom(
  "lamp",
  "Lamp a",
  "",
  "1",
  "-1.50",
  "2026-01-01",
  "0",
  "é",
  "10.00",
  "a-b",
);
const number = fc.constantFrom(0, 1, -1, 2.5, 99_999_999, -0, 0.1);
const entries = fc.array(
  fc.record({ name: fc.constantFrom("a", "1", "lamp", "A"), value: fc.oneof(text, number) }),
  { maxLength: 3 },
);
const sensible = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: number },
  { weight: 2, arbitrary: entries },
  fc.array(text, { maxLength: 3 }),
  fc.array(number, { maxLength: 2 }),
  fc.boolean(),
  fc.constant(null),
);
const sensibleThing = fc.record(
  {
    ...Object.fromEntries(
      dataTypeHandles.flatMap((handle) => [
        [handle, sensible],
        [`other_${handle}`, sensible],
      ]),
    ),
    address: fc.oneof(fc.constant(null), sensible, fc.record({ city: sensible }), fc.constant({})),
  },
  { requiredKeys: [] },
);
const sensiblePart = fc.record(
  { title: sensible, price: sensible, cost: sensible, tags: sensible },
  { requiredKeys: [] },
);
const sensibleObjects = fc.record(
  {
    thing: fc.oneof({ weight: 8, arbitrary: sensibleThing }, sensible),
    part: fc.oneof(
      { weight: 4, arbitrary: fc.array(sensiblePart, { maxLength: 3 }) },
      sensiblePart,
      fc.constant(null),
    ),
  },
  { requiredKeys: [] },
);

/** Records with plain JSON, as a template passes them: all with a value, or none. */
const jsonRecords: fc.Arbitrary<RuleRecord[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(
      sensibleObjects.map((objects) => ({ objects })),
      { maxLength: 4 },
    ),
  },
  fc.array(fc.record({ objects: sensibleObjects, value: fc.oneof(text, number, entries) }), {
    maxLength: 4,
  }),
);

/** The same, and records with any content. */
export const anyRecords: fc.Arbitrary<RuleRecord[]> = fc.oneof(
  { weight: 4, arbitrary: jsonRecords },
  fc.array(anyRecord, { maxLength: 4 }),
);

const fewFields = [
  ...Object.values(testFields),
  ...(["string", "number", "attributes", "inherited", "tags"] as const).map((type) =>
    fieldOfType(type),
  ),
];

/** The same rule on few fields, most of them of a collection, so that its parts affect each other. */
const onFewFields = (rule: RunnableMappingRule): RunnableMappingRule =>
  JSON.parse(
    JSON.stringify(rule).replaceAll(
      /"globalObjectFieldId":(\d+)/g,
      (_all, id: string) => `"globalObjectFieldId":${fewFields[Number(id) % fewFields.length]}`,
    ),
  ) as RunnableMappingRule;

/** A mapping rule, often one whose parts affect each other. */
export const anyRule: fc.Arbitrary<RunnableMappingRule> = fc.oneof(
  anyMappingRule,
  anyMappingRule.map(onFewFields),
);

/** Freezes a value recursively: writing to it throws. */
export const deeplyFrozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deeplyFrozen);
  }
  return value;
};
