import type { MappingRule } from "#contract/mapping-rules.ts";

/** A rule that looks values up in a set, with the number of its actions that do. */
export interface SetUse {
  readonly rule: MappingRule;
  readonly uses: number;
}

type Rule = NonNullable<MappingRule["rule"]>;
type Action = NonNullable<Rule["actions"]>[number];

/** All actions of a rule. The engine's own walk would load the engine with the list of sets. */
const listActions = ({ actions, childRules }: Rule): Action[] => {
  const withInner = (action: Action): Action[] => [
    action,
    ...(action.childActions ?? []).flatMap(withInner),
  ];
  return [...(actions ?? []).flatMap(withInner), ...(childRules ?? []).flatMap(listActions)];
};

/** The rules that look values up in each set, by its ID. */
export const findSetUses = (rules: readonly MappingRule[]): ReadonlyMap<number, SetUse[]> => {
  const found = new Map<number, SetUse[]>();
  for (const rule of rules) {
    const counts = new Map<number, number>();
    for (const { value, workflowDataTypeAction } of rule.rule ? listActions(rule.rule) : []) {
      if (workflowDataTypeAction?.handle !== "mapping_set") continue;
      const id = Number(value);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    for (const [id, uses] of counts) found.set(id, [...(found.get(id) ?? []), { rule, uses }]);
  }
  return found;
};
