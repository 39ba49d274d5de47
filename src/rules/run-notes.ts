import type { Change } from "./action.ts";
import type { RecordState } from "./field-values.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableWorkflowRule,
} from "./runnable-rule.ts";

/** By object handle: the elements that matched the conditions. Objects without an entry are not restricted. */
export type ElementMasks = ReadonlyMap<string, readonly boolean[]>;

/** Whether a part matches a record, and which elements of its objects. */
export interface Verdict {
  readonly holds: boolean;
  readonly masks: ElementMasks;
}

/*
 * Notes of the evaluators, written during a run if requested. With notes no evaluation is skipped; the result is the
 * same. The words are created afterwards (trace-rule.ts).
 */

export interface ConditionNote {
  readonly part: RunnableCondition;
  /** Whether the condition matches with its child conditions, and by itself. */
  readonly holds: boolean;
  readonly own: boolean;
  /** The record at the time of the condition. */
  readonly state: RecordState;
  /** The field's values and which of them matched; none if the condition names something unknown. */
  readonly seen: { readonly values: readonly unknown[]; readonly met: readonly boolean[] };
  /** Child conditions; those of a named value are evaluated by its judge and not noted here. */
  readonly children: readonly ConditionNote[];
}

export interface GroupNote {
  readonly part: RunnableGroup;
  readonly holds: boolean;
  readonly conditions: readonly ConditionNote[];
}

/** The result of an action on one element; `change` contains the reason if there is none. */
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

/** The result of a rule that was reached, or that it was disabled or nested too deep. */
export interface RuleNote {
  readonly part: RunnableWorkflowRule;
  readonly outcome: "matched" | "unmatched" | "off" | "tooDeep";
  readonly verdict: Verdict;
  readonly groups: readonly GroupNote[];
  readonly actions: readonly ActionNote[];
  /** The child rules that were reached. */
  readonly childRules: readonly RuleNote[];
}

/** The note of an action, to be filled while it runs. */
export const actionNote = (part: RunnableAction, children: readonly ActionNote[]): ActionNote => ({
  part,
  elements: [],
  children,
});
