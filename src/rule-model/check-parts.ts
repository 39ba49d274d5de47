import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import { givenValues, toOperands } from "#rules/operands.ts";
import { readings, readsWholeArray } from "#rules/read-value.ts";
import { findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import { clashesWith } from "./choices.ts";
import { outerKeys, partsInOrder } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import {
  fieldTypeId,
  findSubject,
  judgedTypes,
  listActionOperands,
  listConditionOperands,
  type PartSubject,
  picksEntry,
  type RuleScope,
} from "./operand-specs.ts";
import { childrenIn, type Part, rootKey } from "./part.ts";
import {
  fieldFault,
  fieldProblems,
  operandProblems,
  type PartProblem,
  problem,
  problemAt,
  unknownId,
  warnIf,
} from "./problem.ts";
import { typeWords, workflowIndex } from "./workflow.ts";

type Found = readonly PartProblem[];

const typeName = ({ workflow }: RuleScope, typeId: number): string => {
  const type = workflowIndex(workflow).dataTypes.get(typeId);
  return type ? typeWords(type.handle, type.name).toLowerCase() : `type ${typeId}`;
};

const comparatorField = "workflowDataTypeComparatorId";

const comparatorProblems = (
  scope: RuleScope,
  part: Part<"condition">,
  subject: PartSubject,
): Found => {
  const { workflowDataTypeComparatorId: id } = part.data;
  // Without a field, no comparator can be chosen.
  if (!id) return subject.field ? [problem("error", comparatorField, "Select a comparator")] : [];
  const record = workflowIndex(scope.workflow).comparators.get(id);
  if (!record) {
    return problemAt(
      comparatorField,
      unknownId("Comparator", id, workflowIndex(scope.workflow).comparators),
    );
  }
  const types = judgedTypes(scope, part, subject);
  return warnIf(
    types.length > 0 && !types.includes(record.globalDataTypeId),
    comparatorField,
    `“${record.name}” tests values of type “${typeName(scope, record.globalDataTypeId)}”, but this is of type “${typeName(scope, types[0] ?? 0)}”. Select another comparator.`,
  );
};

const preModifierProblems = (
  scope: RuleScope,
  { data }: Part<"condition">,
  { typeIds }: PartSubject,
): Found => {
  const field = "preModifierDataTypeComparatorId";
  const id = data.preModifierDataTypeComparatorId;
  if (!id) return [];
  const { comparators } = workflowIndex(scope.workflow);
  const record = comparators.get(id);
  if (!record) {
    return problemAt(field, unknownId("Comparator", id, comparators));
  }
  if (!record.preModifier)
    return [problem("error", field, `“${record.name}” can't be tested here. Select what to test.`)];
  const { catalogue } = scope.workflow;
  const clash = clashesWith(findComparator(data, catalogue), findPreModifier(data, catalogue));
  return [
    ...warnIf(
      typeIds.length > 0 && !typeIds.includes(record.globalDataTypeId),
      field,
      `“${record.name}” doesn't apply to this field`,
    ),
    ...(clash
      ? [
          problem(
            "error",
            comparatorField,
            `This can't be combined with “${record.name}”: both need the same value. Select another comparator.`,
          ),
        ]
      : []),
  ];
};

/** The problem of a condition that requires all of several values of a single one: no value is, so it is never met. */
const matchAllProblems = ({ workflow }: RuleScope, { data }: Part<"condition">): Found => {
  const comparator = findComparator(data, workflow.catalogue);
  const [first] = comparator?.operands ?? [];
  if (!data.conditionArrayMustMatchAll || !comparator?.whenAll || !first) return [];
  if (comparator.usesOtherField || readsWholeArray(comparator.reads)) return [];
  const given = givenValues(first, data.condition ?? "");
  const test = comparator.test(toOperands([data.condition], true), 0);
  const isMet = given.some((value) => test(readings[comparator.reads](value), undefined));
  // A warning: rules that the API has stored this way must stay savable.
  return warnIf(
    given.length > 1 && !isMet,
    "conditionArrayMustMatchAll",
    "One value can't be all of these, so this is never met. Select “Any of them”.",
  );
};

/** The problems of a condition. */
export const checkCondition = (scope: RuleScope, part: Part<"condition">): Found => {
  const subject = findSubject(scope, part);
  const comparator = findComparator(part.data, scope.workflow.catalogue);
  const children = childrenIn(part, "childConditions").length;
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...comparatorProblems(scope, part, subject),
    ...preModifierProblems(scope, part, subject),
    ...operandProblems(scope, listConditionOperands(scope, part.key), part.data),
    ...matchAllProblems(scope, part),
    ...warnIf(
      children > 0 && comparator !== undefined && !comparator.pick,
      "childConditions",
      "Only a condition on a named value can contain others. The ones inside this condition must all be met too. Move them out into the group.",
    ),
  ];
};

