import type { UpdateOrCreateWorkflowRule } from "./mapping-rule-request.ts";

/** Fields that are fixed once a mapping rule exists (api 4.6), with their names on the screen. */
const lockedFieldNames = {
  eventId: "event",
  globalObjectFieldId: "assigned field",
  globalDataTypeId: "data type",
} as const;
export type LockedMappingRuleField = keyof typeof lockedFieldNames;
export const lockedMappingRuleFields = Object.keys(
  lockedFieldNames,
) as readonly LockedMappingRuleField[];

/** Why a field of this mapping rule cannot change (api 4.6), or undefined while the rule has not been created. */
export const whyMappingRuleFieldLocked = (
  rule: { readonly id?: number | null | undefined },
  field: LockedMappingRuleField,
): string | undefined =>
  rule.id === null || rule.id === undefined
    ? undefined
    : `The ${lockedFieldNames[field]} of a mapping rule can't be changed after creation. Create a new rule instead.`;

type RuleParts = Pick<UpdateOrCreateWorkflowRule, "alwaysRun"> & {
  readonly groups: readonly { readonly conditions: readonly unknown[] }[];
  readonly actions: readonly unknown[];
};

/** A rule is configured when it has at least one action and one condition, or alwaysRun is true (api 2.15). */
export const isConfigured = (rule: RuleParts): boolean => whyNotConfigured(rule) === undefined;

/** Why a rule cannot be used in mapping templates yet (api 2.15), or undefined when it can. */
export const whyNotConfigured = ({ alwaysRun, groups, actions }: RuleParts): string | undefined => {
  if (alwaysRun) return undefined;
  const missing = [
    ...(groups.some(({ conditions }) => conditions.length > 0) ? [] : ["a condition"]),
    ...(actions.length > 0 ? [] : ["an action"]),
  ];
  return missing.length === 0
    ? undefined
    : `Add ${missing.join(" and ")}, or enable “always run”, to use this rule.`;
};
