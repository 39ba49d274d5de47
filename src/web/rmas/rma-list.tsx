import { useMemo } from "react";
import { rmaStatuses } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { DateFilter, SearchFilter } from "#web/ui/filters.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { MoreFilters } from "#web/ui/list-filters.tsx";
import { pickFilters, useListSearch } from "#web/ui/list-search.ts";
import { NoMatches } from "#web/ui/no-matches.tsx";
import { OpenById } from "#web/ui/open-by-id.tsx";
import { SourceFilter } from "#web/ui/party-filter.tsx";
import { rmaName } from "#web/ui/rma-name.ts";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { IdRequired } from "#web/ui/id-required.tsx";
import { BulkBar, RmaRunStrip } from "./bulk/lazy-bulk.tsx";
import { useListedRmas } from "./use-listed-rmas.ts";
import { setQueue, toDecide } from "./rma-queue.ts";
import { rmaColumns } from "./rma-columns.tsx";

const views = viewsBy("status", [toDecide, ...rmaStatuses], (status) =>
  status === toDecide ? "To decide" : status,
);
const rare = ["createdBefore", "updatedAfter"] as const;
const filters = ["sourceId", "returnId", "createdAfter", ...rare] as const;

/** All RMAs, newest first, with their undecided units. */
export const RmaList = () => {
  const { search } = useListSearch("/rmas");
  const { query, isWhole, pageHeld, unknownReturn, listed } = useListedRmas(search);
  const sourceName = useSourceName(query.isSuccess);
  // Only a list of those to decide knows how many there are.
  const waiting = search.status === toDecide && isWhole ? query.data?.value.length : undefined;
  const columns = useMemo(() => rmaColumns(sourceName), [sourceName]);
  return (
    <Screen
      title="RMAs"
      count={waiting}
      fill
      actions={
        !query.isError && (
          <ButtonLink to="/rmas/queue" search={{ ...pickFilters(search), sort: search.sort }}>
            Open queue
          </ButtonLink>
        )
      }
    >
      <ViewTabs views={views} label="Statuses" of={query} />
      {query.isSuccess && <RmaRunStrip />}
      <DataTable
        name="rmas"
        label="RMAs"
        columns={columns}
        query={query}
        paged={!isWhole}
        pageHeld={pageHeld}
        order={search.status === toDecide ? "oldest first" : "newest first"}
        rowId={(rma) => String(rma.id)}
        nameOf={rmaName}
        onRows={setQueue}
        selectionActions={(rows, clear) => <BulkBar rmas={rows} listed={listed} clear={clear} />}
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
              <SourceFilter name="sourceId" enabled={query.isSuccess} />
              <SearchFilter
                name="returnId"
                label="Return ID"
                placeholder="Return ID, such as 137"
              />
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
        unserved={<OpenById noun="RMA" kind="rmas" />}
      />
    </Screen>
  );
};