const actionField = "workflowDataTypeActionId";

const kindProblems = (scope: RuleScope, { data }: Part<"action">, subject: PartSubject): Found => {
  const { workflowDataTypeActionId: id } = data;
  if (!id) return subject.field ? [problem("error", actionField, "Select an action")] : [];
  const { actions } = workflowIndex(scope.workflow);
  const record = actions.get(id);
  if (!record) {
    return problemAt(actionField, unknownId("Action", id, actions));
  }
  const typeId = record.globalDataTypeId;
  const filters = record.globalDataTypeFilterIds;
  const filtered =
    !subject.picked &&
    filters.length > 0 &&
    !filters.includes(subject.field?.globalDataTypeFilterId ?? -1);
  const fits = !typeId || subject.typeIds.length === 0 || subject.typeIds.includes(typeId);
  return warnIf(
    !fits || filtered,
    actionField,
    `“${record.name}” doesn't apply to this field. Select another action.`,
  );
};

/** The problems of an action. */
export const checkAction = (scope: RuleScope, part: Part<"action">): Found => {
  const subject = findSubject(scope, part);
  const children = childrenIn(part, "childActions").length;
  const picks = picksEntry(part, scope.workflow);
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...kindProblems(scope, part, subject),
    ...operandProblems(scope, listActionOperands(scope, part.key), part.data),
    ...warnIf(
      children > 0 && !picks,
      "childActions",
      "The actions inside this one never run: only an action on a named value can contain others. Move them out.",
    ),
  ];
};

/** The input of a part's check. */
export interface CheckScope extends RuleScope {
  readonly draft: Pick<DraftStore, "get" | "part" | "size">;
}

const chosen = (
  field: string,
  id: number,
  noun: string,
  article: "a" | "an",
  records: ReadonlyMap<number, unknown>,
): Found => {
  if (!id) return [problem("error", field, `Select ${article} ${noun}`)];
  return problemAt(
    field,
    unknownId(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, id, records),
  );
};

const assignedProblems = (scope: RuleScope, { data }: Part<"head">): Found => {
  const id = data.globalObjectFieldId;
  if (!id) return [];
  const fault = fieldFault(scope, id);
  if (fault) return problemAt("globalObjectFieldId", fault);
  const index = workflowIndex(scope.workflow);
  const field = index.fields.get(id);
  const { globalDataTypeId } = data;
  if (!field || !globalDataTypeId) return [];
  return warnIf(
    fieldTypeId(field, data, index) !== globalDataTypeId,
    "globalDataTypeId",
    `“${field.name}” has a different data type than this rule`,
  );
};

/** Whether a row has no field yet, whose field may decide the rule's type. */
const hasOpenRow = ({ draft }: RuleScope): boolean => {
  for (const { kind, data } of partsInOrder(draft))
    if ((kind === "condition" || kind === "action") && !data.globalObjectFieldId) return true;
  return false;
};

