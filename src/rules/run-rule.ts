import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { bothBits, countBits, withoutBits } from "./bit-columns.ts";
import type { ColumnChange } from "./change-column.ts";
import { changeColumn } from "./change-column.ts";
import type { FieldScope } from "./field-values.ts";
import type { JudgedGroup, JudgedRule } from "./judge-rule.ts";
import { conditionsIn, judgeRule } from "./judge-rule.ts";
import type { RecordTable } from "./record-table.ts";
import { writtenTable } from "./record-table.ts";
import { isTier } from "./rule-catalogue.ts";
import type { RunnableWorkflowRule } from "./runnable-rule.ts";

/** The constants of a mapping rule's run, and the results of its parts. */
export interface RunSetting {
  readonly scope: FieldScope;
  /** The start of each contained rule with useOriginalInputValue; undefined: the result of the previous rules. */
  readonly original: RecordTable | undefined;
  /** By record, for rules, groups and conditions: 1 where they were reached and matched. */
  readonly holds: Map<object, Uint8Array>;
  /** By record, for actions: 1 where they changed a value. */
  readonly changed: Map<object, Uint8Array>;
  readonly groups: Map<object, JudgedGroup>;
}

/** A rule whose conditions were judged and whose actions have not run yet. */
export interface StartedRule {
  readonly part: RunnableWorkflowRule;
  readonly state: "ran" | "off" | "tooDeep";
  /** By record; undefined: all of them. */
  readonly reached: Uint8Array | undefined;
  readonly matched: Uint8Array;
  /** Undefined for a rule that always runs, or never. */
  readonly judged: JudgedRule | undefined;
}

/** A rule that has run, with all that is needed to explain its result on any record. */
export interface RuleRun extends StartedRule {
  readonly actions: readonly ColumnChange[];
  /** In rank order, up to the last one that a record reached. */
  readonly childRules: readonly RuleRun[];
}

/** Finds the records that a rule matches among those that reached it. */
export const startRule = (
  part: RunnableWorkflowRule,
  table: RecordTable,
  reached: Uint8Array | undefined,
  { scope, original, holds, groups }: RunSetting,
  depth: number,
): StartedRule => {
  const state = part.enabled === false ? "off" : depth > maxNesting ? "tooDeep" : "ran";
  const started = { part, state, reached, judged: undefined } as const;
  const among = (bits: Uint8Array) => (reached ? bothBits(bits, reached) : bits);
  if (state !== "ran") return { ...started, matched: new Uint8Array(table.size) };
  if (part.alwaysRun) return { ...started, matched: reached ?? new Uint8Array(table.size).fill(1) };
  const judged = judgeRule(part, original ?? table, scope);
  for (const group of judged.groups) {
    holds.set(group.part, among(group.holds));
    groups.set(group.part, group);
  }
  for (const condition of conditionsIn(judged)) holds.set(condition.part, among(condition.holds));
  return { ...started, judged, matched: among(judged.holds) };
};

/**
 * Runs the actions in rank order, each on the result of the previous one. A rule that starts on the original record keeps
 * the changes of earlier rules to other fields, so its writes are made in both.
 */
const runActions = (
  { part, matched, judged }: StartedRule,
  table: RecordTable,
  { scope, original, changed }: RunSetting,
) => {
  const elements = judged?.elements ?? (() => undefined);
  let [working, result] = [original ?? table, table];
  const actions: ColumnChange[] = [];
  for (const action of inRankOrder(part.actions ?? [])) {
    const made = changeColumn(action, { working, result, scope, matched, elements });
    actions.push(made);
    changed.set(action, made.changed);
    const isOne = working === result;
    if (made.writes) result = writtenTable(result, made.writes);
    working = isOne ? result : made.working ? writtenTable(working, made.working) : working;
  }
  return { actions, result };
};

/**
 * The steps after a rule's conditions: its actions, then its child rules on the matching records (neighbours); under a
 * tier rule the first matching child ends the sequence.
 */
export const finishRule = (
  started: StartedRule,
  table: RecordTable,
  setting: RunSetting,
  depth: number,
): { readonly run: RuleRun; readonly after: RecordTable } => {
  const { part, matched } = started;
  setting.holds.set(part, matched);
  const { actions, result } = runActions(started, table, setting);
  let [after, reached] = [result, matched];
  const childRules: RuleRun[] = [];
  const tier = isTier(part, table.context.catalogue);
  for (const child of inRankOrder(part.childRules ?? [])) {
    if (countBits(reached) === 0) break;
    const childStarted = startRule(child, after, reached, setting, depth + 1);
    const finished = finishRule(childStarted, after, setting, depth + 1);
    after = finished.after;
    childRules.push(finished.run);
    if (tier) reached = withoutBits(reached, childStarted.matched);
  }
  return { run: { ...started, actions, childRules }, after };
};
