import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { describeAction } from "./describe-action.ts";
import { describeCondition } from "./describe-condition.ts";
import type { Wording } from "./describe-operands.ts";
import { isTier } from "./rule-catalogue.ts";
import type { RunnableWorkflowRule } from "./runnable-rule.ts";

/** A rule in words, for the read-only screens and for screen readers. */
export interface RuleDescription {
  readonly name: string;
  readonly enabled: boolean;
  /** Groups and conditions are ignored (api 2.15, alwaysRun). */
  readonly alwaysRun: boolean;
  /** Any group is sufficient; in a group all conditions are required. */
  readonly groups: readonly (readonly string[])[];
  readonly actions: readonly string[];
  /** True: the first matching child rule is used; false: each of them runs. */
  readonly tiers: boolean;
  readonly childRules: readonly RuleDescription[];
}

/** A rule in words, child rules included. */
export const describeRule = (
  rule: RunnableWorkflowRule,
  wording: Wording,
  depth = 0,
): RuleDescription => ({
  name: rule.name,
  enabled: rule.enabled ?? true,
  alwaysRun: rule.alwaysRun,
  groups: inRankOrder(rule.groups ?? []).map(({ conditions }) =>
    inRankOrder(conditions ?? []).map((condition) => describeCondition(condition, wording)),
  ),
  actions: inRankOrder(rule.actions ?? []).map((action) => describeAction(action, wording)),
  tiers: isTier(rule, wording.catalogue),
  // A tree deeper than the limit for saving is cut off.
  childRules:
    depth > maxNesting
      ? []
      : inRankOrder(rule.childRules ?? []).map((child) => describeRule(child, wording, depth + 1)),
});

const neverRuns = ({ alwaysRun, groups }: RuleDescription): boolean =>
  !alwaysRun && groups.every((conditions) => conditions.length === 0);

const conditionsWords = (rule: RuleDescription): string => {
  if (rule.alwaysRun) return "Always";
  const held = rule.groups.filter((conditions) => conditions.length > 0);
  return neverRuns(rule)
    ? "Never (no conditions)"
    : `When ${held.map((all) => all.join(" and ")).join(", or when ")}`;
};

/** The introduction of the child rules, after nothing, after a condition, or after actions. */
const leads = {
  alone: { tiers: "The first of these that matches:", all: "Each of these:" },
  condition: { tiers: ", the first of these that matches:", all: ", each of these:" },
  actions: { tiers: "Then the first of these that matches:", all: "Then:" },
} as const;

/** The text of a rule before its child rules. A rule without its own actions only introduces them. */
const before = (rule: RuleDescription, own: string): string => {
  const kind = rule.tiers ? "tiers" : "all";
  if (rule.actions.length > 0 || neverRuns(rule)) return `${own} ${leads.actions[kind]}`;
  return rule.alwaysRun ? leads.alone[kind] : conditionsWords(rule) + leads.condition[kind];
};

/** The whole rule as one paragraph, for screen readers. */
export const ruleParagraph = (rule: RuleDescription): string => {
  const then = rule.actions.length === 0 ? "nothing is changed" : rule.actions.join("; ");
  const own = `${conditionsWords(rule)}: ${then}.`;
  const children = rule.childRules.map(ruleParagraph).join(" ");
  const words = children === "" ? own : `${before(rule, own)} ${children}`;
  return rule.enabled ? words : `Disabled. ${words}`;
};
