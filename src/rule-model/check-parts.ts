import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import { givenValues, toOperands } from "#rules/operands.ts";
import { readings, readsWholeArray } from "#rules/read-value.ts";
import { findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import { clashesWith } from "./choices.ts";
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
import { childrenIn, type Part, type PartKey, rootKey } from "./part.ts";
import {
  fieldFault,
  fieldProblems,
  operandProblems,
  type PartProblem,
  problem,
  unknownId,
} from "./problem.ts";
import { typeWords, workflowIndex } from "./workflow.ts";

const typeName = ({ workflow }: RuleScope, typeId: number): string => {
  const type = workflowIndex(workflow).dataTypes.get(typeId);
  return type ? typeWords(type.handle, type.name).toLowerCase() : `type ${typeId}`;
};

const comparatorField = "workflowDataTypeComparatorId";

const comparatorProblems = (
  scope: RuleScope,
  part: Part<"condition">,
  subject: PartSubject,
): readonly PartProblem[] => {
  const { workflowDataTypeComparatorId: id } = part.data;
  // Without a field, no comparator can be chosen.
  if (!id) return subject.field ? [problem("error", comparatorField, "Select a comparator")] : [];
  const record = workflowIndex(scope.workflow).comparators.get(id);
  if (!record) {
    const fault = unknownId("Comparator", id, workflowIndex(scope.workflow).comparators);
    return fault ? [problem(fault.kind, comparatorField, fault.message)] : [];
  }
  const types = judgedTypes(scope, part, subject);
  if (types.length === 0 || types.includes(record.globalDataTypeId)) return [];
  const [is] = types;
  return [
    problem(
      "warning",
      comparatorField,
      `“${record.name}” tests values of type “${typeName(scope, record.globalDataTypeId)}”, but this is of type “${typeName(scope, is ?? 0)}”. Select another comparator.`,
    ),
  ];
};

const preModifierProblems = (
  scope: RuleScope,
  { data }: Part<"condition">,
  { typeIds }: PartSubject,
): readonly PartProblem[] => {
  const field = "preModifierDataTypeComparatorId";
  const id = data.preModifierDataTypeComparatorId;
  if (!id) return [];
  const { comparators } = workflowIndex(scope.workflow);
  const record = comparators.get(id);
  if (!record) {
    const fault = unknownId("Comparator", id, comparators);
    return fault ? [problem(fault.kind, field, fault.message)] : [];
  }
  if (!record.preModifier)
    return [problem("error", field, `“${record.name}” can't be tested here. Select what to test.`)];
  const { catalogue } = scope.workflow;
  const clash = clashesWith(findComparator(data, catalogue), findPreModifier(data, catalogue));
  return [
    ...(typeIds.length > 0 && !typeIds.includes(record.globalDataTypeId)
      ? [problem("warning", field, `“${record.name}” doesn't apply to this field`)]
      : []),
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
const matchAllProblems = (
  { workflow }: RuleScope,
  { data }: Part<"condition">,
): readonly PartProblem[] => {
  const comparator = findComparator(data, workflow.catalogue);
  const [first] = comparator?.operands ?? [];
  if (!data.conditionArrayMustMatchAll || !comparator?.whenAll || !first) return [];
  if (comparator.usesOtherField || readsWholeArray(comparator.reads)) return [];
  const given = givenValues(first, data.condition ?? "");
  const test = comparator.test(toOperands([data.condition], true), 0);
  const isMet = given.some((value) => test(readings[comparator.reads](value), undefined));
  if (given.length < 2 || isMet) return [];
  // A warning: rules that the API has stored this way must stay savable.
  return [
    problem(
      "warning",
      "conditionArrayMustMatchAll",
      "One value can't be all of these, so this is never met. Select “Any of them”.",
    ),
  ];
};

/** The problems of a condition. */
export const checkCondition = (
  scope: RuleScope,
  part: Part<"condition">,
): readonly PartProblem[] => {
  const subject = findSubject(scope, part);
  const comparator = findComparator(part.data, scope.workflow.catalogue);
  const children = childrenIn(part, "childConditions").length;
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...comparatorProblems(scope, part, subject),
    ...preModifierProblems(scope, part, subject),
    ...operandProblems(scope, listConditionOperands(scope, part.key), part.data),
    ...matchAllProblems(scope, part),
    ...(children > 0 && comparator && !comparator.pick
      ? [
          problem(
            "warning",
            "childConditions",
            "Only a condition on a named value can contain others. The ones inside this condition must all be met too. Move them out into the group.",
          ),
        ]
      : []),
  ];
};

const actionField = "workflowDataTypeActionId";

const kindProblems = (
  scope: RuleScope,
  { data }: Part<"action">,
  subject: PartSubject,
): readonly PartProblem[] => {
  const { workflowDataTypeActionId: id } = data;
  if (!id) return subject.field ? [problem("error", actionField, "Select an action")] : [];
  const { actions } = workflowIndex(scope.workflow);
  const record = actions.get(id);
  if (!record) {
    const fault = unknownId("Action", id, actions);
    return fault ? [problem(fault.kind, actionField, fault.message)] : [];
  }
  const typeId = record.globalDataTypeId;
  const filters = record.globalDataTypeFilterIds;
  const filtered =
    !subject.picked &&
    filters.length > 0 &&
    !filters.includes(subject.field?.globalDataTypeFilterId ?? -1);
  const fits = !typeId || subject.typeIds.length === 0 || subject.typeIds.includes(typeId);
  if (fits && !filtered) return [];
  return [
    problem(
      "warning",
      actionField,
      `“${record.name}” doesn't apply to this field. Select another action.`,
    ),
  ];
};

/** The problems of an action. */
export const checkAction = (scope: RuleScope, part: Part<"action">): readonly PartProblem[] => {
  const subject = findSubject(scope, part);
  const children = childrenIn(part, "childActions").length;
  const picks = picksEntry(part, scope.workflow);
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...kindProblems(scope, part, subject),
    ...operandProblems(scope, listActionOperands(scope, part.key), part.data),
    ...(children > 0 && !picks
      ? [
          problem(
            "warning",
            "childActions",
            "The actions inside this one never run: only an action on a named value can contain others. Move them out.",
          ),
        ]
      : []),
  ];
};

type Found = readonly PartProblem[];

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
  const fault = unknownId(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, id, records);
  return fault ? [problem(fault.kind, field, fault.message)] : [];
};

