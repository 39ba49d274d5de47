import fc from "fast-check";
import { expect, test } from "vitest";
import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";
import { actions } from "#rules/actions.ts";
import { comparators } from "#rules/comparators.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import { fieldOfType, testCatalogue, testContext, testFields } from "#rules/testing/catalogue.ts";
import { anyRecords, anyRule } from "#rules/testing/random-rules.ts";
import { refuteFinding } from "#rules/testing/refute-finding.ts";
import { analyzeInChunks, analyzeRules } from "./analyze-rules.ts";
import type { Finding, FindingKind } from "./finding.ts";

/* Rules whose parts have much to do with one another: few fields, few values, many conditions on one field. */

const setting = { context: testContext, recordNames: { one: "record", many: "records" } };
const { title, number, partTitle, partPrice, partTags } = testFields;
const [date, flag] = [fieldOfType("date"), fieldOfType("boolean")];
const fieldId = fc.constantFrom(title, number, partTitle, partPrice, partTags, date, flag);

const fitting = <H extends string>(
  table: Readonly<Record<H, { readonly dataTypes: readonly string[] }>>,
  id: number,
): fc.Arbitrary<H> => {
  const type = testCatalogue.fields.get(id)?.dataType ?? "";
  const handles = Object.keys(table) as H[];
  return fc.constantFrom(...handles.filter((handle) => table[handle].dataTypes.includes(type)));
};

const texts = ["lamp", "LAMP", "Lamp shade", "la", "mp", "sß", "ss", "s", "é", "fi", " lamp", ""];
const numbers = ["0", "1", "1.0", "2.5", "3", "-1"];
const dates = ["2026-01-01", "2026-01-09T12:00:00Z", "1", "3", "true", "no"];
const listed = ["lamp, la", "s, ß", "LAMP", "lamp"];
const operandFor = (id: number): fc.Arbitrary<string> => {
  if (id === number || id === partPrice) return fc.constantFrom(...numbers);
  if (id === date || id === flag) return fc.constantFrom(...dates);
  return fc.constantFrom(...texts, ...listed);
};

const condition = (id: number): fc.Arbitrary<RunnableCondition> =>
  fc.record({
    globalObjectFieldId: fc.constant(id),
    workflowDataTypeComparator: fitting<ComparatorHandle>(comparators, id).map((handle) => ({
      handle,
    })),
    condition: operandFor(id),
    fieldArrayMustMatchAll: fc.integer({ max: 4, min: 0 }).map((chance) => chance === 0),
    conditionArrayMustMatchAll: fc.integer({ max: 4, min: 0 }).map((chance) => chance === 0),
    childConditions: fc.constant([]),
  });
/** Length of a text, as a pre-modifier. */
const lengthCondition: fc.Arbitrary<RunnableCondition> = condition(number).map((made) => ({
  ...made,
  globalObjectFieldId: title,
  preModifierDataTypeComparator: { handle: "string_length" },
}));
const action = (id: number): fc.Arbitrary<RunnableAction> =>
  fc.record({
    globalObjectFieldId: fc.constant(id),
    workflowDataTypeAction: fc
      .oneof(fc.constant<ActionHandle>("set"), fitting<ActionHandle>(actions, id))
      .map((handle) => ({ handle })),
    value: operandFor(id),
    applyToMatchedOnly: fc.boolean(),
  });
const conditions = fieldId.chain((id) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: condition(id) },
      { weight: 1, arbitrary: lengthCondition },
      { weight: 1, arbitrary: fieldId.chain(condition) },
    ),
    { minLength: 1, maxLength: 3, size: "max" },
  ),
);
const ruleOf = (childRules: fc.Arbitrary<RunnableWorkflowRule[]>) =>
  fc.record({
    name: fc.constantFrom("One", "Two", ""),
    workflowRuleTypeId: fc.constantFrom(1, 2),
    alwaysRun: fc.integer({ max: 3, min: 0 }).map((chance) => chance === 0),
    groups: fc.array(fc.record({ conditions }), { minLength: 1, maxLength: 3, size: "max" }),
    actions: fieldId.chain((id) => fc.array(action(id), { maxLength: 3, size: "max" })),
    childRules,
  });
