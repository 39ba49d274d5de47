import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { mappingRuleColumns } from "./mapping-rule-columns.tsx";
import { filterChoices, filterRules } from "./rule-filters.ts";
import { useRuleSearch } from "./rule-list-filters.tsx";
import { useWording } from "./rule-words.ts";

const none: readonly MappingRule[] = [];

/** The rules that match the address and the search, with columns and choices; `all` are the rules before filtering. */
export const useListedRules = () => {
  const { search } = useListSearch("/mapping-rules");
  const ruleSearch = useRuleSearch();
  const holds = useDeferredValue(ruleSearch.text);
  const all = useQuery(mappingRuleList());
  const wording = useWording({ enabled: all.isSuccess });
  const query = useQuery({
    ...mappingRuleList(),
    select: (answer) => ({
      ...answer,
      value: filterRules(answer.value, { ...search, holds }, wording),
    }),
  });
  const rules = all.data?.value ?? none;
  return {
    all,
    query,
    shown: query.data?.value ?? none,
    ruleSearch,
    choices: useMemo(() => filterChoices(rules, wording), [rules, wording]),
    columns: useMemo(() => mappingRuleColumns(wording), [wording]),
  };
};
