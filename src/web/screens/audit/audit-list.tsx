import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { changedResources, changeStates } from "#contract/audit.ts";
import { changeList } from "#web/api/audit.ts";
import { changeChoices, getChangeState } from "#web/records/change-words.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { DateFilter, SearchFilter, SelectFilter } from "#web/kit/filters.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { kindNouns } from "#web/records/record-kinds.ts";
import { Screen } from "#web/kit/screen.tsx";
import { ViewTabs, viewsBy } from "#web/kit/view-tabs.tsx";
import { WaitingSheet } from "#web/kit/waiting-sheet.tsx";
import { session } from "#web/base/session.ts";
import { auditColumns } from "./audit-columns.tsx";
import { NoChanges } from "./no-changes.tsx";
import { PeopleLink } from "./people-link.tsx";
import { PersonFilter } from "./person-filter.tsx";
import { UnknownChanges } from "./unknown-changes.tsx";
import { useListedChanges } from "./use-listed-changes.ts";

const views = viewsBy("state", changeStates, (state) => getChangeState(state).label);
const filters = ["operation", "resource", "recordId", "after", "until"] as const;
const resources = changedResources.map((value) => ({ value, label: kindNouns[value] }));

/** Shown regardless of the list's filters. */
const unknownChanges = changeList({ state: "unknown", pageNumber: 1, pageSize: 50 });

const Filters = () => (
  <>
    <SelectFilter
      name="operation"
      label="Change"
      any="All changes"
      choices={changeChoices}
      searchable
    />
    <SelectFilter name="resource" label="Kind" any="All records" choices={resources} />
    <SearchFilter name="recordId" label="Record ID" placeholder="Record ID" />
    <DateFilter name="after" label="From" />
    <DateFilter name="until" label="Until" />
  </>
);

/** Who changed what: every change made through this console, and those with an unknown result first. */
export const AuditList = () => {
  const { search } = useListSearch("/audit");
  const unknown = useQuery(unknownChanges);
  const { query, all, ...unmatched } = useListedChanges(search);
  const columns = useMemo(() => auditColumns(session.get()), []);
  return (
    <Screen title="Activity" actions={<PeopleLink />}>
      {/* Shown together: changes to settle come first and would push the rest down during a click. */}
      {!unknown.isFetched ? (
        <WaitingSheet />
      ) : (
        <>
          <UnknownChanges list={unknown.data} />
          <ViewTabs views={views} label="Results" />
          <DataTable
            name="audit"
            label="Changes"
            columns={columns}
            query={query}
            nouns={["change", "changes"]}
            all={all}
            order={{ words: "newest first", by: "-requestedAt" }}
            rowId={({ id }) => String(id)}
            nameOf={({ id }) => `Change ${id}`}
            tools={<PersonFilter />}
            filters={{ names: filters, also: ["person"], fields: <Filters /> }}
            empty={<NoChanges names={[...filters, "person", "state"]} {...unmatched} />}
          />
        </>
      )}
    </Screen>
  );
};
