import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { RuleResult } from "./evaluate-rule.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";
import { findInheritedType, isTier } from "./rule-catalogue.ts";
import type { GroupNote, RuleNote } from "./run-notes.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "./runnable-rule.ts";
import type { ConditionTrace, GroupTrace, RuleTrace } from "./trace.ts";
import { idleAction, traceAction } from "./trace-action.ts";
import type { ReasonContext } from "./trace-condition.ts";
import { traceCondition } from "./trace-condition.ts";
import { quotedStart } from "./value-words.ts";

/** A mapping rule's result and its explanation; no trace if the mapping rule has no tree. */
export interface TracedRule {
  readonly result: RuleResult;
  readonly trace: RuleTrace | undefined;
}

const groupReason = (conditions: readonly ConditionTrace[]): string => {
  const [count, held] = [conditions.length, conditions.filter(({ holds }) => holds).length];
  if (count === 0) return "There are no conditions, so this is never met.";
  if (count === 1) return `Its condition is ${held === 1 ? "" : "not "}met.`;
  if (held === count) return `All ${count} conditions are met.`;
  if (held === 0) return `None of its ${count} conditions is met.`;
  const failed = count - held;
  return `${failed} of ${count} conditions ${failed === 1 ? "is" : "are"} not met.`;
};

const traceGroup = (note: GroupNote, reasonContext: ReasonContext): GroupTrace => {
  const conditions = note.conditions.map((condition) => traceCondition(condition, reasonContext));
  return { part: note.part, holds: note.holds, reason: groupReason(conditions), conditions };
};

const metReason = ({ alwaysRun }: RunnableWorkflowRule, groups: readonly GroupTrace[]): string => {
  if (alwaysRun) return "It always runs.";
  const held = groups.filter(({ holds }) => holds).length;
  if (groups.length === 1) return "Its conditions are met.";
  const some = held === groups.length ? "All" : String(held);
  return `${some} of its ${groups.length} groups ${held === 1 ? "is" : "are"} met; one is enough.`;
};

const unmetReason = (groups: readonly GroupTrace[]): string => {
  if (groups.length === 0) return "It has no conditions, so it never runs.";
  return groups.length === 1
    ? "Not all of its conditions are met."
    : `None of its ${groups.length} groups is met.`;
};

const reasons: Readonly<
  Record<RuleNote["outcome"], (rule: RunnableWorkflowRule, groups: readonly GroupTrace[]) => string>
> = {
  matched: metReason,
  unmatched: (_rule, groups) => unmetReason(groups),
  off: () => "It is disabled.",
  tooDeep: () => "It is nested too deeply, so it does not run.",
};

const called = ({ name }: RunnableWorkflowRule): string =>
  name.trim() === "" ? "" : `, ${quotedStart(name)},`;

/** Why the child rules of a rule that did not run were not reached. */
const aboveReasons: Readonly<Record<RuleNote["outcome"], (rule: RunnableWorkflowRule) => string>> =
  {
    matched: () => "It was not reached.",
    unmatched: (rule) => `The rule above${called(rule)} did not match.`,
    off: (rule) => `The rule above${called(rule)} is disabled.`,
    tooDeep: () => "It is nested too deeply, so it does not run.",
  };

/** The trace of a rule that was not reached, and of all its parts. */
const idleRule = (part: RunnableWorkflowRule, why: string, depth: number): RuleTrace => ({
  part,
  ran: false,
  holds: false,
  reason: why,
  groups: [],
  actions: inRankOrder(part.actions).map((action) => idleAction(action, why)),
  childRules:
    depth >= maxNesting
      ? []
      : inRankOrder(part.childRules ?? []).map((child) => idleRule(child, why, depth + 1)),
});

/** The child rules: those that were reached, and why the others were not. */
const traceChildRules = (
  note: RuleNote,
  reasonContext: ReasonContext,
  depth: number,
): RuleTrace[] => {
  const { part, outcome, childRules } = note;
  const winner = isTier(part, reasonContext.context.catalogue)
    ? childRules.find((child) => child.outcome === "matched")
    : undefined;
  const missed = winner
    ? `An earlier tier${called(winner.part)} matched.`
    : aboveReasons[outcome](part);
  return inRankOrder(part.childRules ?? []).map((child, index) => {
    const reached = childRules[index];
    return reached
      ? traceNote(reached, reasonContext, depth + 1)
      : idleRule(child, missed, depth + 1);
  });
};

const traceNote = (note: RuleNote, reasonContext: ReasonContext, depth: number): RuleTrace => {
  const { part, outcome, verdict } = note;
  const groups = note.groups.map((group) => traceGroup(group, reasonContext));
  const reason = reasons[outcome](part, groups);
  const unmatched = outcome === "unmatched" ? "The rule did not match." : reason;
  return {
    part,
    holds: verdict.holds,
    reason,
    groups,
    ran: outcome === "matched" || outcome === "unmatched",
    actions:
      outcome === "matched"
        ? note.actions.map((action) => traceAction(action, reasonContext))
        : inRankOrder(part.actions).map((action) => idleAction(action, unmatched)),
    childRules: depth >= maxNesting ? [] : traceChildRules(note, reasonContext, depth),
  };
};

/** Runs a mapping rule on one record, as `evaluateRule` does, and explains the result. Never throws. */
export const traceRule = (
  rule: RunnableMappingRule,
  record: RuleRecord,
  context: EvaluationContext,
  original: RuleRecord = record,
): TracedRule => {
  const notes: RuleNote[] = [];
  const result = evaluateRule(rule, record, context, original, notes);
  const [note] = notes;
  const wording = {
    catalogue: context.catalogue,
    inheritedType: findInheritedType(rule, context.catalogue),
  };
  return { result, trace: note && traceNote(note, { context, wording }, 0) };
};
