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
