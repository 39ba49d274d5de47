import type { MappingRule } from "#contract/mapping-rules.ts";
import { findAction, type RuleCatalogue } from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";

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
