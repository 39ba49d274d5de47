import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ActionHandle,
  actionHandles,
  type ComparatorHandle,
  comparatorHandles,
} from "#contract/handles.ts";
import { createRuleRun, listUsedKeys, toTestedProduct } from "#catalog/run-rule.ts";
import type { MappingRule, MappingRuleRun } from "#contract/mapping-rules.ts";
import { selectSize } from "#database/testing/sizes.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import { actions } from "#rules/actions.ts";
import { createAssumedRule } from "#rules/assumed-rule.ts";
import type { ChangedCell } from "#rules/changed-cells.ts";
import type { ColumnRun } from "#rules/run-columns.ts";
import { comparators } from "#rules/comparators.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns, runOnRecord } from "#rules/run-columns.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { randomRules } from "#rules/testing/random-rules.ts";
import type { RuleTrace } from "#rules/trace-rule.ts";
import { tryMappingRules } from "#service/try-mapping-rules.ts";
import { workflowCatalogue } from "#service/workflow-catalogue.ts";
import { changesOfRecord, recordCount } from "#web/screens/mapping-rules/preview/changed-cells.ts";
import type { Preview } from "#web/screens/mapping-rules/preview/preview-session.ts";

/*
 * Counts, changed cells, trace, the preview and the service never disagree: random rules over the service's own fields,
 * on records with nested and missing parents. "Changed" is true exactly when the record differs.
 */

const now = Date.parse("2026-01-10T12:00:00Z");
const context = {
  catalogue: workflowCatalogue,
  now,
  mappingSets: new Map([[1, [{ from: "a", to: "b" }]]]),
};
const fields = [...workflowCatalogue.fields.values()];

const text = fc.constantFrom(
  "lamp",
  "Lamp a",
  "",
  " a-b, c ",
  "1",
  "-1.50",
  "10.00",
  "2026-01-01",
  "no",
  "é ß",
  "5 &amp; <b>x</b>",
);
const number = fc.constantFrom(0, 1, -1, 2.5, 19.99, 1e-13);
const entries = fc.array(
  fc.record({
    name: fc.constantFrom("a", "A", "lamp", "1"),
    value: fc.oneof(text, number, fc.constant(null)),
  }),
  { maxLength: 3 },
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  entries,
  fc.array(text, { maxLength: 3 }),
  fc.record({ id: number, name: text }),
  fc.boolean(),
  fc.constant(null),
);

/** An element with some of its object's fields; a record around a field may be missing, null, or something else. */
const elementOf = (objectHandle: string): fc.Arbitrary<Record<string, unknown>> => {
  const own = fields.filter((field) => field.objectHandle === objectHandle);
  const keys = [...new Set(own.flatMap(({ path }) => path[0] ?? []))];
  const parts = keys.map((key): [string, fc.Arbitrary<unknown>] => {
    const nested = own.flatMap(({ path }) => (path[0] === key ? (path[1] ?? []) : []));
    const inside = fc.record(Object.fromEntries(nested.map((name) => [name, value])), {
      requiredKeys: [],
    });
    return [key, nested.length === 0 ? value : fc.oneof({ weight: 3, arbitrary: inside }, value)];
  });
  return fc.record(Object.fromEntries(parts), { requiredKeys: [] });
};

const several = (objectHandle: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(elementOf(objectHandle), { maxLength: 3 }) },
    fc.constantFrom(null, [], [null], "text"),
  );
const objects = fc.record(
  {
    product: fc.oneof({ weight: 6, arbitrary: elementOf("product") }, fc.constantFrom(null, 5)),
    variant: several("variant"),
    purchase_order: elementOf("purchase_order"),
    purchase_order_item: several("purchase_order_item"),
  },
  { requiredKeys: [] },
);
const records = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.record({ objects }), { minLength: 1, maxLength: 3 }) },
  fc.array(fc.record({ objects, value: fc.oneof(text, number, entries) }), {
    minLength: 1,
    maxLength: 3,
  }),
);

const fitting = <H extends string>(
  handles: readonly H[],
  types: (handle: H) => readonly string[],
) => {
  const every = fc.constantFrom(...handles);
  return (fieldId: number): fc.Arbitrary<H> => {
    const type = workflowCatalogue.fields.get(fieldId)?.dataType ?? "";
    const own = handles.filter((handle) => types(handle).includes(type));
    return own.length === 0
      ? every
      : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, every);
  };
};
const fieldId = fc.constantFrom(...workflowCatalogue.fields.keys());
const mappingRule = randomRules({
  fieldId,
  operand: fc.oneof(
    text,
    fc.constantFrom("0", "2", "days", "{variant.cost} * 2", '["a","lamp"]', '"a,b",lamp', "a\tb"),
    fieldId.map(String),
  ),
  comparator: fitting<ComparatorHandle>(
    comparatorHandles,
    (handle) => comparators[handle].dataTypes,
  ),
  action: fitting<ActionHandle>(actionHandles, (handle) => actions[handle].dataTypes),
});

