import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { mappingRuleList, mappingSetNames } from "#web/api/mapping-rules.ts";
import { setNamesById } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { mappingRuleColumns } from "./mapping-rule-columns.tsx";
import { filterChoices, filterRules } from "./rule-filters.ts";
import { useRuleSearch } from "./rule-list-filters.tsx";
import { type RuleWording, useWording } from "./rule-words.ts";
import { usesMappingSets } from "./uses-mapping-sets.ts";

const none: readonly MappingRule[] = [];

/** The names for all rules. Those of mapping sets follow after the first rows, and only where a rule uses one. */
const useListWording = (rules: readonly MappingRule[], enabled: boolean): RuleWording => {
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

/** The rules that match the address and the search, with columns and choices; `all` are the rules before filtering. */
export const useListedRules = () => {
  const { search } = useListSearch("/mapping-rules");
  const ruleSearch = useRuleSearch();
  const holds = useDeferredValue(ruleSearch.text);
  const all = useQuery(mappingRuleList());
  const rules = all.data?.value ?? none;
  // Names that arrive after the rows are rendered in slices, between which the page handles input.
  const wording = useDeferredValue(useListWording(rules, all.isSuccess));
  const query = useQuery({
    ...mappingRuleList(),
    select: (answer) => ({
      ...answer,
      value: filterRules(answer.value, { ...search, holds }, wording),
    }),
  });
  return {
    all,
    query,
    shown: query.data?.value ?? none,
    ruleSearch,
    findChoices: useCallback(() => filterChoices(rules, wording), [rules, wording]),
    columns: useMemo(() => mappingRuleColumns(wording), [wording]),
  };
};
