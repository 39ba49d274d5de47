import type { Change } from "./action.ts";
import type { Verdict } from "./evaluate-condition.ts";
import type { RecordState } from "./field-values.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableWorkflowRule,
} from "./runnable-rule.ts";

/*
 * What the evaluators write down while they run, when they are given somewhere to write it. With notes nothing is left
 * out that could be told; the result is the same. The words are made afterwards (trace-rule.ts).
 */

export interface ConditionNote {
  readonly part: RunnableCondition;
  /** Whether the condition holds with its child conditions, and by itself. */
  readonly holds: boolean;
  readonly own: boolean;
  /** The record as the condition saw it. */
  readonly state: RecordState;
  /** The field's values and which of them met it; none where the condition names something unknown. */
  readonly seen: { readonly values: readonly unknown[]; readonly met: readonly boolean[] };
  /** Child conditions; those of a named value are asked by its judge and not noted here. */
  readonly children: readonly ConditionNote[];
}

export interface GroupNote {
  readonly part: RunnableGroup;
  readonly holds: boolean;
  readonly conditions: readonly ConditionNote[];
}

/** What an action made of one element; `change` says why where it is nothing. */
export interface ElementNote {
  readonly element: number;
  readonly before: unknown;
  readonly change: Change;
}

export interface ActionNote {
  readonly part: RunnableAction;
  readonly elements: ElementNote[];
  readonly children: readonly ActionNote[];
}

/** What came of a rule when its turn came, or that it was switched off or nested too deep. */
export interface RuleNote {
  readonly part: RunnableWorkflowRule;
  readonly outcome: "matched" | "unmatched" | "off" | "tooDeep";
  readonly verdict: Verdict;
  readonly groups: readonly GroupNote[];
  readonly actions: readonly ActionNote[];
  /** Those of the child rules whose turn came. */
  readonly childRules: readonly RuleNote[];
}

/** The note of an action, to be filled while it runs. */
export const actionNote = (part: RunnableAction, children: readonly ActionNote[]): ActionNote => ({
  part,
  elements: [],
  children,
});
