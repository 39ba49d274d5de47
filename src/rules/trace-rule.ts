import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { ActionNote, ElementNote } from "./change-column.ts";
import type { Wording } from "./describe-operands.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import { type FieldScope, sameValue } from "./field-values.ts";
import type { JudgedGroup, RuleRun } from "./run-rule.ts";
import { findAction, isTier, nameObject } from "./rule-catalogue.ts";
import type { RunnableAction, RunnableGroup, RunnableWorkflowRule } from "./rule-parts.ts";
import { inSentence } from "./shown-text.ts";
import { type ConditionTrace, traceCondition } from "./trace-condition.ts";
import { quotedStart } from "./value-words.ts";

/*
 * The trace of a rule on one record: every part with its verdict and the reason in words. `part` is the same object as
 * in the input, so that a trace can be combined with any display of the rule. All lists are in rank order.
 */

/** One group of conditions: it matches when all of them do (neighbours). */
export interface GroupTrace {
  readonly part: RunnableGroup;
  readonly holds: boolean;
  readonly reason: string;
  readonly conditions: readonly ConditionTrace[];
}

/** One value that an action changed. */
interface ActionChange {
  /** The index of the element in its object; 0 if the object is a single record. */
  readonly element: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes of one action, or why it changed nothing. */
export interface ActionTrace {
  readonly part: RunnableAction;
  readonly changes: readonly ActionChange[];
  /** Why nothing changed, in words; absent if something did. */
  readonly nothing?: string;
  /** Child actions; their values are those of the entry that this action selected. */
  readonly children: readonly ActionTrace[];
}

/** One rule with its parts. A rule that was not reached has no groups: its conditions were not evaluated. */
export interface RuleTrace {
  readonly part: RunnableWorkflowRule;
  /** Whether it was reached; if not, `reason` explains why. */
  readonly ran: boolean;
  readonly holds: boolean;
  readonly reason: string;
  readonly groups: readonly GroupTrace[];
  readonly actions: readonly ActionTrace[];
  readonly childRules: readonly RuleTrace[];
}

const same = "The value is unchanged.";

const changeIn = ({ element, before, change }: ElementNote): ActionChange[] =>
  "value" in change && !sameValue(before, change.value)
    ? [{ element, before, after: change.value }]
    : [];

/** Each reason once; if there are several, with the number of elements that it applies to. */
const eachOnce = (reasons: readonly string[]): string => {
  const distinct = [...new Set(reasons)];
  if (distinct.length === 1) return distinct.join("");
  const counts = distinct.map((reason) => reasons.filter((other) => other === reason).length);
  return distinct
    .map((reason, at) => `${reason.replace(/\.$/, "")} (${counts[at]} of ${reasons.length}).`)
    .join(" ");
};

/** Why an action changed nothing: each reason once. */
const whyNothing = (note: ActionNote, wording: Wording): string => {
  const reasons = note.elements.map(({ change }) => ("value" in change ? same : change.nothing));
  if (reasons.length > 0) return eachOnce(reasons);
  const { globalObjectFieldId: id } = note.part;
  const field = wording.catalogue.fields.get(id ?? 0);
  if (!field) return id ? `Field ${id} is unknown.` : "No field is selected.";
  return `There is no ${inSentence(field.objectName)}.`;
};

/** The trace of an action that was not reached, and of its child actions. */
const idleAction = (part: RunnableAction, why: string, depth = 0): ActionTrace => ({
  part,
  changes: [],
  nothing: why,
  children:
    depth >= maxNesting
      ? []
      : inRankOrder(part.childActions ?? []).map((child) => idleAction(child, why, depth + 1)),
});

const childTraces = (note: ActionNote, wording: Wording, depth: number): ActionTrace[] => {
  const entry = findAction(note.part, wording.catalogue);
  const why = entry?.picksEntry
    ? "The action above found no entry."
    : "The action above doesn't select an entry, so this action doesn't run.";
  return inRankOrder(note.part.childActions ?? []).map((part, index) => {
    const child = note.children[index];
    return child && child.elements.length > 0
      ? traceAction(child, wording, depth + 1)
      : idleAction(part, why, depth + 1);
  });
};

/** The changes of one action, or why it changed nothing. */
const traceAction = (note: ActionNote, wording: Wording, depth = 0): ActionTrace => {
  const changes = note.elements.flatMap(changeIn);
  return {
    part: note.part,
    changes,
    ...(changes.length === 0 && { nothing: whyNothing(note, wording) }),
    children: depth >= maxNesting ? [] : childTraces(note, wording, depth),
  };
};

const groupReason = (conditions: readonly ConditionTrace[]): string => {
  const [count, held] = [conditions.length, conditions.filter(({ holds }) => holds).length];
  if (count === 0) return "There are no conditions, so this is never met.";
  if (count === 1) return `Its condition is ${held === 1 ? "" : "not "}met.`;
  if (held === count) return `All ${count} conditions are met.`;
  if (held === 0) return `None of its ${count} conditions is met.`;
  const failed = count - held;
  return `${failed} of ${count} conditions ${failed === 1 ? "is" : "are"} not met.`;
};

/** Why a group is met although an action on matched elements only would change none. */
const scatteredReason = (group: JudgedGroup, record: number, { catalogue }: Wording): string => {
  const scattered = group.scattered().find(({ records }) => records[record] === 1);
  if (!scattered) return "";
  const one = nameObject(scattered.objectHandle, catalogue);
  return ` But no single ${one} meets them all: each condition looks at all of them by itself.`;
};

const traceGroup = (group: JudgedGroup, record: number, wording: Wording): GroupTrace => {
  const conditions = group.conditions.map((condition) =>
    traceCondition(condition, record, wording),
  );
  const reason = groupReason(conditions) + scatteredReason(group, record, wording);
  return { part: group.part, holds: group.holds[record] === 1, reason, conditions };
};

/** A group that did not hold, its place in the rule from 1, and the number of its conditions that failed. */
interface LackingGroup {
  readonly group: GroupTrace;
  readonly place: number;
  readonly lacking: number;
}

/**
 * The groups that did not hold, the one with the fewest failed conditions first; a group without conditions can never
 * hold and comes last.
 */
export const nearestGroups = ({ groups }: Pick<RuleTrace, "groups">): LackingGroup[] =>
  groups
    .map((group, at) => ({
      group,
      place: at + 1,
      lacking: group.conditions.filter(({ holds }) => !holds).length,
    }))
    .filter(({ group }) => !group.holds)
    .toSorted((one, other) => (one.lacking || Infinity) - (other.lacking || Infinity) || 0);

/** What became of a rule on one record. */
type Outcome = "matched" | "unmatched" | "off" | "tooDeep";

const findOutcome = ({ state, matched }: RuleRun, record: number): Outcome =>
  state === "ran" ? (matched[record] === 1 ? "matched" : "unmatched") : state;

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
  Record<Outcome, (rule: RunnableWorkflowRule, groups: readonly GroupTrace[]) => string>
> = {
  matched: metReason,
  unmatched: (_rule, groups) => unmetReason(groups),
  off: () => "It is disabled.",
  tooDeep: () => "It is nested too deeply, so it does not run.",
};

const called = ({ name }: RunnableWorkflowRule): string =>
  name.trim() === "" ? "" : `, ${quotedStart(name)},`;

/** Why the child rules of a rule that did not run were not reached. */
const aboveReasons: Readonly<Record<Outcome, (rule: RunnableWorkflowRule) => string>> = {
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
  actions: inRankOrder(part.actions ?? []).map((action) => idleAction(action, why)),
  childRules:
    depth >= maxNesting
      ? []
      : inRankOrder(part.childRules ?? []).map((child) => idleRule(child, why, depth + 1)),
});