const assignedProblems = (scope: RuleScope, { data }: Part<"head">): Found => {
  const id = data.globalObjectFieldId;
  if (!id) return [];
  const fault = fieldFault(scope, id);
  if (fault) return [problem(fault.kind, "globalObjectFieldId", fault.message)];
  const index = workflowIndex(scope.workflow);
  const field = index.fields.get(id);
  return !field ||
    !data.globalDataTypeId ||
    fieldTypeId(field, data, index) === data.globalDataTypeId
    ? []
    : [
        problem(
          "warning",
          "globalDataTypeId",
          `“${field.name}” has a different data type than this rule`,
        ),
      ];
};

/** The problems of the mapping rule's own fields. */
export const checkHead = (scope: RuleScope, part: Part<"head">): Found => {
  const { events, dataTypes } = workflowIndex(scope.workflow);
  const { name, eventId, globalDataTypeId } = part.data;
  return [
    ...(name.trim() === "" ? [problem("error", "name", "Enter a name for the rule")] : []),
    ...chosen("eventId", eventId, "event", "an", events),
    ...chosen("globalDataTypeId", globalDataTypeId, "data type", "a", dataTypes),
    ...assignedProblems(scope, part),
  ];
};

const tierProblems = ({ draft }: RuleScope, part: Part<"rule">): Found => {
  const tiers = childrenIn(part, "childRules").map((key) => draft.part(key, "rule"));
  if (tiers.length === 0) return [problem("warning", "childRules", "No tiers yet. Add one.")];
  const always = tiers.findIndex((tier) => tier?.data.alwaysRun && tier.data.enabled !== false);
  return always < 0 || always === tiers.length - 1
    ? []
    : [
        problem(
          "warning",
          "childRules",
          `The tiers after “${tiers[always]?.data.name ?? ""}” never run, because that tier always runs. Move it to the end.`,
        ),
      ];
};

const runProblems = (part: Part<"rule">, isTier: boolean): Found => {
  const [groups, actions, rules] = (["groups", "actions", "childRules"] as const).map(
    (slot) => childrenIn(part, slot).length,
  ) as [number, number, number];
  const { alwaysRun } = part.data;
  return [
    ...(!alwaysRun && groups === 0
      ? [
          problem(
            "warning",
            "groups",
            "Without a condition this rule never runs. Add one, or enable “Always run”.",
          ),
        ]
      : []),
    ...(alwaysRun && groups > 0
      ? [problem("warning", "alwaysRun", "This rule always runs. Its conditions are ignored.")]
      : []),
    ...(actions === 0 && rules === 0 && !isTier
      ? [problem("warning", "actions", "This rule does nothing yet. Add an action.")]
      : []),
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
    ...(!isRoot && name.trim() === ""
      ? [problem("warning", "name", "Enter a name to distinguish this rule from the others")]
      : []),
    ...chosen("workflowRuleTypeId", typeId, "rule type", "a", ruleTypes),
    ...runProblems(part, isTier),
    ...(isTier ? tierProblems(scope, part) : []),
  ];
};

/** The problems of a group. */
export const checkGroup = (_scope: RuleScope, part: Part<"group">): Found =>
  childrenIn(part, "conditions").length === 0
    ? [
        problem(
          "warning",
          "conditions",
          "A group without conditions is never met. Add a condition or delete the group.",
        ),
      ]
    : [];

/** The JSON level of a part's lists: each step down adds a list and a part. */
const levelOfLists = (draft: Pick<DraftStore, "get">, part: Part): number => {
  let level = 2;
  for (
    let key: PartKey | undefined = part.key;
    key !== undefined && key > rootKey;
    key = draft.get(key)?.parent
  )
    level += 2;
  return level;
};

/** An error where the nesting is deeper than the API accepts. */
export const checkNesting = ({ draft }: RuleScope, part: Part): Found =>
  levelOfLists(draft, part) < maxNesting
    ? []
    : [problem("error", undefined, "This is nested too deeply to be saved. Move it further out.")];
