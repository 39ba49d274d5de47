import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableWorkflowRule,
} from "./runnable-rule.ts";

interface PartTypes {
  readonly rule: RunnableWorkflowRule;
  readonly group: RunnableGroup;
  readonly condition: RunnableCondition;
  readonly action: RunnableAction;
}
export type RulePartKind = keyof PartTypes;

/** One part of a rule's tree with its path in the format of errors: `rule.groups.0.conditions.2`. */
export type RulePart<K extends RulePartKind = RulePartKind> = {
  [P in K]: { readonly kind: P; readonly path: string; readonly part: PartTypes[P] };
}[K];

const children: { readonly [P in RulePartKind]: (part: PartTypes[P], path: string) => RulePart[] } =
  {
    rule: ({ groups, actions, childRules }, path) => [
      ...(groups ?? []).map((part, at): RulePart => ({
        kind: "group",
        path: `${path}.groups.${at}`,
        part,
      })),
      ...(actions ?? []).map((part, at): RulePart => ({
        kind: "action",
        path: `${path}.actions.${at}`,
        part,
      })),
      ...(childRules ?? []).map((part, at): RulePart => ({
        kind: "rule",
        path: `${path}.childRules.${at}`,
        part,
      })),
    ],
    group: ({ conditions }, path) =>
      (conditions ?? []).map((part, at) => ({
        kind: "condition",
        path: `${path}.conditions.${at}`,
        part,
      })),
    condition: ({ childConditions }, path) =>
      (childConditions ?? []).map((part, at) => ({
        kind: "condition",
        path: `${path}.childConditions.${at}`,
        part,
      })),
    action: ({ childActions }, path) =>
      (childActions ?? []).map((part, at) => ({
        kind: "action",
        path: `${path}.childActions.${at}`,
        part,
      })),
  };

const listChildren = <K extends RulePartKind>({ kind, part, path }: RulePart<K>): RulePart[] =>
  children[kind](part, path);

/**
 * Every part of a rule, itself first, each before its children; without those that `isListed` refuses and what is inside
 * them. Iterates without recursion, so depth is not limited.
 */
export const listRuleParts = (
  rule: RunnableWorkflowRule,
  isListed: (part: RulePart) => boolean = () => true,
): RulePart[] => {
  const found: RulePart[] = [];
  const waiting: RulePart[] = [{ kind: "rule", path: "rule", part: rule }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isListed(next)) continue;
    found.push(next);
    waiting.push(...listChildren(next).reverse());
  }
  return found;
};
