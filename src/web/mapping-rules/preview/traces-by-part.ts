import type { ActionTrace, ConditionTrace, RuleTrace } from "#rules/trace.ts";

/** A trace's results by part. */
export interface TracesByPart {
  readonly verdicts: ReadonlyMap<object, { readonly holds: boolean; readonly reason: string }>;
  readonly actions: ReadonlyMap<object, ActionTrace>;
}

export const tracesByPart = (trace: RuleTrace | undefined): TracesByPart => {
  const verdicts = new Map<object, { holds: boolean; reason: string }>();
  const actions = new Map<object, ActionTrace>();
  const addConditions = (conditions: readonly ConditionTrace[]): void => {
    for (const condition of conditions) {
      verdicts.set(condition.part, condition);
      addConditions(condition.children);
    }
  };
  const addActions = (list: readonly ActionTrace[]): void => {
    for (const action of list) {
      actions.set(action.part, action);
      addActions(action.children);
    }
  };
  const addRule = (rule: RuleTrace): void => {
    verdicts.set(rule.part, rule);
    for (const group of rule.groups) {
      verdicts.set(group.part, group);
      addConditions(group.conditions);
    }
    addActions(rule.actions);
    for (const child of rule.childRules) addRule(child);
  };
  if (trace) addRule(trace);
  return { verdicts, actions };
};
