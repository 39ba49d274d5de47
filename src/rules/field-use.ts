import { inRankOrder } from "#contract/rank-order.ts";
import { listFormulaFields } from "./formula.ts";
import {
  findAction,
  findComparator,
  findFormula,
  findInheritedType,
  findOtherField,
  type RuleCatalogue,
} from "./rule-catalogue.ts";
import {
  listRuleParts,
  type RulePart,
  type RunnableAction,
  type RunnableCondition,
  type RunnableMappingRule,
  type RunnableWorkflowRule,
} from "./rule-parts.ts";

/** The fields that a rule uses, by their ids. */
export interface FieldUse {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** The written fields whose previous value the rule does not use. */
  readonly replaces: ReadonlySet<number>;
}

export const without = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...one].filter((item) => !other.has(item)));

/** Actions that set a field without using its value. */
const replacing: ReadonlySet<string> = new Set([
  "set",
  "set_to_empty",
  "set_to_field",
  "option_set",
  "apply_custom_action",
  "all_po_line_items_custom_fields_to_text",
  "po_custom_fields_to_text",
  "attributes_to_html",
]);

const findHandle = (action: RunnableAction, catalogue: RuleCatalogue): string =>
  action.workflowDataTypeAction?.handle ??
  catalogue.actionHandles.get(action.workflowDataTypeActionId ?? 0) ??
  "";

const readByCondition = (condition: RunnableCondition, catalogue: RuleCatalogue) => [
  condition.globalObjectFieldId,
  findComparator(condition, catalogue)?.usesOtherField &&
    findOtherField(condition.condition ?? "", catalogue)?.id,
];

const readByAction = (
  action: RunnableAction,
  rule: RunnableMappingRule,
  catalogue: RuleCatalogue,
) => {
  const formula = findFormula(action, catalogue, findInheritedType(rule, catalogue)) ?? "";
  return [
    replacing.has(findHandle(action, catalogue)) ? undefined : action.globalObjectFieldId,
    findAction(action, catalogue)?.usesOtherField &&
      findOtherField(action.value ?? "", catalogue)?.id,
    ...listFormulaFields(formula).map((name) => catalogue.fieldsByReference.get(name)?.id),
  ];
};

/** The parts of a rule that can run. The rule itself counts as enabled, because its screen tests and lists it either way. */
const listEnabledParts = (rule: RunnableWorkflowRule): RulePart[] =>
  listRuleParts(
    rule,
    ({ kind, part }) => kind !== "rule" || part === rule || part.enabled !== false,
  );

/** A part that reads or writes a field. */
interface PartUse {
  readonly kind: "reads" | "writes";
  readonly fieldId: number;
  readonly part: RulePart;
}

/** Every use of a field in a rule and its child rules, of which disabled ones never run, in the order of the parts. */
export const listFieldUses = (rule: RunnableMappingRule, catalogue: RuleCatalogue): PartUse[] =>
  (rule.rule ? listEnabledParts(rule.rule) : []).flatMap((part) => {
    const uses = (kind: PartUse["kind"], ids: readonly (number | null | false | undefined)[]) =>
      ids.flatMap((id): PartUse[] => {
        if (!id) return [];
        const isInherited = catalogue.fields.get(id)?.dataType === "inherited";
        return [{ kind, fieldId: isInherited ? (rule.globalObjectFieldId ?? id) : id, part }];
      });
    if (part.kind === "condition") return uses("reads", readByCondition(part.part, catalogue));
    if (part.kind !== "action") return [];
    return [
      ...uses("reads", readByAction(part.part, rule, catalogue)),
      ...uses("writes", [part.part.globalObjectFieldId]),
    ];
  });

/** The fields that a rule reads and sets. */
export const collectFieldUse = (rule: RunnableMappingRule, catalogue: RuleCatalogue): FieldUse => {
  const [reads, writes, kept] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { kind, fieldId, part: used } of listFieldUses(rule, catalogue)) {
    (kind === "reads" ? reads : writes).add(fieldId);
    if (kind !== "writes" || used.kind !== "action") continue;
    const { part } = used;
    if (!replacing.has(findHandle(part, catalogue)) || part.applyToMatchedOnly) kept.add(fieldId);
  }
  // A rule that starts from the original value overrides what earlier rules did to the fields it sets.
  const replaces = rule.useOriginalInputValue ? writes : without(writes, kept);
  return { reads, writes, replaces };
};

/**
 * Whether a rule's result for a field depends on the value that earlier rules gave it. An action that uses the value after
 * the rule itself has set it uses its own.
 */
export const buildsOnValue = (
  mappingRule: RunnableMappingRule,
  fieldId: number,
  catalogue: RuleCatalogue,
): boolean => {
  if (mappingRule.useOriginalInputValue) return false;
  const isField = (id: number | null | undefined | false): boolean =>
    id === fieldId ||
    (catalogue.fields.get(id || 0)?.dataType === "inherited" &&
      mappingRule.globalObjectFieldId === fieldId);
  type Replaced = "all" | "matched" | undefined;
  const walk = (rule: RunnableWorkflowRule, before: Replaced): boolean => {
    const conditions = listRuleParts({ ...rule, actions: [], childRules: [] });
    const tests = conditions.some(
      ({ kind, part }) =>
        kind === "condition" && readByCondition(part, catalogue).some((id) => isField(id)),
    );
    if (tests && before !== "all" && !rule.alwaysRun) return true;
    let replaced = before;
    for (const action of inRankOrder(rule.actions ?? [])) {
      const isOwn = replaced === "all" || (replaced === "matched" && action.applyToMatchedOnly);
      if (!isOwn && readByAction(action, mappingRule, catalogue).some((id) => isField(id)))
        return true;
      if (isField(action.globalObjectFieldId) && replacing.has(findHandle(action, catalogue)))
        replaced = action.applyToMatchedOnly ? (replaced ?? "matched") : "all";
    }
    return (rule.childRules ?? []).some(
      (child) => child.enabled !== false && walk(child, replaced),
    );
  };
  return mappingRule.rule ? walk(mappingRule.rule, undefined) : false;
};
