import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { applyAction } from "./apply-action.ts";
import { evaluateGroups } from "./evaluate-condition.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RecordState, RuleRecord } from "./field-values.ts";
import { assignValue, writeValues } from "./field-values.ts";
import { findInheritedType, isTier } from "./rule-catalogue.ts";
import type { ActionNote, GroupNote, RuleNote, Verdict } from "./run-notes.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "./runnable-rule.ts";

/** The result of a mapping rule on a record. */
export interface RuleResult extends RuleRecord {
  /** Whether the rule's own conditions matched (or it always runs). Child rules do not count. */
  readonly matched: boolean;
}

interface Progress {
  readonly matched: boolean;
  readonly state: RecordState;
}

/** The constants of a mapping rule's run. */
interface Run {
  readonly context: EvaluationContext;
  /** The start of each contained rule with useOriginalInputValue; undefined: the result of the previous rules. */
  readonly original: RecordState | undefined;
}

const unrestricted: Verdict = { holds: true, masks: new Map() };
const never: Verdict = { holds: false, masks: new Map() };

/**
 * Runs the actions in rank order, each on the result of the previous one. A rule that starts on the original record
 * keeps the changes of earlier rules to other fields, so its writes are repeated on the result.
 */
const runActions = (
  rule: RunnableWorkflowRule,
  result: RecordState,
  { masks }: Verdict,
  { context, original }: Run,
  notes: ActionNote[] | undefined,
) => {
  let [working, written] = [original ?? result, result];
  for (const action of inRankOrder(rule.actions)) {
    const { state, field, writes } = applyAction(action, working, context, masks, notes);
    if (!field) continue;
    written = original ? writeValues(written, field, writes) : state;
    working = state;
  }
  return original ? written : working;
};

/**
 * Child rules follow a parent that matched; under a tier rule the first matching one ends the sequence (neighbours).
 */
const runChildRules = (
  rule: RunnableWorkflowRule,
  start: RecordState,
  run: Run,
  depth: number,
  notes: RuleNote[] | undefined,
): RecordState => {
  const tier = isTier(rule, run.context.catalogue);
  let state = start;
  for (const child of inRankOrder(rule.childRules ?? [])) {
    const progress = runRule(child, state, run, depth + 1, notes);
    state = progress.state;
    if (tier && progress.matched) break;
  }
  return state;
};

const runRule = (
  rule: RunnableWorkflowRule,
  state: RecordState,
  run: Run,
  depth: number,
  notes: RuleNote[] | undefined,
): Progress => {
  const groups: GroupNote[] | undefined = notes && [];
  const actions: ActionNote[] | undefined = notes && [];
  const childRules: RuleNote[] | undefined = notes && [];
  const end = (outcome: RuleNote["outcome"], verdict: Verdict, left: RecordState): Progress => {
    if (groups && actions && childRules)
      notes?.push({ part: rule, outcome, verdict, groups, actions, childRules });
    return { matched: verdict.holds, state: left };
  };
  if (rule.enabled === false) return end("off", never, state);
  if (depth > maxNesting) return end("tooDeep", never, state);
  const verdict = rule.alwaysRun
    ? unrestricted
    : evaluateGroups(rule.groups, run.original ?? state, run.context, groups);
  if (!verdict.holds) return end("unmatched", verdict, state);
  const acted = runActions(rule, state, verdict, run, actions);
  return end("matched", verdict, runChildRules(rule, acted, run, depth, childRules));
};

const createState = (
  { objects, value }: RuleRecord,
  rule: RunnableMappingRule,
  context: EvaluationContext,
): RecordState => ({
  objects,
  ...(value === undefined ? {} : { value }),
  assigned: context.catalogue.fields.get(rule.globalObjectFieldId ?? 0),
  inheritedType: findInheritedType(rule, context.catalogue),
});

/**
 * Runs a mapping rule on one record (api 2.15, neighbours). Never throws, unless the context's meter does, and never
 * changes its input; the result shares unchanged parts with it. `original` is the input for useOriginalInputValue: the
 * record itself, or the one that the first of several mapping rules started with. `notes` receives the result of each
 * part.
 */
export const evaluateRule = (
  rule: RunnableMappingRule,
  record: RuleRecord,
  context: EvaluationContext,
  original: RuleRecord = record,
  notes?: RuleNote[],
): RuleResult => {
  if (!rule.rule) return { ...record, matched: false };
  const start = createState(record, rule, context);
  const run: Run = {
    context,
    original: rule.useOriginalInputValue ? createState(original, rule, context) : undefined,
  };
  const { matched, state } = runRule(rule.rule, start, run, 0, notes);
  const { objects, value } = state.value === start.value ? state : assignValue(state);
  return { objects, ...(value === undefined ? {} : { value }), matched };
};

/** Runs mapping rules in rank order, each on the result of the previous one. */
export const evaluateRules = (
  rules: readonly RunnableMappingRule[],
  record: RuleRecord,
  context: EvaluationContext,
): RuleRecord => {
  const ranked = inRankOrder(rules.map((rule) => ({ rule, rank: rule.rule?.rank })));
  return ranked.reduce<RuleRecord>((result, { rule }) => {
    const { matched: _matched, ...next } = evaluateRule(rule, result, context, record);
    return next;
  }, record);
};