const isReached = ({ reached }: RuleRun, record: number): boolean => reached?.[record] !== 0;

/** The child rules: those that were reached, and why the others were not. */
const traceChildRules = (
  run: RuleRun,
  record: number,
  wording: Wording,
  depth: number,
): RuleTrace[] => {
  const { part, childRules } = run;
  const winner = isTier(part, wording.catalogue)
    ? childRules.find(({ matched }) => matched[record] === 1)
    : undefined;
  const missed = winner
    ? `An earlier tier${called(winner.part)} matched.`
    : aboveReasons[findOutcome(run, record)](part);
  return inRankOrder(part.childRules ?? []).map((child, index) => {
    const reached = childRules[index];
    return reached && isReached(reached, record)
      ? traceRule(reached, record, wording, depth + 1)
      : idleRule(child, missed, depth + 1);
  });
};

const traceRule = (run: RuleRun, record: number, wording: Wording, depth: number): RuleTrace => {
  const { part, judged, matched } = run;
  const outcome = findOutcome(run, record);
  const groups = judged?.groups.map((group) => traceGroup(group, record, wording)) ?? [];
  const reason = reasons[outcome](part, groups);
  const unmatched = outcome === "unmatched" ? "The rule did not match." : reason;
  return {
    part,
    holds: matched[record] === 1,
    reason,
    groups,
    ran: run.state === "ran",
    actions:
      outcome === "matched"
        ? run.actions.map(({ notesOf }) => traceAction(notesOf(record), wording))
        : inRankOrder(part.actions ?? []).map((action) => idleAction(action, unmatched)),
    childRules: depth >= maxNesting ? [] : traceChildRules(run, record, wording, depth),
  };
};

/** Explains the run of a mapping rule on one record. Never throws. */
export const traceRun = (
  run: RuleRun,
  record: number,
  { catalogue }: EvaluationContext,
  { inheritedType }: FieldScope,
): RuleTrace => traceRule(run, record, { catalogue, inheritedType }, 0);
