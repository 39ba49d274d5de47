import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataTypeHandles } from "#contract/handles.ts";
import type { ColumnRun } from "./column-run.ts";
import { evaluateRules } from "./evaluate-rule.ts";
import type { RuleRecord } from "./field-values.ts";
import { readValues } from "./field-values.ts";
import { createTable } from "./record-table.ts";
import { runAllColumns, runColumns } from "./run-columns.ts";
import type { RunnableMappingRule } from "./runnable-rule.ts";
import { sameValue } from "./same-value.ts";
import { anyMappingRule, anyRecord, deeplyFrozen } from "./test-arbitraries.ts";
import { fieldOfType, testContext, testFields } from "./test-catalogue.ts";
import type { ConditionTrace, RuleTrace } from "./trace.ts";
import { traceRule } from "./trace-rule.ts";

/* Values of the kind that each field is made for, few enough for conditions to match sometimes. */

const text = fc.constantFrom("lamp", "Lamp a", "", "1", "-1.50", "2026-01-01", "0", "é");
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
  fc.constant(undefined),
);
const thing = fc.record(
  Object.fromEntries(
    dataTypeHandles.flatMap((handle) => [
      [handle, sensible],
      [`other_${handle}`, sensible],
    ]),
  ),
  { requiredKeys: [] },
);
const part = fc.record({ title: sensible, price: sensible, cost: sensible, tags: sensible });
const usualRecord = fc.record(
  { thing, part: fc.oneof(fc.array(part, { maxLength: 3 }), part) },
  { requiredKeys: ["part"] },
);

/** Records as a template passes them: all with a value, none, or mixed. */
const anyRecords: fc.Arbitrary<RuleRecord[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(
      usualRecord.map((objects) => ({ objects })),
      { maxLength: 6 },
    ),
  },
  fc.array(fc.record({ objects: usualRecord, value: fc.oneof(text, number, entries) }), {
    maxLength: 6,
  }),
  fc.array(anyRecord, { maxLength: 4 }),
  fc.array(
    anyRecord.map(({ objects }) => ({ objects })),
    { maxLength: 4 },
  ),
);

/** The same rule on few fields, most of them of a collection, so that its parts affect each other. */
const onFewFields = (rule: RunnableMappingRule): RunnableMappingRule => {
  const few = [
    ...Object.values(testFields),
    ...(["string", "number", "attributes", "inherited", "tags"] as const).map((type) =>
      fieldOfType(type),
    ),
  ];
  const text = JSON.stringify(rule).replaceAll(
    /"globalObjectFieldId":(\d+)/g,
    (_all, id: string) => `"globalObjectFieldId":${few[Number(id) % few.length]}`,
  );
  return JSON.parse(text) as RunnableMappingRule;
};
const anyRule = fc.oneof(anyMappingRule, anyMappingRule.map(onFewFields));

const conditionsIn = (trace: ConditionTrace): ConditionTrace[] => [
  trace,
  ...trace.children.flatMap(conditionsIn),
];
const rulesIn = (trace: RuleTrace): RuleTrace[] => [trace, ...trace.childRules.flatMap(rulesIn)];

/** The verdicts of a run on the parts of a trace, for the record of the trace. */
const verdictsIn = (trace: RuleTrace, run: ColumnRun, record: number) =>
  rulesIn(trace).map((rule) => {
    const say = (part: object, holds: boolean) => run.bits(part)?.[record] ?? Number(holds && -1);
    return {
      holds: say(rule.part, rule.holds),
      groups: rule.groups.map((group) => ({
        holds: say(group.part, group.holds),
        conditions: group.conditions
          .flatMap(conditionsIn)
          .map((condition) => say(condition.part, condition.holds)),
      })),
      changed: rule.actions.map(({ part: action }) => run.changed(action)?.[record] ?? 0),
    };
  });

