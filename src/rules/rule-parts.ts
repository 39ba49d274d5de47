/*
 * The fields of a rule that the engine needs. Rules in responses and rules in requests both have them, so that a rule
 * can be tried before it is saved. A list may be missing in what an upstream returns: then it is empty.
 */

type Maybe<T> = T | null | undefined;

interface Ranked {
  readonly id?: Maybe<number>;
  readonly rank?: Maybe<number>;
}

export interface RunnableCondition extends Ranked {
  readonly globalObjectFieldId?: Maybe<number>;
  readonly workflowDataTypeComparatorId?: Maybe<number>;
  readonly preModifierDataTypeComparatorId?: Maybe<number>;
  readonly condition?: Maybe<string>;
  readonly condition2?: Maybe<string>;
  readonly condition3?: Maybe<string>;
  readonly condition4?: Maybe<string>;
  readonly fieldArrayMustMatchAll?: Maybe<boolean>;
  readonly conditionArrayMustMatchAll?: Maybe<boolean>;
  readonly workflowDataTypeComparator?: Maybe<{ readonly handle: string }>;
  readonly preModifierDataTypeComparator?: Maybe<{ readonly handle: string }>;
  readonly childConditions?: Maybe<readonly RunnableCondition[]>;
}

export interface RunnableGroup extends Ranked {
  readonly conditions?: Maybe<readonly RunnableCondition[]>;
}

export interface RunnableAction extends Ranked {
  readonly globalObjectFieldId?: Maybe<number>;
  readonly workflowDataTypeActionId?: Maybe<number>;
  readonly value?: Maybe<string>;
  readonly value2?: Maybe<string>;
  readonly value3?: Maybe<string>;
  readonly value4?: Maybe<string>;
  readonly usesOtherFieldScope?: Maybe<string>;
  readonly applyToMatchedOnly?: Maybe<boolean>;
  readonly workflowDataTypeAction?: Maybe<{ readonly handle: string }>;
  readonly childActions?: Maybe<readonly RunnableAction[]>;
}

export interface RunnableWorkflowRule extends Ranked {
  readonly name: string;
  readonly workflowRuleTypeId?: Maybe<number>;
  readonly workflowRuleType?: Maybe<{ readonly handle: string }>;
  readonly alwaysRun: boolean;
  readonly enabled?: Maybe<boolean>;
  readonly groups?: Maybe<readonly RunnableGroup[]>;
  readonly actions?: Maybe<readonly RunnableAction[]>;
  readonly childRules?: Maybe<readonly RunnableWorkflowRule[]>;
}

export interface RunnableMappingRule {
  readonly useOriginalInputValue: boolean;
  readonly globalObjectFieldId?: Maybe<number>;
  readonly globalDataTypeId?: Maybe<number>;
  readonly globalDataType?: Maybe<{ readonly handle: string }>;
  readonly rule?: Maybe<RunnableWorkflowRule>;
}

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

const listed = <K extends RulePartKind>(
  kind: K,
  parts: Maybe<readonly PartTypes[K][]>,
  path: string,
): RulePart[] =>
  (parts ?? []).map((part, at) => ({ kind, path: `${path}.${at}`, part }) as unknown as RulePart);

const children: { readonly [P in RulePartKind]: (part: PartTypes[P], path: string) => RulePart[] } =
  {
    rule: ({ groups, actions, childRules }, path) => [
      ...listed("group", groups, `${path}.groups`),
      ...listed("action", actions, `${path}.actions`),
      ...listed("rule", childRules, `${path}.childRules`),
    ],
    group: ({ conditions }, path) => listed("condition", conditions, `${path}.conditions`),
    condition: ({ childConditions }, path) =>
      listed("condition", childConditions, `${path}.childConditions`),
    action: ({ childActions }, path) => listed("action", childActions, `${path}.childActions`),
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
