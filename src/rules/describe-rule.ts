import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { describeAction } from "./describe-action.ts";
import { describeCondition } from "./describe-condition.ts";
import type { Wording } from "./describe-operands.ts";
import { isTier } from "./rule-catalogue.ts";
import type { RunnableWorkflowRule } from "./runnable-rule.ts";

/** A rule in plain words: what the read-only screens show, and what is read aloud. */
export interface RuleDescription {
  readonly name: string;
  readonly enabled: boolean;
  /** Groups and conditions are ignored (api 2.15, alwaysRun). */
  readonly alwaysRun: boolean;
  /** Any group suffices; in a group all conditions are required. */
  readonly groups: readonly (readonly string[])[];
  readonly actions: readonly string[];
  /** Of the child rules the first that matches wins; otherwise each of them runs. */
  readonly tiers: boolean;
  readonly childRules: readonly RuleDescription[];
}

/** A rule in plain words, child rules included. */
export const describeRule = (
  rule: RunnableWorkflowRule,
  wording: Wording,
  depth = 0,
): RuleDescription => ({
  name: rule.name,
  enabled: rule.enabled ?? true,
  alwaysRun: rule.alwaysRun,
  groups: inRankOrder(rule.groups).map(({ conditions }) =>
    inRankOrder(conditions).map((condition) => describeCondition(condition, wording)),
  ),
  actions: inRankOrder(rule.actions).map((action) => describeAction(action, wording)),
  tiers: isTier(rule, wording.catalogue),
  // A tree deeper than any that can be saved is not followed further.
  childRules:
    depth > maxNesting
      ? []
      : inRankOrder(rule.childRules ?? []).map((child) => describeRule(child, wording, depth + 1)),
});

const conditionsWords = ({ alwaysRun, groups }: RuleDescription): string => {
  if (alwaysRun) return "Always";
  const held = groups.filter((conditions) => conditions.length > 0);
  return held.length === 0
    ? "Never, for want of a condition"
    : `When ${held.map((all) => all.join(" and ")).join(", or when ")}`;
};

/** The whole rule as one paragraph, as it reads aloud. */
export const ruleParagraph = (rule: RuleDescription): string => {
  const then = rule.actions.length === 0 ? "nothing is changed" : rule.actions.join("; ");
  const children = rule.childRules.map(ruleParagraph).join(" ");
  const lead = rule.tiers ? "Then the first of these that matches:" : "Then:";
  return [
    `${rule.enabled ? "" : "Switched off. "}${conditionsWords(rule)}: ${then}.`,
    ...(children === "" ? [] : [`${lead} ${children}`]),
  ].join(" ");
};
