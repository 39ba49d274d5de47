import { useQuery } from "@tanstack/react-query";
import { auditOperations, changedResources, changeStates } from "#contract/audit.ts";
import { changeList } from "#web/api/audit.ts";
import { useWhyForbidden } from "#web/api/permissions.ts";
import { session } from "#web/api/session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { changeChoices, getChangeState } from "#web/ui/change-words.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { DateFilter, SearchFilter, SelectFilter } from "#web/ui/filters.tsx";
import { readPaging, type SearchOf, useListSearch } from "#web/ui/list-search.ts";
import { NoMatches } from "#web/ui/no-matches.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { kindNouns } from "#web/ui/record-kinds.ts";
import { Screen } from "#web/ui/screen.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { toChangeFilter } from "./change-filter.ts";
import { UnknownChanges } from "./unknown-changes.tsx";

const views = viewsBy("state", changeStates, (state) => getChangeState(state).label);
const filters = ["operation", "resource", "recordId", "after", "until"] as const;
const resources = changedResources.map((value) => ({ value, label: kindNouns[value] }));

/** Shown regardless of the list's filters. */
const unknownChanges = changeList({ state: "unknown", pageNumber: 1, pageSize: 50 });

const isFiltered = (search: SearchOf<"/audit">) =>
  [...filters, "person" as const, "state" as const].some((name) => search[name]);

const Nothing = () => (
  <Notice title="No activity yet" blank tone="still">
    <p>Each change made through this console is listed here: who made it, when, and its result.</p>
  </Notice>
);

const Filters = () => (
  <>
    <SelectFilter name="operation" label="Change" any="All changes" choices={changeChoices} />
    <SelectFilter name="resource" label="Kind" any="All records" choices={resources} />
    <SearchFilter name="recordId" label="Record ID" placeholder="Record ID" />
    <DateFilter name="after" label="From" />
    <DateFilter name="until" label="Until" />
  </>
);

/** Whether this person may see who is signed in. Only with OpenID Connect does the gateway keep sessions. */
const useHasPeople = (): boolean => {
  const mayNot = useWhyForbidden(auditOperations.listChanges);
  return useValue(session)?.signIn === "oidc" && mayNot === undefined;
};

/** Who changed what: every change made through this console, and those with an unknown result first. */
export const AuditList = () => {
  const { search } = useListSearch("/audit");
  const unknown = useQuery(unknownChanges);
  const query = useQuery(changeList({ ...toChangeFilter(search), ...readPaging(search) }));
  const hasPeople = useHasPeople();
  return (
    <Screen
      title="Activity"
      actions={hasPeople && <ButtonLink to="/people">Signed-in people</ButtonLink>}
    >
      {/* Shown together: changes to settle come first and would push the rest down during a click. */}
      {unknown.isPending ? (
        <WaitingSheet />
      ) : (
        <>
          <UnknownChanges changes={unknown.data?.value ?? []} />
          <ViewTabs views={views} label="Results" />
          <DataTable
            name="audit"
            label="Changes"
            columns={auditColumns}
            query={query}
            rowId={({ id }) => String(id)}
            nameOf={({ id }) => `Change ${id}`}
            tools={<SearchFilter name="person" label="Person" placeholder="Person" />}
            filters={{ names: filters, also: ["person"], fields: <Filters /> }}
            empty={
              isFiltered(search) ? (
                <NoMatches noun="change" views="result" names={[...filters, "person", "state"]} />
              ) : (
                <Nothing />
              )
            }
          />
        </>
      )}
    </Screen>
  );
};
