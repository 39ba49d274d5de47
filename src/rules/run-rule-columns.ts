import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { bothBits, countBits, withoutBits } from "./bit-columns.ts";
import { changeColumn } from "./change-columns.ts";
import type { FieldScope } from "./field-scope.ts";
import type { JudgedRule } from "./judge-rule-columns.ts";
import { conditionsIn, judgeRule } from "./judge-rule-columns.ts";
import type { RecordTable } from "./record-table.ts";
import { isTier } from "./rule-catalogue.ts";
import type { PartBits } from "./run-each-record.ts";
import type { RunnableWorkflowRule } from "./runnable-rule.ts";
import { writtenTable } from "./written-table.ts";

/** The constants of a mapping rule's run over a table. */
export interface ColumnSetting extends PartBits {
  readonly scope: FieldScope;
  /** The start of each contained rule with useOriginalInputValue; undefined: the result of the previous rules. */
  readonly original: RecordTable | undefined;
}

/** A rule whose conditions were evaluated and whose actions have not run yet. */
interface Judged {
  readonly matched: Uint8Array;
  readonly elements: JudgedRule["elements"];
}

const unmatched = (size: number): Judged => ({
  matched: new Uint8Array(size),
  elements: () => undefined,
});

/** Finds the records that a rule matches among those that reached it. */
export const matchColumns = (
  rule: RunnableWorkflowRule,
  table: RecordTable,
  reached: Uint8Array | undefined,
  { scope, original, holds }: ColumnSetting,
  depth: number,
): Judged => {
  const among = (bits: Uint8Array) => (reached ? bothBits(bits, reached) : bits);
  if (rule.enabled === false || depth > maxNesting) return unmatched(table.size);
  if (rule.alwaysRun)
    return {
      matched: reached ?? new Uint8Array(table.size).fill(1),
      elements: () => undefined,
    };
  const judged = judgeRule(rule, original ?? table, scope);
  for (const group of judged.groups) holds.set(group.part, among(group.holds));
  for (const condition of conditionsIn(judged)) holds.set(condition.part, among(condition.holds));
  return { matched: among(judged.holds), elements: judged.elements };
};

/** Runs the actions in rank order, as `runActions` of evaluate-rule.ts does on one record. */
const actInColumns = (
  rule: RunnableWorkflowRule,
  table: RecordTable,
  { matched, elements }: Judged,
  { scope, original, changed }: ColumnSetting,
): RecordTable => {
  let [working, written] = [original ?? table, table];
  for (const action of inRankOrder(rule.actions)) {
    const made = changeColumn(action, { table: working, scope, elements }, matched);
    changed.set(action, made?.changed ?? new Uint8Array(table.size));
    if (!made) continue;
    working = writtenTable(working, made.writes);
    written = original ? writtenTable(written, made.writes) : working;
  }
  return written;
};

/** The steps after a rule's conditions: its actions, then its child rules on the matching records. */
export const actColumns = (
  rule: RunnableWorkflowRule,
  table: RecordTable,
  judged: Judged,
  setting: ColumnSetting,
  depth: number,
): RecordTable => {
  setting.holds.set(rule, judged.matched);
  let after = actInColumns(rule, table, judged, setting);
  let reached = judged.matched;
  const tier = isTier(rule, table.context.catalogue);
  for (const child of inRankOrder(rule.childRules ?? [])) {
    if (countBits(reached) === 0) break;
    const childJudged = matchColumns(child, after, reached, setting, depth + 1);
    after = actColumns(child, after, childJudged, setting, depth + 1);
    if (tier) reached = withoutBits(reached, childJudged.matched);
  }
  return after;
};
