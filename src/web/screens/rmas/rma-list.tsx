import { useMemo } from "react";
import { rmaStatuses } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { ButtonLink } from "#web/kit/button.tsx";
import { pickFilters, useListSearch } from "#web/base/list-search.ts";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { Screen } from "#web/kit/screen.tsx";
import { ViewTabs, viewsBy } from "#web/kit/view-tabs.tsx";
import { BulkBar, RmaRunStrip } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { useListedRmas } from "./use-listed-rmas.ts";
import { rmaFilterNames, rmaFilters, RmaSearch } from "./rma-filters.tsx";
import { toDecide } from "./rma-queue.ts";
import { rmaColumns } from "./rma-columns.tsx";

const views = viewsBy("status", [toDecide, ...rmaStatuses], (status) =>
  status === toDecide ? "To decide" : status,
);

/** All RMAs, newest first, with their undecided units. */
export const RmaList = () => {
  const { search } = useListSearch("/rmas");
  const { query, isWhole, pageHeld, unknownReturn, all } = useListedRmas(search);
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
      {/* It stays while a list that failed is read again. */}
      {(query.isFetched || !query.isPending) && <RmaRunStrip />}
      <DataTable
        name="rmas"
        label="RMAs"
        columns={columns}
        query={query}
        paged={!isWhole}
        pageHeld={pageHeld}
        rowId={(rma) => String(rma.id)}
        nameOf={rmaName}
        kind="rmas"
        nouns={["RMA", "RMAs"]}
        all={all}
        order={
          search.status === toDecide
            ? { words: "oldest first", by: "createdAt" }
            : { words: "newest first", by: "-createdAt" }
        }
        selectionActions={(rows, clear) => <BulkBar rmas={rows} clear={clear} />}
        tools={<RmaSearch />}
        filters={rmaFilters(query.isSuccess)}
        empty={
          unknownReturn === undefined ? (
            <NoMatches noun="RMA" views="status" names={rmaFilterNames} />
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
