import { inRankOrder } from "#contract/rank-order.ts";
import type { ColumnRun, ColumnRuns } from "./column-run.ts";
import { evaluateCondition, evaluateGroup } from "./evaluate-condition.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { RecordState } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { tableOf } from "./record-table.ts";
import type { RunnableMappingRule } from "./runnable-rule.ts";

const countOf = (bits: Uint8Array | undefined): number | undefined =>
  bits?.reduce((sum, bit) => sum + bit, 0);

/** Runs a mapping rule over all records of a table; `original` is what useOriginalInputValue goes back to. */
export const runColumns = (
  rule: RunnableMappingRule,
  table: RecordTable,
  original: RecordTable = table,
): ColumnRun => {
  const { records, context } = table;
  const results = records.map((record, at) =>
    evaluateRule(rule, record, context, original.records[at]),
  );
  const found = new Map<object, Uint8Array>();
  const states = records.map((record): RecordState => ({ ...record, assigned: undefined }));
  const note = (part: object, holds: (state: RecordState) => boolean) =>
    found.set(
      part,
      Uint8Array.from(states, (state) => Number(holds(state))),
    );
  if (rule.rule) {
    found.set(
      rule.rule,
      Uint8Array.from(results, ({ matched }) => Number(matched)),
    );
    for (const group of rule.rule.groups) {
      note(group, (state) => evaluateGroup(group, state, context).holds);
      for (const condition of group.conditions)
        note(condition, (state) => evaluateCondition(condition, state, context).holds);
    }
  }
  return {
    of: records.length,
    bits: (part) => found.get(part),
    count: (part) => countOf(found.get(part)),
    changed: () => undefined,
    changedCount: () => undefined,
    after: (record) => results[record] ?? { objects: {} },
    changedCells: () => [],
  };
};

/** Runs mapping rules in rank order over all records of a table. */
export const runAllColumns = (
  rules: readonly RunnableMappingRule[],
  table: RecordTable,
): ColumnRuns => {
  let last = table;
  const made = new Map<number, ColumnRun>();
  for (const { rule, at } of inRankOrder(
    rules.map((rule, at) => ({ rule, at, rank: rule.rule?.rank })),
  )) {
    const run = runColumns(rule, last, table);
    made.set(at, run);
    last = tableOf(
      last.records.map((_, record) => run.after(record)),
      table.context,
    );
  }
  return {
    of: table.records.length,
    runs: rules.flatMap((_, at) => made.get(at) ?? []),
    after: (record) => last.records[record] ?? { objects: {} },
    changedCells: () => [],
  };
};
