import type { MappingRule } from "#contract/mapping-rules.ts";
import { describeRule } from "#rules/describe-rule.ts";
import {
  findAction,
  findComparator,
  findFormula,
  findInheritedType,
  findOtherField,
  findPreModifier,
  type RuleCatalogue,
} from "#rules/rule-catalogue.ts";
import { listFormulaFields } from "#rules/formula.ts";
import { listRuleParts, type RunnableAction, type RunnableCondition } from "#rules/rule-parts.ts";
import { ruleName, type RuleWording, wordingFor } from "./rule-words.ts";

const looksUp = ({ rule }: MappingRule, catalogue: RuleCatalogue): boolean =>
  rule !== null &&
  rule !== undefined &&
  listRuleParts(rule).some(
    ({ kind, part }) =>
      kind === "action" && findAction(part, catalogue)?.operands[0]?.kind === "mappingSet",
  );

/** Whether an action of any of the rules looks values up in a mapping set, so that the names of sets are needed. */
export const usesMappingSets = (rules: readonly MappingRule[], catalogue: RuleCatalogue): boolean =>
  rules.some((rule) => looksUp(rule, catalogue));

/** The facts of one rule for the list and its search, computed once for each rule that was read. */
export interface RuleFacts {
  /** Ids of all fields that the rule tests, changes or names in formulas. */
  readonly fieldIds: ReadonlySet<number>;
  /** `condition.` or `action.` and the handle, of all comparators and actions used. */
  readonly uses: ReadonlySet<string>;
  readonly text: string;
}

/** Folds a text for a search: case and the spelling of accents do not matter. */
export const searchable = (text: string): string => text.normalize("NFC").toLowerCase();

type Maybe<T> = T | null | undefined;

const collect = (rule: MappingRule, { catalogue }: RuleWording) => {
  const [fieldIds, uses, words] = [new Set<number>(), new Set<string>(), new Set<string>()];
  const inheritedType = findInheritedType(rule, catalogue);
  const addField = (id: Maybe<number>) => id && fieldIds.add(id);
  const addUse = (kind: "condition" | "action", handle: Maybe<string>) =>
    handle && uses.add(`${kind}.${handle}`);
  const addWords = (texts: readonly Maybe<string>[]) => {
    for (const text of texts) if (text) words.add(text);
  };
  const addCondition = (part: RunnableCondition) => {
    const comparator = findComparator(part, catalogue);
    const { comparatorHandles } = catalogue;
    const [own, before] = [part.workflowDataTypeComparator, part.preModifierDataTypeComparator];
    addUse(
      "condition",
      own?.handle ?? comparatorHandles.get(part.workflowDataTypeComparatorId ?? 0),
    );
    addUse(
      "condition",
      before?.handle ?? comparatorHandles.get(part.preModifierDataTypeComparatorId ?? 0),
    );
    addWords([comparator?.label, findPreModifier(part, catalogue)?.label]);
    addField(part.globalObjectFieldId);
    if (comparator?.usesOtherField) addField(findOtherField(part.condition ?? "", catalogue)?.id);
    addWords([part.condition, part.condition2, part.condition3, part.condition4]);
  };
  const addAction = (part: RunnableAction) => {
    const action = findAction(part, catalogue);
    const formula = findFormula(part, catalogue, inheritedType) ?? "";
    addUse(
      "action",
      part.workflowDataTypeAction?.handle ??
        catalogue.actionHandles.get(part.workflowDataTypeActionId ?? 0),
    );
    addField(part.globalObjectFieldId);
    if (action?.usesOtherField) addField(findOtherField(part.value ?? "", catalogue)?.id);
    for (const reference of listFormulaFields(formula))
      addField(catalogue.fieldsByReference.get(reference)?.id);
    addWords([action?.label, part.value, part.value2, part.value3, part.value4]);
  };
  addField(rule.globalObjectFieldId);
  for (const { kind, part } of rule.rule ? listRuleParts(rule.rule) : []) {
    if (kind === "condition") addCondition(part);
    if (kind === "action") addAction(part);
    if (kind === "rule") words.add(part.name);
  }
  return { fieldIds, uses, words };
};

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
    // Only a search needs it: to describe every rule would delay the first rows.
    get text() {
      return (text ??= collectText());
    },
  };
};

const known = new WeakMap<RuleWording, WeakMap<MappingRule, RuleFacts>>();

export const ruleFacts = (rule: MappingRule, wording: RuleWording): RuleFacts => {
  const ofWording = known.get(wording) ?? new WeakMap<MappingRule, RuleFacts>();
  known.set(wording, ofWording);
  const facts = ofWording.get(rule) ?? collectFacts(rule, wording);
  ofWording.set(rule, facts);
  return facts;
};
