import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableWorkflowRule,
} from "./runnable-rule.ts";

/*
 * What happened when a rule ran on one record: every part with its verdict and the reason in words. `part` is the very
 * object that was passed in, so that a trace can be laid over whatever shows the rule. All lists are in rank order.
 */

/** One condition. Every condition of a rule that was reached has one, also where an earlier one had already failed. */
export interface ConditionTrace {
  readonly part: RunnableCondition;
  readonly holds: boolean;
  /** “Title is “Brass desk lamp”, which contains “lamp”, any case.” */
  readonly reason: string;
  /** What was compared, element by element: the field's values, or what a pre-modifier made of them. */
  readonly values: readonly unknown[];
  /** Which of the elements met the condition. */
  readonly elements: readonly boolean[];
  readonly children: readonly ConditionTrace[];
}

/** One group of conditions: it holds when all of them do (neighbours). */
export interface GroupTrace {
  readonly part: RunnableGroup;
  readonly holds: boolean;
  readonly reason: string;
  readonly conditions: readonly ConditionTrace[];
}

/** One value that an action changed. */
export interface ActionChange {
  /** The place of the element in its object; 0 where the object is a single record. */
  readonly element: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** One action: what it changed, or why it changed nothing. */
export interface ActionTrace {
  readonly part: RunnableAction;
  readonly changes: readonly ActionChange[];
  /** Why nothing changed, in words; absent where something did. */
  readonly nothing?: string;
  /** Child actions; their values are those of the entry that this action picked. */
  readonly children: readonly ActionTrace[];
}

/** One rule with what it holds. A rule that was not reached has no groups: its conditions were not asked. */
export interface RuleTrace {
  readonly part: RunnableWorkflowRule;
  /** Whether its turn came; where it did not, `reason` says why. */
  readonly ran: boolean;
  readonly holds: boolean;
  readonly reason: string;
  readonly groups: readonly GroupTrace[];
  readonly actions: readonly ActionTrace[];
  readonly childRules: readonly RuleTrace[];
}
