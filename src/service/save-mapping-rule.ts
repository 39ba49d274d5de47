import { isConfigured } from "#contract/mapping-rule-guards.ts";
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
import {
  fieldsUsedByFormulas,
  fieldsUsedBySetToField,
  findInheritedType,
} from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import {
  addMappingRule,
  lockMappingRule,
  takeMappingRuleId,
  takeWorkflowPartIds,
  writeMappingRule,
} from "#service/store/mapping-rules.ts";
import { checkMappingRule } from "./check-mapping-rule.ts";
import { badRequest, refuseOtherVersion } from "./refusal.ts";
import { workflowCatalogue } from "./workflow-catalogue.ts";

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
