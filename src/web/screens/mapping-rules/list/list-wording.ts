import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mappingSetNames } from "#web/api/mapping-rules.ts";
import { setNamesById } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { type RuleWording, useWording } from "./rule-words.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { usesMappingSets } from "./rule-facts.ts";

/** The names for all rules. Those of mapping sets follow after the first rows, and only where a rule uses one. */
export const useListWording = (rules: readonly MappingRule[], enabled: boolean): RuleWording => {
  const wording = useWording({ enabled });
  const { catalogue, source } = wording;
  const usesSets = useMemo(
    () => source !== undefined && usesMappingSets(rules, catalogue),
    [rules, catalogue, source],
  );
  const { data: sets } = useQuery({ ...mappingSetNames(), enabled: usesSets });
  return useMemo(
    () => (sets && usesSets ? { ...wording, mappingSetNames: setNamesById(sets) } : wording),
    [wording, sets, usesSets],
  );
};
