import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Change, changedResources, changeStates } from "#contract/audit.ts";
import { maxPersonId } from "#contract/limits.ts";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { changeList } from "#web/api/audit.ts";
import { type SearchName, useListSearch } from "#web/base/list-search.ts";
import { type KnownSession, session } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import {
  ClearFilters,
  DateFilter,
  NoMatches,
  SearchFilter,
  SelectFilter,
} from "#web/kit/filters.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedLink } from "#web/kit/button.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { ViewTabs, viewsBy } from "#web/kit/views.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";
import { ActivityLinks } from "#web/records/activity-links.tsx";
import {
  changeChoices,
  describeChangeOf,
  explainChange,
  findChangedKind,
  getChangeState,
  nameChanged,
} from "#web/records/describe-change.ts";
import { IdRequired } from "#web/records/open-by-id.tsx";
import { isPersonTooLong, maxPersonSearch, maxPersonText } from "#web/records/person-search.ts";
import { kindNouns } from "#web/records/record-kinds.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { findWrongId, toChangeFilter } from "./change-filter.ts";
import { UnknownChanges } from "./unknown-changes.tsx";

const views = viewsBy("state", changeStates, (state) => getChangeState(state).label);
const filters = ["operation", "resource", "recordId", "after", "until"] as const;
const filterNames: readonly SearchName[] = [...filters, "person", "state"];
const resources = changedResources.map((value) => ({ value, label: kindNouns[value] }));

const ChangeLink = ({ change }: { change: Change }) => {
  const kind = findChangedKind(change);
  const text = describeChangeOf(change);
  return kind && change.recordId ? (
    <RowLink kind={kind} id={change.recordId}>
      {text}
    </RowLink>
  ) : (
    <bdi>{text}</bdi>
  );
};

const column = createColumnHelper<Change>();

/**
 * Without sign-in, no change has a person, unless there was sign-in before. Details say why a change wasn't made: where
 * all were, the column is left out.
 */
const createColumns = (
  { signIn }: Pick<KnownSession, "signIn">,
  hasDetails: boolean,
): readonly Column<Change>[] => [
  column.text("change", "Change", 400, {
    of: describeChangeOf,
    grow: true,
    main: true,
    cell: (change) => <ChangeLink change={change} />,
  }),
  column.status("state", "Result", 120, {
    of: ({ state }) => getChangeState(state),
    wide: "badge",
  }),
  column.date("requestedAt", "Time", 130),
  column.text("person", "Person", 150, { optional: signIn === "none" }),
  column.text("details", "Details", 260, { of: explainChange, wide: true, optional: !hasDetails }),
  column.text("record", "Record", 170, { of: nameChanged, optional: true }),
  column.date("endedAt", "Ended", 140, { optional: true }),
  column.text("id", "Number", 90, { optional: true, align: "end" }),
  column.code("requestId", "Request ID", 190, { optional: true }),
];

/** Leads to who is signed in. Nothing without OpenID Connect: only with it does the gateway keep sessions. */
const PeopleLink = () =>
  useValue(session).signIn === "oidc" && (
    <PermittedLink permission={peopleOperations.listSignedInPeople} to="/people">
      Signed-in people
    </PermittedLink>
  );

const PersonTooLong = () => (
  <Notice title="Enter a shorter text for the person" blank tone="still">
    <p>
      Activity finds a person by up to {maxPersonText} characters of a name or an ID. To find a
      longer ID, of up to {maxPersonId} characters, enter all of it in quotation marks.
    </p>
    <ClearFilters names={["person"]} />
  </Notice>
);

interface NoChangesProps {
  /** What was typed as a record's ID and is none. */
  wrongId: string | undefined;
  /** Whether the person's text is longer than what the gateway searches for. */
  isTooLong: boolean;
}

const NoChanges = ({ wrongId, isTooLong }: NoChangesProps) => {
  const { search } = useListSearch();
  if (wrongId !== undefined)
    return (
      <IdRequired noun="record" name="recordId" typed={wrongId} filteredBy="Activity">
        The address of a record's page ends with its ID.
      </IdRequired>
    );
  if (isTooLong) return <PersonTooLong />;
  return filterNames.some((name) => search[name]) ? (
    <NoMatches noun="change" views="result" names={filterNames} />
  ) : (
    <Notice title="No activity yet" blank tone="still">
      <p>
        Each change made through this console is listed here: who made it, when, and its result.
      </p>
    </Notice>
  );
};

/** Shown regardless of the list's filters. */
const unknownChanges = changeList({ state: "unknown", pageNumber: 1, pageSize: 50 });

/** Who changed what: every change made through this console, and those with an unknown result first. */
export const AuditList = () => {
  const { search } = useListSearch("/audit");
  const unknown = useQuery(unknownChanges);
  const wrongId = findWrongId(search);
  const isTooLong = isPersonTooLong(search.person);
  const { table } = useListedRows({
    page: (page) => changeList({ ...toChangeFilter(search), ...page }),
    isImpossible: wrongId !== undefined || isTooLong,
  });
  const hasDetails =
    table.query.data?.value.some((change) => explainChange(change) !== "") ?? false;
  const columns = useMemo(() => createColumns(session.get(), hasDetails), [hasDetails]);
  return (
    <Screen title="Activity" beside={<ActivityLinks />} actions={<PeopleLink />}>
      {/* Shown together: changes to settle come first and would push the rest down during a click. */}
      {!unknown.isFetched ? (
        <WaitingSheet />
      ) : (
        <>
          <UnknownChanges list={unknown.data} />
          <ViewTabs views={views} label="Results" />
          <DataTable
            {...table}
            name="audit"
            label="Changes"
            columns={columns}
            nouns={["change", "changes"]}
            order={{ words: "newest first", by: "-requestedAt" }}
            rowId={({ id }) => String(id)}
            nameOf={({ id }) => `Change ${id}`}
            tools={
              // By a part of a name or an ID, or by the whole ID (`records/person-search.ts`).
              <SearchFilter
                name="person"
                label="Person"
                placeholder="Person"
                maxLength={maxPersonSearch}
                title="Put an ID in quotation marks to find exactly one person"
              />
            }
            filters={{
              names: filters,
              also: ["person"],
              fields: (
                <>
                  <SelectFilter
                    name="operation"
                    label="Change"
                    any="All changes"
                    choices={changeChoices}
                    searchable
                  />
                  <SelectFilter
                    name="resource"
                    label="Kind"
                    any="All records"
                    choices={resources}
                  />
                  <SearchFilter name="recordId" label="Record ID" placeholder="Record ID" />
                  <DateFilter name="after" label="From" />
                  <DateFilter name="until" label="Until" />
                </>
              ),
            }}
            empty={<NoChanges wrongId={wrongId} isTooLong={isTooLong} />}
          />
        </>
      )}
    </Screen>
  );
};
