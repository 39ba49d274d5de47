import type { Issue } from "#contract/errors.ts";
import type { DataTypeHandle } from "#contract/handles.ts";
import { maxRuleNodes } from "#contract/limits.ts";
import {
  isConfigured,
  lockedMappingRuleFields,
  whyMappingRuleFieldLocked,
} from "#contract/mapping-rule-guards.ts";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type {
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroup,
  WorkflowRuleGroupCondition,
} from "#contract/mapping-rule-tree.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { TransactionSql } from "#database/sql.ts";
import { listFormulaFields } from "#rules/formula.ts";
import {
  fieldsUsedByFormulas,
  fieldsUsedBySetToField,
  findFormula,
  findInheritedType,
} from "#rules/rule-catalogue.ts";
import {
  listRuleParts,
  type RulePart,
  type RulePartKind,
  type RunnableAction,
  type RunnableCondition,
  type RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import {
  addMappingRule,
  lockMappingRule,
  takeMappingRuleId,
  takeWorkflowPartIds,
  writeMappingRule,
} from "#service/store/mapping-rules.ts";
import { badRequest, refuseOtherVersion } from "./refusal.ts";
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
const checkMappingRule = (request: UpdateOrCreateMappingRule, stored?: MappingRule): Issue[] => {
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

/*
 * Converts a request into the stored rule: ids are kept or assigned, ranks follow the order of the arrays (api 4.6
 * sends none), generated fields are filled in. The catalog's records of comparators and actions are added in the
 * response.
 */

/** The context in which the parts are built. */
interface Building {
  /** The next free id for a part. */
  readonly nextId: () => number;
  readonly at: string;
  /** The stored rules by id, whose times stay if they do not change. */
  readonly before: ReadonlyMap<number, WorkflowRule>;
}

const buildCondition = (
  condition: UpdateOrCreateCondition,
  index: number,
  building: Building,
): WorkflowRuleGroupCondition => ({
  id: condition.id ?? building.nextId(),
  rank: index + 1,
  globalObjectFieldId: condition.globalObjectFieldId,
  workflowDataTypeComparatorId: condition.workflowDataTypeComparatorId,
  preModifierDataTypeComparatorId: condition.preModifierDataTypeComparatorId ?? null,
  condition: condition.condition ?? null,
  condition2: condition.condition2 ?? null,
  condition3: condition.condition3 ?? null,
  condition4: condition.condition4 ?? null,
  fieldArrayMustMatchAll: condition.fieldArrayMustMatchAll ?? false,
  conditionArrayMustMatchAll: condition.conditionArrayMustMatchAll ?? false,
  metaData: condition.metaData ?? null,
  childConditions: (condition.childConditions ?? []).map((child, at) =>
    buildCondition(child, at, building),
  ),
});

const buildGroup = (
  group: UpdateOrCreateGroup,
  index: number,
  building: Building,
): WorkflowRuleGroup => ({
  id: group.id ?? building.nextId(),
  rank: index + 1,
  conditions: group.conditions.map((condition, at) => buildCondition(condition, at, building)),
});

const buildAction = (
  action: UpdateOrCreateAction,
  index: number,
  building: Building,
): WorkflowRuleAction => ({
  id: action.id ?? building.nextId(),
  globalObjectFieldId: action.globalObjectFieldId,
  workflowDataTypeActionId: action.workflowDataTypeActionId,
  value: action.value ?? null,
  value2: action.value2 ?? null,
  value3: action.value3 ?? null,
  value4: action.value4 ?? null,
  rank: index + 1,
  metaData: action.metaData ?? null,
  usesOtherFieldScope: action.usesOtherFieldScope ?? null,
  applyToMatchedOnly: action.applyToMatchedOnly ?? null,
  childActions: (action.childActions ?? []).map((child, at) => buildAction(child, at, building)),
  headerName: action.headerName ?? null,
});

interface Timed {
  readonly createdAt?: string | null | undefined;
  readonly updatedAt?: string | null | undefined;
}

/** The previous record if the new one is equal: saving a rule as it was read changes nothing, including its times. */
const unlessSame = <R extends Timed>(after: R, before: R | undefined): R => {
  const text = (record: R) => JSON.stringify({ ...record, updatedAt: null });
  return before && text(before) === text(after) ? before : after;
};

const buildRule = (
  rule: UpdateOrCreateWorkflowRule,
  rank: number,
  building: Building,
): WorkflowRule => {
  const before = building.before.get(rule.id ?? 0);
  const id = rule.id ?? building.nextId();
  const groups = rule.groups.map((group, at) => buildGroup(group, at, building));
  const actions = rule.actions.map((action, at) => buildAction(action, at, building));
  const after: WorkflowRule = {
    id,
    name: rule.name,
    createdAt: before?.createdAt ?? building.at,
    updatedAt: building.at,
    rank,
    workflowRuleTypeId: rule.workflowRuleTypeId,
    alwaysRun: rule.alwaysRun,
    configured: isConfigured({ alwaysRun: rule.alwaysRun, groups, actions }),
    groups,
    actions,
    childRules: (rule.childRules ?? []).map((child, at) => buildRule(child, at + 1, building)),
    enabled: rule.enabled ?? true,
    tierData: rule.tierData ?? null,
    // A token belongs to a workspace, a source or a channel, never to a person.
    createdByUserId: null,
    modifiedByUserId: null,
  };
  return unlessSame(after, before);
};

/** How many parts of a request get an id. */
const countNewParts = (request: UpdateOrCreateMappingRule): number =>
  listRuleParts(request.rule).filter(({ part: { id } }) => id === null || id === undefined).length;

const rulesById = (stored: MappingRule | undefined): ReadonlyMap<number, WorkflowRule> => {
  const rules = new Map<number, WorkflowRule>();
  const add = (rule: WorkflowRule): void => {
    rules.set(rule.id ?? 0, rule);
    rule.childRules.forEach(add);
  };
  if (stored?.rule) add(stored.rule);
  return rules;
};

interface Ids {
  readonly id: number;
  /** Ids for the new parts; `countNewParts` gives their number. */
  readonly partIds: readonly number[];
}

/** Builds the mapping rule of a checked request, from the stored one if there is one. */
const buildMappingRule = (
  request: UpdateOrCreateMappingRule,
  stored: MappingRule | undefined,
  { id, partIds }: Ids,
  now: Date,
): MappingRule => {
  const at = now.toISOString();
  const fresh = partIds.values();
  const building: Building = {
    nextId: () => fresh.next().value ?? 0,
    at,
    before: rulesById(stored),
  };
  // A new rule runs after the existing ones: its id is greater than any rank so far.
  const rule = buildRule(request.rule, stored?.rule?.rank ?? id, building);
  const after: MappingRule = {
    id,
    name: request.name,
    description: request.description,
    createdAt: stored?.createdAt ?? at,
    updatedAt: at,
    eventId: request.eventId,
    useOriginalInputValue: request.useOriginalInputValue,
    globalObjectFieldId: stored
      ? stored.globalObjectFieldId
      : (request.globalObjectFieldId ?? null),
    globalDataTypeId: request.globalDataTypeId,
    workflowRuleTypeId: rule.workflowRuleTypeId,
    configured: rule.configured,
    rule,
    fieldsUsedBySetToField: fieldsUsedBySetToField(rule, workflowCatalogue),
    fieldsUsedByFormulas: fieldsUsedByFormulas(
      rule,
      workflowCatalogue,
      findInheritedType(request, workflowCatalogue),
    ),
  };
  return unlessSame(after, stored);
};

/** Creates or updates a mapping rule (api 4.6) within a transaction; refuses with every problem at once. */
export const saveMappingRule = async (
  sql: TransactionSql,
  request: UpdateOrCreateMappingRule,
  now: Date,
  ifMatch?: string,
): Promise<MappingRule> => {
  const wanted = request.id ?? undefined;
  const stored = wanted === undefined ? undefined : await lockMappingRule(sql, wanted);
  if (stored) refuseOtherVersion(ifMatch, stored);
  const missing =
    wanted !== undefined && !stored
      ? [{ path: "id", message: `There is no mapping rule ${wanted}` }]
      : [];
  const issues = [...missing, ...checkMappingRule(request, stored)];
  if (issues.length > 0) throw badRequest(issues);
  const id = stored?.id ?? (await takeMappingRuleId(sql));
  const partIds = await takeWorkflowPartIds(sql, countNewParts(request));
  const rule = buildMappingRule(request, stored, { id, partIds }, now);
  if (!stored) await addMappingRule(sql, rule);
  else if (rule !== stored) await writeMappingRule(sql, rule);
  return rule;
};
