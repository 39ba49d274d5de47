import { inRankOrder } from "#contract/rank-order.ts";
import { anyBits, bothBits, countBits } from "./bit-columns.ts";
import type { ChangedCell, ChangedValues, WrittenField } from "./changed-cells.ts";
import { changedValues, listChangedCells, writtenFields } from "./changed-cells.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { FieldScope, RuleRecord } from "./field-values.ts";
import { lazily } from "./lazily.ts";
import type { ColumnWrites, RecordTable } from "./record-table.ts";
import { canWrite, createTable, writtenTable } from "./record-table.ts";
import { findInheritedType, nameObject } from "./rule-catalogue.ts";
import type { RunSetting } from "./run-rule.ts";
import { finishRule, startRule } from "./run-rule.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "./rule-parts.ts";
import { sameValue } from "./field-values.ts";
import type { RuleTrace } from "./trace-rule.ts";
import { traceRun } from "./trace-rule.ts";

/*
 * The result of a mapping rule over many records at once. Parts are found by identity: `part` is the same object as in
 * the rule. Every result is computed when it is first requested, and then cached.
 */

/** The records after a run, and the values that it changed. */
interface RunOutcome {
  /** The number of records. */
  readonly of: number;
  /** The record after the run. */
  readonly after: (record: number) => RuleRecord;
  /** One entry for each field with a change. */
  readonly changedValues: () => readonly ChangedValues[];
  /** The same by cell: field by field, in the order of the records. */
  readonly changedCells: () => readonly ChangedCell[];
}

/** One mapping rule over all records of a table. */
export interface ColumnRun extends RunOutcome {
  /**
   * For a rule, a group or a condition: 1 for each record that it matches. In a child rule, 0 for records that did not
   * reach it. Undefined for parts that are not in this rule, or were never reached.
   */
  readonly bits: (part: object) => Uint8Array | undefined;
  /** The number of those records. */
  readonly count: (part: object) => number | undefined;
  /**
   * For a group: how many records meet it although no single element of an object meets all of its conditions, so that an
   * action on matched elements only changes nothing there, and the object's name. Undefined if none.
   */
  readonly scattered: (
    group: object,
  ) => { readonly count: number; readonly one: string } | undefined;
  /** Every part with its result on one record, and why; undefined if the mapping rule has no tree. */
  readonly trace: (record: number) => RuleTrace | undefined;
  /** For an action, not for child actions: 1 for each record in which it changed a value. */
  readonly changed: (action: object) => Uint8Array | undefined;
  /** The number of those records. */
  readonly changedCount: (action: object) => number | undefined;
}

/** Several mapping rules in rank order, each on the result of the previous one. */
export interface ColumnRuns extends RunOutcome {
  /** By the index of the rule in the given list. */
  readonly runs: readonly ColumnRun[];
  /** The records that each rule starts with, by the same index. */
  readonly starts: readonly RecordTable[];
}

/** A run with the data for the next one. */
interface TableRun {
  readonly run: ColumnRun;
  readonly end: () => RecordTable;
  readonly fields: () => readonly WrittenField[];
}

