import { useMemo } from "react";
import { hasUndecidedUnits, type Rma, rmaOperations, rmaStatuses } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/account.ts";
import { foundInstead, readFrom } from "#web/api/record-search.ts";
import { countToDecide } from "#web/api/count-to-decide.ts";
import { queryClient } from "#web/api/query-client.ts";
import { rmaList, wholeRmaList } from "#web/api/rmas.ts";
import { pickFilters, type SearchName, useListSearch } from "#web/base/list-search.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { DateFilter, MoreFilters, NoMatches, SearchFilter } from "#web/kit/filters.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { type View, ViewTabs, viewsBy } from "#web/kit/views.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { SourceFilter } from "#web/records/party-filter.tsx";
import { Peek } from "#web/records/peek.tsx";
import { FoundNote, RecordSearch } from "#web/records/record-search.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { BulkBar, RmaRunStrip } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { oldestFirst, toDecide } from "./rma-queue.ts";
import { matchesOwnFilter, matchesRmaFilter, readRmaFilter, rmaColumns } from "./rma-rows.tsx";

const [, ...byStatus] = viewsBy("status", rmaStatuses);

/** The tabs; the first with the number of RMAs to decide, as far as it is known without a request. */
const listViews = (decidable: number | undefined): View[] => [
  {
    label: "To decide",
    filter: { status: toDecide },
    count: decidable ?? countToDecide(queryClient)?.count ?? null,
  },
  { label: "All", filter: { status: "all" } },
  ...byStatus,
];

const rare = ["returnId", "createdBefore", "updatedAfter"] as const;
const filters = ["sourceId", "createdAfter", ...rare] as const;

/** The RMAs for an address: "To decide" without those whose units are all decided, the oldest first. */
const useListedRmas = () => {
  const { search } = useListSearch("/rmas");
  const { filter, unknownReturn } = readRmaFilter(search);
  const open = filter.status === toDecide;
  const text = search.q;
  const isSearched =
    text !== undefined && (filter.status !== undefined || filters.some((name) => search[name]));
  const isFiltered = open || search.createdBefore !== undefined || isSearched;
  const fits = useMemo(() => {
    if (!isFiltered) return undefined;
    const isOld = matchesOwnFilter(search);
    // The gateway's search knows none of the API's filters.
    const fitsApi = matchesRmaFilter(isSearched ? readRmaFilter(search).filter : {});
    return (rma: Rma) => isOld(rma) && fitsApi(rma) && (!open || hasUndecidedUnits(rma));
  }, [search, isFiltered, isSearched, open]);
  const listed = useListedRows({
    page: (page, urgency) => rmaList({ ...filter, ...page }, urgency),
    whole: wholeRmaList(filter),
    instead: foundInstead("rmas", text),
    wantsWhole: isFiltered || search.sort !== undefined,
    fits,
    ...(open && { sort: oldestFirst }),
    isImpossible: unknownReturn !== undefined,
  });
  const names = [...filters, "q", "rmaNumbers"] as const;
  return {
    search,
    ...listed,
    open,
    unknownReturn,
    /** The names that leave rows out, besides the one that the list begins with. */
    narrowing: filter.status === undefined || open ? names : [...names, "status" as const],
  };
};

interface NoRmasProps {
  open: boolean;
  narrowing: readonly SearchName[];
}

/** That all are decided is no missing match, and who looks for one RMA may have the wrong tab open. */
const NoRmas = ({ open, narrowing }: NoRmasProps) => {
  const { search } = useListSearch();
  if (open && !narrowing.some((name) => search[name]))
    return (
      <Notice title="No RMAs to decide" tone="good" blank>
        <p>New RMAs with undecided units are listed here.</p>
      </Notice>
    );
  if (search.status && search.status !== "all" && (search.q || search.rmaNumbers))
    return (
      <Notice
        title="No matching RMAs"
        tone="still"
        blank
        actions={
          <ButtonLink to="/rmas" search={{ ...search, page: undefined, status: "all" }}>
            Search all RMAs
          </ButtonLink>
        }
      >
        <p>Only those under the selected status were searched.</p>
      </Notice>
    );
  return <NoMatches noun="RMA" views="status" names={narrowing} />;
};

/** All RMAs, newest first, with their undecided units. */
export const RmaList = () => {
  const { search, query, answer, table, isWhole, open, unknownReturn, narrowing } = useListedRmas();
  const { isSuccess } = query;
  const sourceName = useSourceName(isSuccess);
  const columns = useMemo(() => rmaColumns(sourceName), [sourceName]);
  // Only a list of those to decide knows how many there are.
  const decidable =
    open && isWhole && search.q === undefined ? query.data?.value.length : undefined;
  return (
    <Screen
      title="RMAs"
      count={decidable}
      fill
      {...(search.q === undefined && { needs: rmaOperations.listRmas })}
      unserved={<OpenById noun="RMA" kind="rmas" />}
      actions={
        !query.isError && (
          <ButtonLink to="/rmas/queue" search={{ ...pickFilters(search), sort: search.sort }}>
            Open queue
          </ButtonLink>
        )
      }
    >
      <ViewTabs views={listViews(decidable)} label="Statuses" />
      {/* It stays while a list that failed is read again. */}
      {(query.isFetched || !query.isPending) && <RmaRunStrip />}
      <FoundNote from={readFrom(answer.data)} many="RMAs" />
      <DataTable
        {...table}
        name="rmas"
        label="RMAs"
        columns={columns}
        rowId={(rma) => String(rma.id)}
        nameOf={rmaName}
        kind="rmas"
        nouns={["RMA", "RMAs"]}
        order={
          open
            ? { words: "oldest first", by: "createdAt" }
            : { words: "newest first", by: "-createdAt" }
        }
        selectionActions={(rows, clear) => <BulkBar rmas={rows} clear={clear} />}
        tools={
          <RecordSearch
            label="Search RMAs"
            numbers={{
              held: search.rmaNumbers ?? "",
              read: (text) => ({ rmaNumbers: text.trim() }),
              names: ["rmaNumbers"],
            }}
          />
        }
        filters={{
          names: filters,
          also: ["q", "rmaNumbers"],
          fields: (
            <>
              {/* The rows come before any other request. */}
              <SourceFilter name="sourceId" enabled={isSuccess} />
              <DateFilter name="createdAfter" label="Created since" />
              <MoreFilters names={rare}>
                <SearchFilter name="returnId" label="Return ID" placeholder="Return ID" />
                <DateFilter name="createdBefore" label="Created before" />
                <DateFilter name="updatedAfter" label="Updated since" />
              </MoreFilters>
            </>
          ),
        }}
        empty={
          unknownReturn === undefined ? (
            <NoRmas open={open} narrowing={narrowing} />
          ) : (
            <IdRequired noun="return" name="returnId" typed={unknownReturn}>
              A return's page shows its ID and its RMAs.
            </IdRequired>
          )
        }
      />
      <Peek />
    </Screen>
  );
};
