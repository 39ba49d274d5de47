import { countBits } from "./bit-columns.ts";
import { listChangedCells, changedValues, writtenFields } from "./changed-cells.ts";
import type { WrittenField } from "./changed-cells.ts";
import type { ColumnRun, ColumnRuns, RunOutcome } from "./column-run.ts";
import type { FieldScope } from "./field-scope.ts";
import { lazily } from "./lazily.ts";
import type { RecordTable } from "./record-table.ts";
import { findInheritedType } from "./rule-catalogue.ts";
import type { PartBits } from "./run-each-record.ts";
import { rankedRules, runEachRecord } from "./run-each-record.ts";
import type { ColumnSetting } from "./run-rule-columns.ts";
import { actColumns, matchColumns } from "./run-rule-columns.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "./runnable-rule.ts";
import type { ColumnWrites } from "./written-table.ts";
import { writtenTable } from "./written-table.ts";

/** A run with the data for the next one. */
interface TableRun {
  readonly run: ColumnRun;
  readonly end: () => RecordTable;
  readonly fields: () => readonly WrittenField[];
}

/** The progress of a rule: its own conditions are evaluated at once, the rest on request. */
interface Progress extends PartBits {
  readonly end: () => RecordTable;
}

/** Whether the template supplies values for the records: for all of them, none, or some. */
const givenIn = (table: RecordTable): "all" | "none" | "some" => {
  const column = table.columnOf("value");
  const none = column.distinct().indexOf(undefined);
  if (none < 0) return "all";
  if (column.distinct().length === 1) return "none";
  const missing = column.codes().reduce((sum, code) => sum + Number(code === none), 0);
  return missing === table.size ? "none" : missing === 0 ? "all" : "some";
};

/** Writes the template's value into the assigned field of every element, if rules have changed it (`assignValue`). */
const assignedWrites = (
  start: RecordTable,
  end: RecordTable,
  { assigned }: FieldScope,
): ColumnWrites | undefined => {
  const [before, after] = [start.columnOf("value").values, end.columnOf("value").values];
  if (!assigned || before === after) return undefined;
  const place = { field: assigned };
  const at: number[] = [];
  const values: unknown[] = [];
  end
    .rowsOf(place)
    .owners()
    .forEach((record, element) => {
      if (after[record] === before[record] || after[record] === undefined) return;
      at.push(element);
      values.push(after[record]);
    });
  return { place, at, values };
};

const inColumns = (
  rule: RunnableWorkflowRule,
  start: RecordTable,
  scope: FieldScope,
  original: RecordTable | undefined,
): Progress => {
  const setting: ColumnSetting = { scope, original, holds: new Map(), changed: new Map() };
  const judged = matchColumns(rule, start, undefined, setting, 0);
  setting.holds.set(rule, judged.matched);
  const end = lazily(() => {
    const acted = actColumns(rule, start, judged, setting, 0);
    const writes = assignedWrites(start, acted, scope);
    return writes ? writtenTable(acted, writes) : acted;
  });
  return { ...setting, end };
};

const startProgress = (
  rule: RunnableMappingRule & { readonly rule: RunnableWorkflowRule },
  start: RecordTable,
  scope: FieldScope,
  original: RecordTable,
): Progress => {
  const given = givenIn(start);
  if (given !== "some" && (start === original || given === givenIn(original)))
    return inColumns(rule.rule, start, scope, rule.useOriginalInputValue ? original : undefined);
  const { end, ...bits } = runEachRecord(rule, start, original);
  return { ...bits, end: () => end };
};

const makeOutcome = (
  fields: () => readonly WrittenField[],
  start: RecordTable,
  end: () => RecordTable,
): RunOutcome => {
  const changes = lazily(() => changedValues(fields(), start, end()));
  return {
    of: start.size,
    after: (record) => end().recordAt(record),
    changedValues: changes,
    changedCells: lazily(() => listChangedCells(changes())),
  };
};

/** Cached counts of set bits. */
const counter = () => {
  const counts = new Map<Uint8Array, number>();
  return (bits: Uint8Array | undefined): number | undefined => {
    if (!bits) return undefined;
    const count = counts.get(bits) ?? countBits(bits);
    counts.set(bits, count);
    return count;
  };
};

/** A mapping rule without its tree does nothing. */
const idleRun = (start: RecordTable): TableRun => {
  const none = () => undefined;
  const end = () => start;
  const run = { bits: none, count: none, changed: none, changedCount: none };
  return { run: { ...run, ...makeOutcome(() => [], start, end) }, end, fields: () => [] };
};

const makeRun = (
  rule: RunnableMappingRule,
  start: RecordTable,
  original: RecordTable,
): TableRun => {
  const { rule: top } = rule;
  if (!top) return idleRun(start);
  const { catalogue } = start.context;
  const scope: FieldScope = {
    assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
    inheritedType: findInheritedType(rule, catalogue),
    given: givenIn(start) === "all",
  };
  const { holds, changed, end } = startProgress({ ...rule, rule: top }, start, scope, original);
  const found = (bits: ReadonlyMap<object, Uint8Array>, part: object) => {
    if (!bits.has(part)) end();
    return bits.get(part);
  };
  const fields = lazily(() => writtenFields(top, scope, start));
  const countOf = counter();
  const run: ColumnRun = {
    bits: (part) => found(holds, part),
    count: (part) => countOf(found(holds, part)),
    changed: (action) => found(changed, action),
    changedCount: (action) => countOf(found(changed, action)),
    ...makeOutcome(fields, start, end),
  };
  return { run, end, fields };
};

/** The run of a mapping rule: a cached one, if neither the rule nor the records changed. */
const tableRun = (
  rule: RunnableMappingRule,
  start: RecordTable,
  original: RecordTable,
): TableRun => {
  const kept = start.kept.get(rule) as
    | { readonly start: RecordTable; readonly original: RecordTable; readonly made: TableRun }
    | undefined;
  if (kept?.start === start && kept.original === original) return kept.made;
  const made = makeRun(rule, start, original);
  start.kept.set(rule, { start, original, made });
  return made;
};

/**
 * Runs a mapping rule over all records of a table; the same as `evaluateRule` on each (api 2.15). Results for parts of
 * rules are cached in the table, so that after an edit only the edited part and its parents are evaluated again.
 * `original` is the input for useOriginalInputValue.
 */
export const runColumns = (
  rule: RunnableMappingRule,
  table: RecordTable,
  original: RecordTable = table,
): ColumnRun => tableRun(rule, table, original).run;

/** Runs mapping rules in rank order over all records of a table, each on the result of the previous one. */
export const runAllColumns = (
  rules: readonly RunnableMappingRule[],
  table: RecordTable,
): ColumnRuns => {
  const made = new Map<number, TableRun>();
  let end = table;
  for (const { rule, at } of rankedRules(rules)) {
    const next = tableRun(rule, end, table);
    made.set(at, next);
    end = next.end();
  }
  const inOrder = rules.flatMap((_, at) => made.get(at) ?? []);
  const fields = () => inOrder.flatMap((run) => run.fields());
  return {
    runs: inOrder.map(({ run }) => run),
    ...makeOutcome(fields, table, () => end),
  };
};
