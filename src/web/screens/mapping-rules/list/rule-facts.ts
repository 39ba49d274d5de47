import type { MappingRule } from "#contract/mapping-rules.ts";
import { describeRule } from "#rules/describe-rule.ts";
import { listFormulaFields } from "#rules/formula.ts";
import { findFormula } from "#rules/fields-used.ts";
import {
  findAction,
  findComparator,
  findInheritedType,
  findOtherField,
  findPreModifier,
  type RuleCatalogue,
} from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import type { RunnableAction, RunnableCondition } from "#rules/runnable-rule.ts";
import { ruleName, wordingFor, type RuleWording } from "./rule-words.ts";

/** The facts of one rule for the list and its search, computed once for each rule that was read. */
export interface RuleFacts {
  readonly conditions: number;
  readonly actions: number;
  readonly childRules: number;
  /** Ids of all fields that the rule tests, changes or names in formulas. */
  readonly fieldIds: ReadonlySet<number>;
  /** `condition.` or `action.` and the handle, of all comparators and actions used. */
  readonly uses: ReadonlySet<string>;
  /** All searched text, folded for comparison. */
  readonly text: string;
}

type Operand = string | null | undefined;

/** Folds a text for a search: case and the spelling of accents do not matter. */
export const searchable = (text: string): string => text.normalize("NFC").toLowerCase();

interface Collected {
  conditions: number;
  actions: number;
  childRules: number;
  readonly fieldIds: Set<number>;
  readonly uses: Set<string>;
  readonly words: Set<string>;
}

const addOperands = (into: Collected, operands: readonly Operand[]) => {
  for (const operand of operands) if (operand) into.words.add(operand);
};

const addField = (into: Collected, id: number | null | undefined) => {
  if (id) into.fieldIds.add(id);
};

const addCondition = (into: Collected, part: RunnableCondition, catalogue: RuleCatalogue) => {
  into.conditions += 1;
  const comparator = findComparator(part, catalogue);
  const handles = [
    part.workflowDataTypeComparator?.handle ??
      catalogue.comparatorHandles.get(part.workflowDataTypeComparatorId ?? 0),
    part.preModifierDataTypeComparator?.handle ??
      catalogue.comparatorHandles.get(part.preModifierDataTypeComparatorId ?? 0),
  ];
  for (const handle of handles) if (handle) into.uses.add(`condition.${handle}`);
  for (const found of [comparator, findPreModifier(part, catalogue)])
    if (found) into.words.add(found.label);
  addField(into, part.globalObjectFieldId);
  if (comparator?.usesOtherField)
    addField(into, findOtherField(part.condition ?? "", catalogue)?.id);
  addOperands(into, [part.condition, part.condition2, part.condition3, part.condition4]);
};

const addAction = (into: Collected, part: RunnableAction, catalogue: RuleCatalogue) => {
  into.actions += 1;
  const handle =
    part.workflowDataTypeAction?.handle ??
    catalogue.actionHandles.get(part.workflowDataTypeActionId ?? 0);
  if (handle) into.uses.add(`action.${handle}`);
  const action = findAction(part, catalogue);
  if (action) into.words.add(action.label);
  addField(into, part.globalObjectFieldId);
  if (action?.usesOtherField) addField(into, findOtherField(part.value ?? "", catalogue)?.id);
  addOperands(into, [part.value, part.value2, part.value3, part.value4]);
};

const collect = (rule: MappingRule, wording: RuleWording): Collected => {
  const { catalogue } = wording;
  const into: Collected = {
    conditions: 0,
    actions: 0,
    childRules: -1,
    fieldIds: new Set(),
    uses: new Set(),
    words: new Set(),
  };
  addField(into, rule.globalObjectFieldId);
  const inheritedType = findInheritedType(rule, catalogue);
  for (const { kind, part } of rule.rule ? listRuleParts(rule.rule) : []) {
    if (kind === "condition") addCondition(into, part, catalogue);
    if (kind === "action") {
      addAction(into, part, catalogue);
      for (const reference of listFormulaFields(findFormula(part, catalogue, inheritedType) ?? ""))
        addField(into, catalogue.fieldsByReference.get(reference)?.id);
    }
    if (kind === "rule") {
      into.childRules += 1;
      into.words.add(part.name);
    }
  }
  return into;
};

/** Sentences of the rule and of the rules in it. */
const sentences = (description: ReturnType<typeof describeRule>): string[] => [
  ...description.groups.flat(),
  ...description.actions,
  ...description.childRules.flatMap(sentences),
];

const collectFacts = (rule: MappingRule, wording: RuleWording): RuleFacts => {
  const { words, ...found } = collect(rule, wording);
  const collectText = () => {
    const fields = [...found.fieldIds].map((id) => wording.catalogue.fields.get(id));
    const text = [
      ruleName(rule),
      rule.description,
      ...words,
      ...[...found.uses].map((use) => use.slice(use.indexOf(".") + 1)),
      ...fields.flatMap((field) => (field ? [field.label, field.reference] : [])),
      ...(rule.rule ? sentences(describeRule(rule.rule, wordingFor(rule, wording))) : []),
    ];
    return searchable(text.filter(Boolean).join("\n"));
  };
  let text: string | undefined;
  return {
    ...found,
    childRules: Math.max(0, found.childRules),
    // Only a search needs it: to describe every rule would delay the first rows.
    get text() {
      return (text ??= collectText());
    },
  };
};

const known = new WeakMap<RuleWording, WeakMap<MappingRule, RuleFacts>>();

/** The facts of a rule in that wording. */
export const ruleFacts = (rule: MappingRule, wording: RuleWording): RuleFacts => {
  const ofWording = known.get(wording) ?? new WeakMap<MappingRule, RuleFacts>();
  known.set(wording, ofWording);
  const facts = ofWording.get(rule) ?? collectFacts(rule, wording);
  ofWording.set(rule, facts);
  return facts;
};
