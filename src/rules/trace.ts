import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableWorkflowRule,
} from "./runnable-rule.ts";

/*
 * The trace of a rule on one record: every part with its verdict and the reason in words. `part` is the same object as
 * in the input, so that a trace can be combined with any display of the rule. All lists are in rank order.
 */

/** One condition. Every condition of a rule that was reached has one, even after an earlier one has failed. */
export interface ConditionTrace {
  readonly part: RunnableCondition;
  readonly holds: boolean;
  /** “Title is “Brass desk lamp”, which contains “lamp”, any case.” */
  readonly reason: string;
  /** The compared values, element by element: the field's values, or the results of a pre-modifier. */
  readonly values: readonly unknown[];
  /** Whether each of the elements matched the condition. */
  readonly elements: readonly boolean[];
  readonly children: readonly ConditionTrace[];
}

/** One group of conditions: it matches when all of them do (neighbours). */
export interface GroupTrace {
  readonly part: RunnableGroup;
  readonly holds: boolean;
  readonly reason: string;
  readonly conditions: readonly ConditionTrace[];
}

/** One value that an action changed. */
export interface ActionChange {
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