const verdictsOf = (trace: RuleTrace) =>
  rulesIn(trace).map((rule) => ({
    holds: Number(rule.holds),
    groups: rule.groups.map((group) => ({
      holds: Number(group.holds),
      conditions: group.conditions.flatMap(conditionsIn).map(({ holds }) => Number(holds)),
    })),
    changed: rule.actions.map(({ changes }) => Number(changes.length > 0)),
  }));

const expectSame = (rule: RunnableMappingRule, records: readonly RuleRecord[], run: ColumnRun) => {
  records.forEach((record, at) => {
    const { result, trace } = traceRule(rule, record, testContext);
    const { matched, ...after } = result;
    if (trace) expect(verdictsIn(trace, run, at)).toStrictEqual(verdictsOf(trace));
    expect(run.after(at)).toEqual(after);
    expect(run.bits(rule.rule ?? {})?.[at] ?? 0).toBe(Number(matched));
  });
};

describe("a run over columns with any input", () => {
  test("gives the same verdict for every part and record as a run over the record", () => {
    fc.assert(
      fc.property(anyRule, anyRecords, (rule, records) => {
        expectSame(rule, records, runColumns(rule, createTable(records, testContext)));
      }),
      { numRuns: 600 },
    );
  });

  test("runs several rules in rank order, each on the result of the previous one", () => {
    const ranked = fc.record({ rule: anyRule, rank: fc.option(fc.integer({ max: 3 })) });
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 4 }), anyRecords, (list, records) => {
        const rules = list.map(({ rule, rank }) => ({
          ...rule,
          rule: rule.rule && { ...rule.rule, rank },
        }));
        const runs = runAllColumns(rules, createTable(records, testContext));
        records.forEach((record, at) => {
          expect(runs.after(at)).toEqual(evaluateRules(rules, record, testContext));
        });
        expect(runs.runs).toHaveLength(rules.length);
      }),
      { numRuns: 200 },
    );
  });

  test("gives the same result after an edit as in a first run", () => {
    fc.assert(
      fc.property(anyRule, anyRule, anyRecords, (one, other, records) => {
        const table = createTable(records, testContext);
        runColumns(one, table).changedCells();
        const edited = {
          ...one,
          rule: one.rule && {
            ...one.rule,
            alwaysRun: false,
            groups: [...one.rule.groups, ...(other.rule?.groups ?? [])],
            actions: [...(other.rule?.actions ?? []), ...one.rule.actions],
          },
        };
        expectSame(edited, records, runColumns(edited, table));
      }),
      { numRuns: 200 },
    );
  });

  test("lists the cells that differ, field by field", () => {
    fc.assert(
      fc.property(anyRule, anyRecords, (rule, records) => {
        const run = runColumns(rule, createTable(records, testContext));
        for (const cell of run.changedCells()) {
          const { record, objectHandle, element, field } = cell;
          const state = (data: RuleRecord) => ({ ...data, assigned: undefined });
          const read = (data: RuleRecord) =>
            objectHandle === undefined
              ? data.value
              : // An inherited field that is assigned itself is in its object too.
                readValues({ objects: data.objects, assigned: field }, field)[element];
          expect(read(state(records[record] ?? { objects: {} }))).toEqual(cell.before);
          expect(read(state(run.after(record)))).toEqual(cell.after);
          expect(sameValue(cell.before, cell.after)).toBe(false);
        }
        const changed = new Set(run.changedCells().map(({ record }) => record));
        const others = records.map((_, at) => at).filter((at) => !changed.has(at));
        expect(others.map((at) => run.after(at).objects)).toEqual(
          others.map((at) => records[at]?.objects),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("never throws and never changes its input", () => {
    fc.assert(
      fc.property(anyRule, anyRecords, (rule, records) => {
        const frozen = deeplyFrozen(records);
        const run = runColumns(deeplyFrozen(rule), createTable(frozen, testContext));
        expect(run.changedCells().every(({ record }) => record < records.length)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