const rulesIn = (trace: RuleTrace): RuleTrace[] => [trace, ...trace.childRules.flatMap(rulesIn)];

/** The parts of a trace with their results, 1 for met or changed. */
const traced = (trace: RuleTrace): [object, number][] =>
  rulesIn(trace).flatMap(({ part, holds, groups, actions: made }): [object, number][] => [
    [part, Number(holds)],
    ...groups.flatMap((group): [object, number][] => [
      [group.part, Number(group.holds)],
      ...group.conditions.map((one): [object, number] => [one.part, Number(one.holds)]),
    ]),
    ...made.map((one): [object, number] => [one.part, Number(one.changes.length > 0)]),
  ]);

/** A record as it is sent. */
const sent = ({ objects: data, value: template }: RuleRecord): unknown =>
  JSON.parse(JSON.stringify({ objects: data, value: template ?? null }));

const changesOnly = (cells: readonly ChangedCell[]) =>
  cells.map(({ field: { id }, element, before, after }) => [id, element, before, after]);

const rulesOfOneRun = 20;

/** What disagrees about one record of a run, in words; nothing if all is well. */
const disagreements = (
  rule: RunnableMappingRule,
  run: ColumnRun,
  record: RuleRecord,
  at: number,
): string[] => {
  const found: string[] = [];
  const same = (what: string, one: unknown, other: unknown) => {
    const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
    if (left !== right) found.push(`${what}: ${left} and ${right}`);
  };
  const after = sent(run.after(at));
  const alone = runOnRecord(rule, record, context);
  const cells = run.changedCells().filter((cell) => cell.record === at);
  const preview = changesOfRecord({
    rule,
    context,
    selected: { record },
  } as unknown as Preview);
  const served = tryMappingRules(
    { mappingRuleIds: [1], ...record } as unknown as MappingRuleRun,
    [rule as MappingRule],
    context.mappingSets,
    new Date(now),
  );
  same("alone and among others", sent(alone.result), after);
  same("service and here", sent({ objects: served.objects ?? {}, value: served.value }), after);
  const differs = JSON.stringify(after) !== JSON.stringify(sent(record));
  same("changed cells and record", cells.length > 0, differs);
  same("preview's count and record", recordCount(preview), Number(differs));
  same("preview and changed cells", changesOnly(preview), changesOnly(cells));
  const trace = run.trace(at);
  same("trace alone and among others", alone.trace, trace);
  for (const [part, met] of trace ? traced(trace) : [])
    same("trace and count", (run.changed(part) ?? run.bits(part))?.[at] ?? 0, met);
  // Several actions may change a value and change it back; one can't.
  const claims = rule.rule
    ? listRuleParts(rule.rule).filter(
        ({ kind, part }) => kind === "action" && run.changed(part)?.[at] === 1,
      )
    : [];
  if (claims.length < 2) same("count of actions and record", claims.length > 0, differs);
  return found;
};

test("counts, cells, trace, preview and service agree on random rules", () => {
  const size = selectSize({ check: 4_000, soak: 200_000 });
  fc.assert(
    fc.property(
      fc.array(mappingRule, { minLength: rulesOfOneRun, maxLength: rulesOfOneRun }),
      records,
      (rules, data) => {
        const samples = data as readonly RuleRecord[];
        const table = createTable(samples, context);
        const found = rules.flatMap((rule) => {
          const run = runColumns(rule, table);
          return samples.flatMap((record, at) => disagreements(rule, run, record, at));
        });
        expect(found).toEqual([]);
      },
    ),
    { numRuns: size / rulesOfOneRun },
  );
});

test("a run over a catalog, which keeps only what a rule uses of each product, finds what a run over whole products finds", () => {
  const products = fc.array(
    fc.record({
      product: elementOf("product"),
      variant: fc.array(elementOf("variant"), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(mappingRule, products, (rule, all) => {
      const whole = runColumns(
        rule,
        createTable(
          all.map((data) => ({ objects: data })),
          context,
        ),
      );
      const keys = listUsedKeys([rule], context);
      const run = createRuleRun({
        context,
        assuming: createAssumedRule(new Map(), workflowCatalogue),
        rule,
        keys,
      });
      run.add(
        all.map(({ product, variant }, at) =>
          toTestedProduct(
            { ...product, id: at, variants: variant } as unknown as ResellerProductParent,
            keys,
          ),
        ),
      );
      const { matched, cells, values } = run.end();
      const cellsOf = whole.changedCells();
      expect(
        cells.map(({ recordId, fieldId, before, after }) => [recordId, fieldId, before, after]),
      ).toEqual(
        cellsOf.map(({ record, field, before, after }) => [record, field.id, before, after]),
      );
      expect(values).toBe(cellsOf.length);
      expect(matched).toBe((rule.rule && whole.count(rule.rule)) ?? 0);
    }),
    { numRuns: selectSize({ check: 500, soak: 20_000 }) },
  );
});
