import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters, SearchFilter, SelectFilter } from "#web/ui/filters.tsx";
import { type ListSearch, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { mappingRuleColumns } from "./mapping-rule-columns.tsx";
import { PastedRule } from "./pasted-rule.tsx";
import { ruleInWords, ruleName, stateOf } from "./rule-words.ts";
import { type RuleWording, useWording } from "./use-wording.ts";

const views = [
  { label: "All", filter: { state: "" } },
  ...["On", "Off", "Not configured"].map((state) => ({ label: state, filter: { state } })),
];
const filters = ["state", "eventId", "holds"];

/** The API answers every rule and filters none: what the address asks for is picked out here, at no request. */
const fits = (rule: MappingRule, search: ListSearch, wording: RuleWording): boolean => {
  const { state, eventId, holds } = search;
  if (state && stateOf(rule).label !== state) return false;
  if (eventId && String(rule.eventId) !== eventId) return false;
  if (!holds) return true;
  const text = [ruleName(rule), rule.description, ruleInWords(rule, wording)].join("\n");
  return text.toLowerCase().includes(holds.toLowerCase());
};

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Notice title="No mapping rule fits" blank tone="still">
      <p>Take a filter away, or look at another state above.</p>
      <ClearFilters names={filters} />
    </Notice>
  ) : (
    <Notice title="There are no mapping rules" blank tone="still">
      <p>A mapping rule transforms data within a workflow event: titles, prices, order fields.</p>
    </Notice>
  );

const Unserved = () => (
  <div className="rule-paste">
    <Notice title="This upstream does not read mapping rules" blank>
      <p>
        The API’s document gives only the operation that saves a rule, and none that reads one. A
        rule that you have as JSON can be looked at here. It stays in this browser: nothing is sent.
      </p>
    </Notice>
    <PastedRule />
  </div>
);

/** Every mapping rule in the order they run, with what each does in words. */
export const MappingRuleList = () => {
  const { search } = useListSearch();
  const all = useQuery(mappingRuleList());
  const wording = useWording({ enabled: all.isSuccess });
  const query = useQuery({
    ...mappingRuleList(),
    select: (answer) => ({
      ...answer,
      value: answer.value.filter((rule) => fits(rule, search, wording)),
    }),
  });
  const columns = useMemo(() => mappingRuleColumns(wording), [wording]);
  return (
    <Screen
      title="Mapping rules"
      fill={!all.isError}
      actions={
        <Link className="button" to="/mapping-rules/new">
          View a rule from JSON
        </Link>
      }
    >
      <ViewTabs views={views} label="States" />
      <DataTable
        name="mapping-rules"
        label="Mapping rules"
        columns={columns}
        query={query}
        rowId={(rule) => String(rule.id)}
        nameOf={ruleName}
        paged={false}
        order="them in the order they run"
        tools={
          <>
            <SearchFilter name="holds" label="Search rules" placeholder="Name or words of a rule" />
            <SelectFilter name="eventId" label="Event" any="All events">
              {[...wording.events.values()].map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectFilter>
            <ClearFilters names={filters} />
          </>
        }
        empty={<Nothing filtered={(all.data?.value.length ?? 0) > 0} />}
        unserved={<Unserved />}
      />
    </Screen>
  );
};
