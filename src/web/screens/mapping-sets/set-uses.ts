import type { MappingRule } from "#contract/mapping-rules.ts";
import { listRuleParts } from "#rules/rule-parts.ts";

/** A rule that looks values up in a set, with the number of its actions that do. */
export interface SetUse {
  readonly rule: MappingRule;
  readonly uses: number;
}

/** The rules that look values up in each set, by its ID. */
export const findSetUses = (rules: readonly MappingRule[]): ReadonlyMap<number, SetUse[]> => {
  const found = new Map<number, SetUse[]>();
  for (const rule of rules) {
    const counts = new Map<number, number>();
    for (const { kind, part } of rule.rule ? listRuleParts(rule.rule) : []) {
      if (kind !== "action" || part.workflowDataTypeAction?.handle !== "mapping_set") continue;
      const id = Number(part.value);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    for (const [id, uses] of counts) found.set(id, [...(found.get(id) ?? []), { rule, uses }]);
  }
  return found;
};