/** The problems of the mapping rule's own fields. */
export const checkHead = (scope: RuleScope, part: Part<"head">): Found => {
  const { events, dataTypes } = workflowIndex(scope.workflow);
  const { name, eventId, globalDataTypeId } = part.data;
  return [
    ...(name.trim() === "" ? [problem("error", "name", "Enter a name for the rule")] : []),
    ...chosen("eventId", eventId, "event", "an", events),
    ...(globalDataTypeId || !hasOpenRow(scope)
      ? chosen("globalDataTypeId", globalDataTypeId, "data type", "a", dataTypes)
      : []),
    ...assignedProblems(scope, part),
  ];
};

const tierProblems = ({ draft }: RuleScope, part: Part<"rule">): Found => {
  const tiers = childrenIn(part, "childRules").map((key) => draft.part(key, "rule"));
  if (tiers.length === 0) return [problem("warning", "childRules", "No tiers yet. Add one.")];
  const always = tiers.findIndex((tier) => tier?.data.alwaysRun && tier.data.enabled !== false);
  return warnIf(
    always >= 0 && always < tiers.length - 1,
    "childRules",
    `The tiers after “${tiers[always]?.data.name ?? ""}” never run, because that tier always runs. Move it to the end.`,
  );
};

const runProblems = (part: Part<"rule">, isTier: boolean): Found => {
  const [groups, actions, rules] = (["groups", "actions", "childRules"] as const).map(
    (slot) => childrenIn(part, slot).length,
  ) as [number, number, number];
  const { alwaysRun } = part.data;
  return [
    ...warnIf(
      !alwaysRun && groups === 0,
      "groups",
      "Without a condition this rule never runs. Add one, or enable “Always run”.",
    ),
    ...warnIf(
      alwaysRun && groups > 0,
      "alwaysRun",
      "This rule always runs. Its conditions are ignored.",
    ),
    ...warnIf(
      actions === 0 && rules === 0 && !isTier,
      "actions",
      "This rule does nothing yet. Add an action.",
    ),
  ];
};

const sizeProblems = ({ draft }: CheckScope): Found => {
  // The head is not part of the tree.
  const count = draft.size() - 1;
  if (count <= maxRuleNodes) return [];
  const message = `A rule can have ${maxRuleNodes.toLocaleString("en")} parts, and this one has ${count.toLocaleString("en")}. Delete some, or split it into two rules.`;
  return [problem("error", undefined, message)];
};

/** The problems of a rule. */
export const checkRule = (scope: CheckScope, part: Part<"rule">): Found => {
  const { ruleTypes } = workflowIndex(scope.workflow);
  const { workflowRuleTypeId: typeId, name } = part.data;
  const isTier = ruleTypes.get(typeId)?.handle === "tier";
  const isRoot = part.key === rootKey;
  return [
    ...(isRoot ? sizeProblems(scope) : []),
    // The rule at the top has the name of its mapping rule.
    ...warnIf(
      !isRoot && name.trim() === "",
      "name",
      "Enter a name to distinguish this rule from the others",
    ),
    ...chosen("workflowRuleTypeId", typeId, "rule type", "a", ruleTypes),
    ...runProblems(part, isTier),
    ...(isTier ? tierProblems(scope, part) : []),
  ];
};

/** The problems of a group. */
export const checkGroup = (_scope: RuleScope, part: Part<"group">): Found =>
  warnIf(
    childrenIn(part, "conditions").length === 0,
    "conditions",
    "A group without conditions is never met. Add a condition or delete the group.",
  );

/** An error where the nesting is deeper than the API accepts. */
export const checkNesting = ({ draft }: RuleScope, { key }: Part): Found => {
  // In JSON, each step down adds a list and a part; the rule at the top has its lists on level 2.
  const inside = [key, ...outerKeys(draft, key)].filter((outer) => outer > rootKey).length;
  return 2 + 2 * inside < maxNesting
    ? []
    : [problem("error", undefined, "This is nested too deeply to be saved. Move it further out.")];
};
