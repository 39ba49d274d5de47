import { bothBits, countBits } from "#rules/bit-columns.ts";
import type { Place } from "#rules/field-values.ts";
import { judgeRule } from "#rules/run-rule.ts";
import { listRuleParts, type RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import { type AnalyzedRun, firstBit } from "./record-facts.ts";
import { countRecords, type RuleScope, ruleWords } from "./rule-scope.ts";

/** With fewer records that meet its conditions, a rule may reach none of them by chance. */
const leastMet = 10;

const placesJudged = (scope: RuleScope, rule: RunnableWorkflowRule): Place[] =>
  listRuleParts({ ...rule, actions: [], childRules: [] }).flatMap(({ kind, part }) =>
    kind === "condition" ? (scope.placeOf(part.globalObjectFieldId) ?? []) : [],
  );

/**
 * Finds the records that meet a rule's conditions, whether they reach it or not. Undefined where actions before it may
 * have changed what the conditions are judged on.
 */
export const prepareMeeting = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
): ((on: AnalyzedRun) => Uint8Array) | undefined =>
  !rule.alwaysRun && !placesJudged(scope, rule).some(scope.isWritten)
    ? ({ table }) => judgeRule(rule, table, scope.scope).holds
    : undefined;

/** The records that meet a rule's conditions, and those of them that arrive at it; `first` is the first of them. */
interface Reach {
  readonly met: number;
  readonly firstMet: number | undefined;
  /** Records that the rule around it lets in, and those that the rule itself does. */
  readonly outer: number;
  readonly reached: number;
  readonly arriving: number;
  readonly firstArriving: number | undefined;
  /** The tiers that take some of the arriving ones. */
  readonly takers: readonly RunnableWorkflowRule[];
}

const joinReach = (one: Reach, next: Reach): Reach => ({
  met: one.met + next.met,
  firstMet: one.firstMet ?? next.firstMet,
  outer: one.outer + next.outer,
  reached: one.reached + next.reached,
  arriving: one.arriving + next.arriving,
  firstArriving: one.firstArriving ?? next.firstArriving,
  takers: [...new Set([...one.takers, ...next.takers])],
});

/** Whether a rule inside another is never reached by the records that meet its conditions; found before it is walked. */
export const prepareReach = (
  scope: RuleScope,
  outer: RunnableWorkflowRule,
  rule: RunnableWorkflowRule,
): (() => void) => {
  const { context, findings } = scope;
  const meetingOf = prepareMeeting(scope, rule);
  const reach =
    meetingOf &&
    scope.ask(
      "reach",
      [outer, rule],
      (on, first): Reach => {
        const { run, table } = on;
        const meeting = meetingOf(on);
        const outerBits = run.bits(outer) ?? new Uint8Array(table.size);
        const arriving = bothBits(meeting, outerBits);
        return {
          met: countBits(meeting),
          firstMet: firstBit(meeting, first),
          outer: countBits(outerBits),
          reached: run.count(rule) ?? 0,
          arriving: countBits(arriving),
          firstArriving: firstBit(arriving, first),
          takers: (outer.childRules ?? []).filter((tier) => {
            const bits = run.bits(tier);
            return bits !== undefined && bothBits(bits, arriving).includes(1);
          }),
        };
      },
      joinReach,
    );
  if (!reach || reach.met < leastMet || reach.outer === 0 || reach.reached > 0) return () => {};
  return () => {
    const isKnown = findings.some(
      ({ part, others, isProved }) =>
        isProved && (part === rule || others.some((one) => (rule.groups ?? []).includes(one.part))),
    );
    if (isKnown) return;
    if (reach.arriving === 0)
      return scope.add({
        kind: "never",
        part: rule,
        others: [outer],
        message: `Never reached: none of the ${countRecords(reach.met, scope)} that meet this meet the conditions of the rule around it.`,
        isProved: false,
        witness: reach.firstMet,
      });
    if (!isTier(outer, context.catalogue) || reach.arriving < leastMet) return;
    const [taker, ...others] = reach.takers;
    const by = taker && others.length === 0 ? ruleWords(taker) : "the tiers before it";
    scope.add({
      kind: "shadowed",
      part: rule,
      others: reach.takers,
      message: `Never reached: all ${countRecords(reach.arriving, scope)} that meet this are taken by ${by}.`,
      isProved: false,
      witness: reach.firstArriving,
    });
  };
};
