import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";

/*
 * A rule once more, without any id: saved, it becomes another rule (api 4.6). Everything else stays byte for byte,
 * metaData and tierData too.
 */

const newCondition = ({
  id: _id,
  ...condition
}: UpdateOrCreateCondition): UpdateOrCreateCondition =>
  condition.childConditions
    ? { ...condition, childConditions: condition.childConditions.map(newCondition) }
    : condition;

const newGroup = ({ id: _id, ...group }: UpdateOrCreateGroup): UpdateOrCreateGroup => ({
  ...group,
  conditions: group.conditions.map(newCondition),
});

const newAction = ({ id: _id, ...action }: UpdateOrCreateAction): UpdateOrCreateAction =>
  action.childActions ? { ...action, childActions: action.childActions.map(newAction) } : action;

const newRule = ({
  id: _id,
  updatedAt: _updatedAt,
  ...rule
}: UpdateOrCreateWorkflowRule): UpdateOrCreateWorkflowRule => ({
  ...rule,
  groups: rule.groups.map(newGroup),
  actions: rule.actions.map(newAction),
  ...(rule.childRules ? { childRules: rule.childRules.map(newRule) } : {}),
});

/** The same rule without any id. */
export const withoutIds = ({
  id: _id,
  ...request
}: UpdateOrCreateMappingRule): UpdateOrCreateMappingRule => ({
  ...request,
  rule: newRule(request.rule),
});

/** The rule as a new one to be saved beside it: “Copy of …”. */
export const copyOfRule = (request: UpdateOrCreateMappingRule): UpdateOrCreateMappingRule => {
  const name = `Copy of ${request.name}`;
  const copy = withoutIds(request);
  const inner = copy.rule.name === request.name ? name : copy.rule.name;
  return { ...copy, name, rule: { ...copy.rule, name: inner } };
};
