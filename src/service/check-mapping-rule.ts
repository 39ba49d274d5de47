import type { Issue } from "#contract/errors.ts";
import type { DataTypeHandle } from "#contract/handles.ts";
import { maxRuleNodes } from "#contract/limits.ts";
import {
  lockedMappingRuleFields,
  whyMappingRuleFieldLocked,
} from "#contract/mapping-rule-guards.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { findFormula, findInheritedType } from "#rules/rule-catalogue.ts";
import { listFormulaFields } from "#rules/formula.ts";
import {
  listRuleParts,
  type RulePart,
  type RulePartKind,
  type RunnableAction,
  type RunnableCondition,
  type RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import { workflowCatalogue, workflowRecords } from "./workflow-catalogue.ts";

type Reference = number | null | undefined;
type Records = ReadonlyMap<number, unknown>;

const unknown = (path: string, name: string, id: Reference, records: Records): Issue[] =>
  id === null || id === undefined || records.has(id)
    ? []
    : [{ path, message: `There is no ${name} ${id}` }];

/** An operand that names another field; an empty one belongs to an unfinished rule. */
const unknownOperandField = (path: string, operand: string | null | undefined): Issue[] => {
  const text = operand?.trim() ?? "";
  return text === "" || workflowRecords.fields.has(Number(text))
    ? []
    : [{ path, message: `There is no field ${text}` }];
};

const conditionIssues = (condition: RunnableCondition, path: string): Issue[] => {
  const { fields, comparators } = workflowRecords;
  const comparator = comparators.get(condition.workflowDataTypeComparatorId ?? 0);
  const preModifier = comparators.get(condition.preModifierDataTypeComparatorId ?? 0);
  return [
    ...unknown(`${path}.globalObjectFieldId`, "field", condition.globalObjectFieldId, fields),
    ...unknown(
      `${path}.workflowDataTypeComparatorId`,
      "comparator",
      condition.workflowDataTypeComparatorId,
      comparators,
    ),
    ...unknown(
      `${path}.preModifierDataTypeComparatorId`,
      "comparator",
      condition.preModifierDataTypeComparatorId,
      comparators,
    ),
    ...(preModifier && preModifier.preModifier !== true
      ? [
          {
            path: `${path}.preModifierDataTypeComparatorId`,
            message: `Comparator ${preModifier.id} is not a pre-modifier`,
          },
        ]
      : []),
    ...(comparator?.usesOtherField
      ? unknownOperandField(`${path}.condition`, condition.condition)
      : []),
  ];
};

const formulaIssues = (
  action: RunnableAction,
  path: string,
  inheritedType: DataTypeHandle | undefined,
): Issue[] =>
  listFormulaFields(findFormula(action, workflowCatalogue, inheritedType) ?? "")
    .filter((reference) => !workflowCatalogue.fieldsByReference.has(reference))
    .map((reference) => ({ path: `${path}.value`, message: `There is no field ${reference}` }));

const actionIssues = (
  action: RunnableAction,
  path: string,
  inheritedType: DataTypeHandle | undefined,
): Issue[] => {
  const { fields, actions } = workflowRecords;
  const kind = actions.get(action.workflowDataTypeActionId ?? 0);
  return [
    ...unknown(`${path}.globalObjectFieldId`, "field", action.globalObjectFieldId, fields),
    ...unknown(
      `${path}.workflowDataTypeActionId`,
      "action",
      action.workflowDataTypeActionId,
      actions,
    ),
    ...(kind?.usesOtherField ? unknownOperandField(`${path}.value`, action.value) : []),
    ...formulaIssues(action, path, inheritedType),
  ];
};

const ruleIssues = (rule: RunnableWorkflowRule, path: string): Issue[] =>
  unknown(
    `${path}.workflowRuleTypeId`,
    "rule type",
    rule.workflowRuleTypeId,
    workflowRecords.ruleTypes,
  );

const checks: {
  readonly [K in RulePartKind]: (
    part: RulePart<K>["part"],
    path: string,
    inheritedType: DataTypeHandle | undefined,
  ) => Issue[];
} = {
  rule: ruleIssues,
  group: () => [],
  condition: conditionIssues,
  action: actionIssues,
};

/** References in one part of a rule that the workflow does not have. */
const checkRulePart = <K extends RulePartKind>(
  { kind, part, path }: RulePart<K>,
  inheritedType: DataTypeHandle | undefined,
): Issue[] => checks[kind](part, path, inheritedType);

/** Changes of fields that are fixed after creation (api 4.6). An absent field is no change. */
const lockIssues = (request: UpdateOrCreateMappingRule, stored: MappingRule): Issue[] =>
  lockedMappingRuleFields.flatMap((field) => {
    const wanted = request[field];
    const message = whyMappingRuleFieldLocked(stored, field);
    return wanted === undefined || wanted === (stored[field] ?? null) || message === undefined
      ? []
      : [{ path: field, message }];
  });

const partIds = (parts: readonly RulePart[]): ReadonlySet<string> =>
  new Set(parts.map(({ kind, part }) => `${kind} ${part.id}`));

const kindNames: Readonly<Record<RulePartKind, string>> = {
  rule: "rule",
  group: "group",
  condition: "condition",
  action: "action",
};

/** Ids that the stored rule does not have, on any level, and duplicate ids (api 4.6, 7). */
const idIssues = (parts: readonly RulePart[], stored: MappingRule | undefined): Issue[] => {
  const known = partIds(stored?.rule ? listRuleParts(stored.rule) : []);
  const seen = new Set<string>();
  return parts.flatMap(({ kind, path, part: { id } }) => {
    if (id === null || id === undefined) return [];
    const [name, key] = [kindNames[kind], `${kind} ${id}`];
    const where = stored ? `mapping rule ${stored.id}` : "a new mapping rule";
    const repeated = seen.has(key);
    seen.add(key);
    if (!known.has(key))
      return [{ path: `${path}.id`, message: `There is no ${name} ${id} in ${where}` }];
    return repeated ? [{ path: `${path}.id`, message: `Duplicate ${name} ${id}` }] : [];
  });
};

const headIssues = ({
  eventId,
  globalDataTypeId,
  globalObjectFieldId,
}: UpdateOrCreateMappingRule): Issue[] => {
  const { events, dataTypes, fields } = workflowRecords;
  const references = [
    ["eventId", "event", eventId, events],
    ["globalDataTypeId", "data type", globalDataTypeId, dataTypes],
    ["globalObjectFieldId", "field", globalObjectFieldId, fields],
  ] as const;
  return references.flatMap(([path, name, id, records]) =>
    id === null || id === undefined || records.has(id)
      ? []
      : [{ path, message: `There is no ${name} ${id}` }],
  );
};

interface UsedField {
  readonly path: string;
  readonly id: number | null | undefined;
}

/** The fields in a condition or an action: the one it is about, and the one that an operand names. */
const usedFields = ({ kind, path, part }: RulePart): UsedField[] => {
  if (kind !== "condition" && kind !== "action") return [];
  const { comparators, actions } = workflowRecords;
  const [name, operand, entry] =
    kind === "condition"
      ? ([
          "condition",
          part.condition,
          comparators.get(part.workflowDataTypeComparatorId ?? 0),
        ] as const)
      : (["value", part.value, actions.get(part.workflowDataTypeActionId ?? 0)] as const);
  return [
    { path: `${path}.globalObjectFieldId`, id: part.globalObjectFieldId },
    ...(entry?.usesOtherField ? [{ path: `${path}.${name}`, id: Number(operand) }] : []),
  ];
};

/** Fields of objects that the event does not have (api 2.15: the event determines which fields may be saved). */
const eventIssues = (
  { eventId, globalObjectFieldId }: UpdateOrCreateMappingRule,
  parts: readonly RulePart[],
): Issue[] => {
  const event = workflowRecords.events.get(eventId);
  if (!event) return [];
  const assigned = { path: "globalObjectFieldId", id: globalObjectFieldId };
  return [assigned, ...parts.flatMap(usedFields)].flatMap(({ path, id }) => {
    const field = workflowRecords.fields.get(id ?? 0);
    return !field || event.globalObjectIds.includes(field.globalObjectId)
      ? []
      : [
          {
            path,
            message: `Field ${id} belongs to an object that rules for the event “${event.name}” can't use`,
          },
        ];
  });
};

/** All reasons to refuse the request, with the stored rule if there is one. */
export const checkMappingRule = (
  request: UpdateOrCreateMappingRule,
  stored?: MappingRule,
): Issue[] => {
  const parts = listRuleParts(request.rule);
  const inheritedType = findInheritedType(request, workflowCatalogue);
  if (parts.length > maxRuleNodes) {
    return [
      {
        path: "rule",
        message: `A rule can have at most ${maxRuleNodes} parts; this one has ${parts.length}`,
      },
    ];
  }
  return [
    ...(stored ? lockIssues(request, stored) : []),
    ...headIssues(request),
    ...idIssues(parts, stored),
    ...eventIssues(request, parts),
    ...parts.flatMap((part) => checkRulePart(part, inheritedType)),
  ];
};