/** Writes the template's value into the assigned field of every element of the records in which rules have changed it. */
const assignedWrites = (
  start: RecordTable,
  end: RecordTable,
  { assigned }: FieldScope,
): ColumnWrites | undefined => {
  const [before, after] = [start.columnOf("value").values, end.columnOf("value").values];
  if (!assigned || before === after) return undefined;
  const place = { field: assigned };
  const [at, values]: [number[], unknown[]] = [[], []];
  const isWritable = canWrite(end, place);
  for (const [element, record] of end.rowsOf(place).owners().entries()) {
    if (sameValue(after[record], before[record]) || !isWritable(element)) continue;
    at.push(element);
    values.push(after[record]);
  }
  return { place, at, values };
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

/** The tree of a mapping rule that was loaded without it: nothing runs. */
const noTree: RunnableWorkflowRule = { name: "", alwaysRun: false, enabled: false };

const makeRun = (
  rule: RunnableMappingRule,
  start: RecordTable,
  original: RecordTable,
): TableRun => {
  const top = rule.rule ?? noTree;
  const { catalogue } = start.context;
  const scope: FieldScope = {
    assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
    inheritedType: findInheritedType(rule, catalogue),
    given: start.given,
  };
  const setting: RunSetting = {
    scope,
    original: rule.useOriginalInputValue ? original : undefined,
    holds: new Map(),
    changed: new Map(),
    groups: new Map(),
  };
  // Its own conditions are judged at once, the rest on request.
  const started = startRule(top, start, undefined, setting, 0);
  setting.holds.set(top, started.matched);
  const finished = lazily(() => {
    const { run, after } = finishRule(started, start, setting, 0);
    const writes = assignedWrites(start, after, scope);
    return { run, end: writes ? writtenTable(after, writes) : after };
  });
  const end = () => finished().end;
  const found = (bits: ReadonlyMap<object, Uint8Array>, part: object) => {
    if (!bits.has(part)) end();
    return bits.get(part);
  };
  const scattered = (part: object) => {
    const bits = found(setting.holds, part);
    const [first, ...others] = (bits && setting.groups.get(part)?.scattered()) ?? [];
    if (!bits || !first) return undefined;
    const all = [first, ...others].map(({ records }) => records);
    const count = countBits(bothBits(anyBits(all, start.size), bits));
    return count > 0 ? { count, one: nameObject(first.objectHandle, catalogue) } : undefined;
  };
  const fields = lazily(() => writtenFields(top, scope, start));
  const countOf = (bits: Uint8Array | undefined) => (bits ? countBits(bits) : undefined);
  const run: ColumnRun = {
    bits: (part) => found(setting.holds, part),
    count: (part) => countOf(found(setting.holds, part)),
    changed: (action) => found(setting.changed, action),
    changedCount: (action) => countOf(found(setting.changed, action)),
    scattered,
    trace: (record) =>
      rule.rule ? traceRun(finished().run, record, start.context, scope) : undefined,
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
 * Runs a mapping rule over all records of a table (api 2.15, neighbours). Results for parts of rules are cached in the
 * table, so that after an edit only the edited part and its parents are evaluated again. Never throws, unless the
 * context's meter does. `original` is the input for useOriginalInputValue: the table itself, or the one that the first of
 * several mapping rules started with.
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
  const starts: RecordTable[] = [];
  let end = table;
  for (const { rule, at } of inRankOrder(
    rules.map((each, index) => ({ rule: each, at: index, rank: each.rule?.rank })),
  )) {
    const next = tableRun(rule, end, table);
    made.set(at, next);
    starts[at] = end;
    end = next.end();
  }
  const inOrder = rules.flatMap((_, at) => made.get(at) ?? []);
  const fields = () => inOrder.flatMap((run) => run.fields());
  return {
    runs: inOrder.map(({ run }) => run),
    starts,
    ...makeOutcome(fields, table, () => end),
  };
};

/** The result of a mapping rule on one record, and its explanation; none if the mapping rule has no tree. */
export interface TracedRule {
  readonly result: RuleRecord;
  /** Whether the rule's own conditions matched (or it always runs). Child rules do not count. */
  readonly matched: boolean;
  readonly trace: RuleTrace | undefined;
}

/** Runs a mapping rule on one record, and explains the result. */
export const runOnRecord = (
  rule: RunnableMappingRule,
  record: RuleRecord,
  context: EvaluationContext,
): TracedRule => {
  const run = runColumns(rule, createTable([record], context));
  const matched = rule.rule ? run.count(rule.rule) === 1 : false;
  return { result: run.after(0), matched, trace: run.trace(0) };
};

/** Runs mapping rules on one record, which is not changed; the result shares unchanged parts with it. */
export const runRules = (
  rules: readonly RunnableMappingRule[],
  record: RuleRecord,
  context: EvaluationContext,
): RuleRecord => runAllColumns(rules, createTable([record], context)).after(0);
