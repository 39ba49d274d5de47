import { listFormulaFields } from "#rules/formula.ts";
import {
  findFormula,
  type RuleCatalogue,
  type RuleField,
  findAction,
  findComparator,
  findInheritedType,
  findOtherField,
} from "#rules/rule-catalogue.ts";
import { listRuleParts, type RulePart } from "#rules/rule-parts.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";

/** A rule among those of its event. */
interface RankedRule extends RunnableMappingRule {
  readonly id?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly eventId: number;
}

/** The fields that a rule uses, by their ids. */
export interface FieldUse {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** The written fields whose previous value the rule does not use. */
  readonly replaces: ReadonlySet<number>;
}

/** Another rule of the same event that reads or sets what this one reads or sets. */
export interface Neighbour {
  readonly rule: RankedRule;
  readonly runs: "before" | "after";
  readonly enabled: boolean;
  /** Fields that the earlier of the two sets and the later reads. */
  readonly passes: readonly RuleField[];
  /** Fields that both set, where the later continues from the earlier's value. */
  readonly shares: readonly RuleField[];
  /** Fields that both set, where the later overrides the earlier if both apply. */
  readonly loses: readonly RuleField[];
}

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

const without = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...one].filter((item) => !other.has(item)));
const shared = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...one].filter((item) => other.has(item)));

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

/** The fields that a rule reads and sets, also in its child rules, of which disabled ones never run. */
export const collectFieldUse = (rule: RunnableMappingRule, catalogue: RuleCatalogue): FieldUse => {
  const [reads, writes, kept] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const add = (to: Set<number>, id: number | null | false | undefined) => {
    if (!id) return;
    const inherited = catalogue.fields.get(id)?.dataType === "inherited";
    to.add(inherited ? (rule.globalObjectFieldId ?? id) : id);
  };
  for (const { kind, part } of rule.rule ? listEnabledParts(rule.rule) : []) {
    if (kind === "condition") for (const id of readByCondition(part, catalogue)) add(reads, id);
    if (kind !== "action") continue;
    for (const id of readByAction(part, rule, catalogue)) add(reads, id);
    add(writes, part.globalObjectFieldId);
    if (!replacing.has(findHandle(part, catalogue)) || part.applyToMatchedOnly)
      add(kept, part.globalObjectFieldId);
  }
  // A rule that starts from the original value overrides what earlier rules did to the fields it sets.
  const replaces = rule.useOriginalInputValue ? writes : without(writes, kept);
  return { reads, writes, replaces };
};

const readRank = ({ rule }: RankedRule): number => rule?.rank ?? Number.POSITIVE_INFINITY;

const relate = (
  earlier: FieldUse,
  later: FieldUse,
  catalogue: RuleCatalogue,
): Pick<Neighbour, "passes" | "shares" | "loses"> => {
  const named = (ids: ReadonlySet<number>) =>
    [...ids].map((id) => catalogue.fields.get(id)).filter((field) => field !== undefined);
  const both = shared(earlier.writes, later.writes);
  return {
    passes: named(without(shared(earlier.writes, later.reads), later.writes)),
    shares: named(without(both, later.replaces)),
    loses: named(shared(both, later.replaces)),
  };
};

/**
 * The rules of the same event that share a field with this one, in the order they run. An unsaved rule runs last, as
 * the API ranks it.
 */
export const findNeighbours = (
  subject: RankedRule,
  siblings: readonly RankedRule[],
  catalogue: RuleCatalogue,
): Neighbour[] => {
  const saved = siblings.find(({ id }) => id === subject.id);
  const rank = subject.id && saved ? readRank(saved) : Number.POSITIVE_INFINITY;
  const use = collectFieldUse(subject, catalogue);
  return siblings
    .filter(({ id, eventId }) => eventId === subject.eventId && id !== subject.id)
    .toSorted((one, other) => readRank(one) - readRank(other) || 0)
    .map((rule): Neighbour => {
      const runs = readRank(rule) <= rank ? "before" : "after";
      const theirs = collectFieldUse(rule, catalogue);
      const related =
        runs === "before" ? relate(theirs, use, catalogue) : relate(use, theirs, catalogue);
      return { rule, runs, enabled: rule.rule?.enabled !== false, ...related };
    })
    .filter(({ passes, shares, loses }) => passes.length + shares.length + loses.length > 0);
};
