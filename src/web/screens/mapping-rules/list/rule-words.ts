import { useMemo } from "react";
import { isConfigured, whyNotConfigured } from "#contract/mapping-rule-guards.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { WorkflowEvent } from "#contract/workflow-meta-data.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { emptyCatalogue, findInheritedType } from "#rules/rule-catalogue.ts";
import type { WorkflowSource } from "#rule-model/workflow.ts";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { nothing } from "#web/base/format.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** The address of a new rule; `search` may name what it starts from (`use-start-rule.ts`). */
export const newRuleAddress = { to: "/mapping-rules/$id", params: { id: "new" } } as const;

export interface RuleWording extends Wording {
  events: ReadonlyMap<number, WorkflowEvent>;
  /** False while the names are loading, or where the upstream has none: ids are shown instead. */
  named: boolean;
  /** The origin of the names, once it is known. */
  source: WorkflowSource | undefined;
}

interface Wanted {
  /** False while the screen's own content is loading, which comes first. */
  enabled: boolean;
  /** Whether the names of mapping sets are worth a request of their own. */
  mappingSets?: boolean;
}

/** The names of fields, events and mapping sets, by background requests that are made once. */
export const useWording = ({ enabled, mappingSets = false }: Wanted): RuleWording => {
  const state = useWorkflow({ enabled, mappingSets });
  return useMemo(() => {
    if (state.status === "pending")
      return { catalogue: emptyCatalogue, events: new Map(), named: false, source: undefined };
    const { workflow, source } = state;
    return {
      catalogue: workflow.catalogue,
      mappingSetNames: workflow.mappingSetNames,
      events: new Map(workflow.metaData.events.map((event) => [event.id, event])),
      named: source.kind !== "rules",
      source,
    };
  }, [state]);
};

export const ruleName = (rule: MappingRule): string => rule.name || `Mapping rule ${rule.id}`;

/** Whether a rule can take effect, and if not, why. */
export interface RuleState {
  label: "Enabled" | "Disabled" | "Not configured" | "Unreadable";
  tone: Tone;
}

/**
 * A rule without its tree does not say whether it is enabled; `configured` is the API's own value where it gives it.
 */
export const describeRuleState = ({ rule, configured }: MappingRule): RuleState => {
  if (!rule) return { label: "Unreadable", tone: "still" };
  if (!(configured ?? rule.configured ?? isConfigured(rule)))
    return { label: "Not configured", tone: "waiting" };
  return rule.enabled === false
    ? { label: "Disabled", tone: "still" }
    : { label: "Enabled", tone: "good" };
};

/** The reason why a rule cannot be used in mapping templates, in words; undefined where it can. */
export const whyNotUsable = (mappingRule: MappingRule): string | undefined => {
  if (!mappingRule.rule || describeRuleState(mappingRule).label !== "Not configured")
    return undefined;
  return (
    whyNotConfigured(mappingRule.rule) ??
    "The service reports this rule as not configured, although it has a condition and an action."
  );
};

/** The wording for one rule: its inherited fields have its type. */
export const wordingFor = (rule: MappingRule, wording: Wording): Wording => ({
  ...wording,
  inheritedType: findInheritedType(rule, wording.catalogue),
});

export const ruleInWords = (rule: MappingRule, wording: Wording): string =>
  rule.rule ? ruleParagraph(describeRule(rule.rule, wordingFor(rule, wording))) : "";

/** The field that a rule assigns to; where it has none, its actions name their fields. */
export const assignedField = (rule: MappingRule, { catalogue }: Wording): string => {
  const { globalObjectFieldId: id } = rule;
  if (!id) return "Set by actions";
  return catalogue.fields.get(id)?.label ?? `Field ${id}`;
};

export const eventName = (rule: MappingRule, { events }: RuleWording): string =>
  events.get(rule.eventId)?.name ?? (rule.eventId ? `Event ${rule.eventId}` : nothing);
