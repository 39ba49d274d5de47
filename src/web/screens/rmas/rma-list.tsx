import { useMemo } from "react";
import { hasUndecidedUnits, type Rma, rmaOperations, rmaStatuses } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/account.ts";
import { rmaList, wholeRmaList } from "#web/api/rmas.ts";
import { pickFilters, useListSearch } from "#web/base/list-search.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { DateFilter, MoreFilters, NoMatches, SearchFilter } from "#web/kit/filters.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { ViewTabs, viewsBy } from "#web/kit/views.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { SourceFilter } from "#web/records/party-filter.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { BulkBar, RmaRunStrip } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { oldestFirst, toDecide } from "./rma-queue.ts";
import { matchesOwnFilter, readRmaFilter, rmaColumns } from "./rma-rows.tsx";

const views = viewsBy("status", [toDecide, ...rmaStatuses], (status) =>
  status === toDecide ? "To decide" : status,
);
const rare = ["createdBefore", "updatedAfter"] as const;
const filters = ["sourceId", "returnId", "createdAfter", ...rare] as const;

/** The RMAs for an address: "To decide" without those whose units are all decided, the oldest first. */
const useListedRmas = () => {
  const { search } = useListSearch("/rmas");
  const { filter, unknownReturn } = readRmaFilter(search);
  const open = filter.status === toDecide;
  const { createdBefore } = search;
  const isFiltered = open || createdBefore !== undefined;
  const fits = useMemo(() => {
    const isOld = matchesOwnFilter({ createdBefore });
    return isFiltered ? (rma: Rma) => isOld(rma) && (!open || hasUndecidedUnits(rma)) : undefined;
  }, [createdBefore, isFiltered, open]);
  const listed = useListedRows({
    page: (page, urgency) => rmaList({ ...filter, ...page }, urgency),
    whole: wholeRmaList(filter),
    wantsWhole: isFiltered || search.sort !== undefined,
    fits,
    ...(open && { sort: oldestFirst }),
    isImpossible: unknownReturn !== undefined,
  });
  return { search, ...listed, open, unknownReturn };
};

/** All RMAs, newest first, with their undecided units. */
export const RmaList = () => {
  const { search, query, table, isWhole, open, unknownReturn } = useListedRmas();
  const { isSuccess } = query;
  const sourceName = useSourceName(isSuccess);
  const columns = useMemo(() => rmaColumns(sourceName), [sourceName]);
  return (
    <Screen
      title="RMAs"
      // Only a list of those to decide knows how many there are.
      count={open && isWhole ? query.data?.value.length : undefined}
      fill
      needs={rmaOperations.listRmas}
      unserved={<OpenById noun="RMA" kind="rmas" />}
      actions={
        !query.isError && (
          <ButtonLink to="/rmas/queue" search={{ ...pickFilters(search), sort: search.sort }}>
            Open queue
          </ButtonLink>
        )
      }
    >
      <ViewTabs views={views} label="Statuses" />
      {/* It stays while a list that failed is read again. */}
      {(query.isFetched || !query.isPending) && <RmaRunStrip />}
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
          <SearchFilter
            name="rmaNumbers"
            label="RMA numbers"
            placeholder="RMA number"
            title="RMA number, such as 30110"
          />
        }
        filters={{
          names: filters,
          also: ["rmaNumbers"],
          fields: (
            <>
              {/* The rows come before any other request. */}
              <SourceFilter name="sourceId" enabled={isSuccess} />
              <SearchFilter name="returnId" label="Return ID" placeholder="Return ID" />
              <DateFilter name="createdAfter" label="Created since" />
              <MoreFilters names={rare}>
                <DateFilter name="createdBefore" label="Created before" />
                <DateFilter name="updatedAfter" label="Updated since" />
              </MoreFilters>
            </>
          ),
        }}
        empty={
          unknownReturn === undefined ? (
            <NoMatches noun="RMA" views="status" names={[...filters, "rmaNumbers", "status"]} />
          ) : (
            <IdRequired noun="return" name="returnId" typed={unknownReturn}>
              A return's page shows its ID and its RMAs.
            </IdRequired>
          )
        }
      />
    </Screen>
  );
};