/** Tiers on one number. */
const rangeTiers = fc.array(
  fc
    .array(condition(partPrice), { minLength: 1, maxLength: 2 })
    .map((own): RunnableWorkflowRule => ({ ...tier, groups: [{ conditions: own }] })),
  { minLength: 2, maxLength: 4, size: "max" },
);
const tier = { name: "Tier", alwaysRun: false, actions: [] };
const closeRule: fc.Arbitrary<RunnableMappingRule> = fc.record({
  useOriginalInputValue: fc.boolean(),
  rule: ruleOf(
    fc.oneof(fc.array(ruleOf(fc.constant([])), { maxLength: 3, size: "max" }), rangeTiers),
  ),
});

const text = fc.constantFrom(...texts, "ß", "ﬁ", "sß", "ﬁlamp", "lamps", "LAMP SHADE");
const value = fc.oneof(
  text,
  fc.constantFrom(0, 1, 2, 2.5, 3, 4),
  fc.constantFrom(...dates),
  fc.constant(null),
);
const several = fc.oneof({ weight: 5, arbitrary: value }, fc.array(value, { maxLength: 3 }));
const thing = fc.record(
  { string: several, number: several, date: value, boolean: fc.oneof(fc.boolean(), value) },
  { requiredKeys: [] },
);
const part = fc.record(
  { title: value, price: value, tags: fc.array(text, { maxLength: 3 }) },
  { requiredKeys: [] },
);
const record: fc.Arbitrary<RuleRecord> = fc.record({
  objects: fc.record({ thing, part: fc.array(part, { maxLength: 3 }) }, { requiredKeys: [] }),
});
const records = fc.array(record, { minLength: 20, maxLength: 60 });

const problemsOf = (
  rules: readonly RunnableMappingRule[],
  own: readonly RuleRecord[],
  others: readonly RuleRecord[],
  seen?: Map<FindingKind, number>,
): string[] => {
  const table = createTable(own, testContext);
  const further = createTable(others, testContext);
  return analyzeRules(rules, setting, table).flatMap((finding) => {
    seen?.set(finding.kind, (seen.get(finding.kind) ?? 0) + 1);
    return refuteFinding(finding, { rules, table }, further).map(
      (problem) => `${problem}: ${finding.message} ${JSON.stringify(finding.part)}`,
    );
  });
};

test("every finding on 200 times three rules is confirmed record by record", () => {
  const seen = new Map<FindingKind, number>();
  fc.assert(
    fc.property(
      fc.array(closeRule, { minLength: 3, maxLength: 3 }),
      records,
      records,
      (rules, own, others) => {
        expect(problemsOf(rules, own, others, seen)).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
  const often = ["never", "implied", "covered", "shadowed", "overwritten", "writers"] as const;
  expect(often.filter((kind) => !seen.has(kind))).toEqual([]);
});

/** The findings over chunks of so many records, and how often all of these were looked at. */
const findInChunks = (
  rules: readonly RunnableMappingRule[],
  all: readonly RuleRecord[],
  size: number,
): { readonly found: readonly Finding[]; readonly passes: number } => {
  const analysis = analyzeInChunks(rules, setting);
  for (let passes = 1; ; passes++) {
    for (let from = 0; from < all.length; from += size) analysis.add(all.slice(from, from + size));
    const found = analysis.end();
    if (found) return { found, passes };
  }
};
const inAnyOrder = (found: readonly Finding[]): string[] =>
  found.map((finding) => JSON.stringify(finding)).toSorted();

test("in chunks, looked at once, the same is found as in all records", () => {
  const size = fc.integer({ min: 1, max: 30 });
  const rules = fc.oneof(fc.array(closeRule, { minLength: 3, maxLength: 3 }), fc.array(anyRule));
  fc.assert(
    fc.property(rules, records, size, (own, all, chunk) => {
      const { found, passes } = findInChunks(own, all, chunk);
      expect(passes).toBe(1);
      const whole = analyzeRules(own, setting, createTable(all, testContext));
      expect(inAnyOrder(found)).toEqual(inAnyOrder(whole));
    }),
    { numRuns: 200 },
  );
});

test("rules and records of any content are analyzed, too", () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 4 }),
      anyRecords,
      anyRecords,
      (rules, own, others) => {
        expect(problemsOf(rules, own, others)).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});

test("without records, only what is proved is found", () => {
  fc.assert(
    fc.property(closeRule, (rule) => {
      const found = analyzeRules([rule], setting);
      expect(found.filter(({ isProved, witness }) => !isProved || witness !== undefined)).toEqual(
        [],
      );
    }),
    { numRuns: 100 },
  );
});
