import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { Builder } from "./builder.ts";
import { putRequest } from "./put-request.ts";

const isBlankCondition = ({
  globalObjectFieldId,
  workflowDataTypeComparatorId,
}: UpdateOrCreateCondition): boolean =>
  globalObjectFieldId === 0 && workflowDataTypeComparatorId === 0;

const isBlankAction = ({ workflowDataTypeActionId, value }: UpdateOrCreateAction): boolean =>
  workflowDataTypeActionId === 0 && (value ?? "") === "";

const blankless = ({ groups, actions, childRules }: UpdateOrCreateWorkflowRule) => ({
  groups: (groups ?? []).filter(
    ({ conditions }) => !(conditions ?? []).every((condition) => isBlankCondition(condition)),
  ),
  actions: (actions ?? []).filter((action) => !isBlankAction(action)),
  childRules: childRules ?? [],
});

/** Whether nothing has been chosen in a rule yet. */
export const isBlankRule = ({ trees }: Pick<Builder, "trees">): boolean => {
  const { rule } = trees.mappingRule();
  const { groups, actions, childRules } = blankless(rule);
  return !rule.alwaysRun && groups.length + actions.length + childRules.length === 0;
};

/**
 * Adds what was typed to a rule, as one step of undo: a blank rule becomes the typed one, another gets its groups,
 * actions and child rules at the end. Blank rows remain only where nothing was typed.
 */
export const insertTyped = (
  { draft, trees }: Pick<Builder, "draft" | "trees">,
  typed: UpdateOrCreateWorkflowRule,
): void => {
  const request = trees.mappingRule();
  const { rule } = request;
  const before = blankless(rule);
  const own = isBlankRule({ trees }) ? typed : rule;
  const inner = typed.childRules ?? [];
  const { workflowRuleTypeId } = before.childRules.length < 1 && inner.length > 0 ? typed : rule;
  const orBlank = <T>(all: readonly T[], blank: readonly T[] | null | undefined) =>
    all.length > 0 ? [...all] : [...(blank ?? [])];
  const next = {
    ...rule,
    alwaysRun: own.alwaysRun,
    enabled: own.enabled,
    workflowRuleTypeId,
    groups: orBlank([...before.groups, ...(typed.groups ?? [])], own.alwaysRun ? [] : rule.groups),
    // What child rules change is enough.
    actions: orBlank(
      [...before.actions, ...(typed.actions ?? [])],
      inner.length > 0 ? [] : rule.actions,
    ),
    childRules: [...before.childRules, ...inner],
  };
  putRequest(draft, { ...request, rule: next }, "add typed rows");
};
