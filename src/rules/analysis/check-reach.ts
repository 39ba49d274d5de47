import { bothBits, countBits } from "#rules/bit-columns.ts";
import type { Place } from "#rules/field-values.ts";
import { judgeRule } from "#rules/run-rule.ts";
import { listRuleParts, type RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import { countRecords, type RuleScope, ruleWords } from "./rule-scope.ts";

/** With fewer records that meet its conditions, a rule may reach none of them by chance. */
const leastMet = 10;

const placesJudged = (scope: RuleScope, rule: RunnableWorkflowRule): Place[] =>
  listRuleParts({ ...rule, actions: [], childRules: [] }).flatMap(({ kind, part }) =>
    kind === "condition" ? (scope.placeOf(part.globalObjectFieldId) ?? []) : [],
  );

/**
 * The records that meet a rule's conditions, whether they reach it or not. Undefined where actions before it may have
 * changed what the conditions are judged on.
 */
export const findMeeting = (scope: RuleScope, rule: RunnableWorkflowRule): Uint8Array | undefined =>
  scope.table && !rule.alwaysRun && !placesJudged(scope, rule).some(scope.isWritten)
    ? judgeRule(rule, scope.table, scope.scope).holds
    : undefined;

/** Whether a rule inside another is never reached by the records that meet its conditions; found before it is walked. */
export const prepareReach = (
  scope: RuleScope,
  outer: RunnableWorkflowRule,
  rule: RunnableWorkflowRule,
): (() => void) => {
  const { run, context, findings } = scope;
  const meeting = findMeeting(scope, rule);
  if (!run || !meeting || countBits(meeting) < leastMet) return () => {};
  return () => {
    const outerBits = run.bits(outer);
    const isKnown = findings.some(
      ({ part, others, isProved }) =>
        isProved && (part === rule || others.some((one) => (rule.groups ?? []).includes(one.part))),
    );
    if (!outerBits || countBits(outerBits) === 0 || (run.count(rule) ?? 0) > 0 || isKnown) return;
    const arriving = bothBits(meeting, outerBits);
    const count = countBits(arriving);
    if (count === 0)
      return scope.add({
        kind: "never",
        part: rule,
        others: [outer],
        message: `Never reached: none of the ${countRecords(countBits(meeting), scope)} that meet this meet the conditions of the rule around it.`,
        isProved: false,
        witness: meeting.indexOf(1),
      });
    if (!isTier(outer, context.catalogue) || count < leastMet) return;
    const takers = (outer.childRules ?? []).filter((tier) => {
      const bits = run.bits(tier);
      return bits && countBits(bothBits(bits, arriving)) > 0;
    });
    const [taker, ...others] = takers;
    const by = taker && others.length === 0 ? ruleWords(taker) : "the tiers before it";
    scope.add({
      kind: "shadowed",
      part: rule,
      others: takers,
      message: `Never reached: all ${countRecords(count, scope)} that meet this are taken by ${by}.`,
      isProved: false,
      witness: arriving.indexOf(1),
    });
  };
};
