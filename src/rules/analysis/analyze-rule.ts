import { inRankOrder } from "#contract/rank-order.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import type { RunnableCondition, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { checkOperands } from "./check-operands.ts";
import { prepareReach } from "./check-reach.ts";
import { proveActions } from "./prove-actions.ts";
import { proveGroups } from "./prove-groups.ts";
import { proveTiers } from "./prove-tiers.ts";
import { readGroups, type RuleScope } from "./rule-scope.ts";

const noteWrites = (scope: RuleScope, { actions, childRules }: RunnableWorkflowRule): void => {
  for (const { globalObjectFieldId } of actions ?? []) {
    const place = scope.placeOf(globalObjectFieldId);
    if (place) scope.written.push(place);
  }
  for (const child of childRules ?? []) noteWrites(scope, child);
};

const analyzeFrom = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
  around: readonly RunnableCondition[],
): void => {
  const groups = readGroups(rule);
  const still = around.filter((condition) => {
    const place = scope.setOf(condition)?.place;
    return place !== undefined && !scope.isWritten(place);
  });
  if (!rule.alwaysRun) {
    proveGroups(scope, rule, groups, still);
    checkOperands(scope, groups);
  }
  proveActions(scope, inRankOrder(rule.actions ?? []));
  noteWrites(scope, { ...rule, childRules: [] });
  analyzeChildren(scope, rule, [
    ...still,
    ...(!rule.alwaysRun && groups.length === 1 ? (groups[0]?.conditions ?? []) : []),
  ]);
};

const analyzeChildren = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
  around: readonly RunnableCondition[],
): void => {
  const tier = isTier(rule, scope.context.catalogue);
  // A disabled rule never runs, and neither do those inside it.
  const children = inRankOrder(rule.childRules ?? []).filter(({ enabled }) => enabled !== false);
  const writtenBefore = scope.written.length;
  // Before a tier, no other tier has run.
  const forgetTiers = () => scope.written.splice(writtenBefore);
  const reaches = children.map((child) => {
    const checkReach = prepareReach(scope, rule, child);
    analyzeFrom(scope, child, around);
    if (tier) forgetTiers();
    return checkReach;
  });
  if (tier) proveTiers(scope, rule);
  for (const checkReach of reaches) checkReach();
  if (tier) for (const child of children) noteWrites(scope, child);
};

/** Finds what is wrong inside one mapping rule. */
export const analyzeRule = (scope: RuleScope): void => {
  if (scope.rule.rule) analyzeFrom(scope, scope.rule.rule, []);
};
