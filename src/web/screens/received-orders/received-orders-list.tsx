import "./received-orders.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { receivedOrdersStates } from "#contract/received-orders.ts";
import { pageSize } from "#contract/limits.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { receivedOrdersList } from "#web/api/received-orders.ts";
import { readNow } from "#web/kit/collect-records.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { readPaging, type SearchOf, useListSearch } from "#web/base/list-search.ts";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { ViewTabs, viewsBy } from "#web/kit/view-tabs.tsx";
import { WaitingSheet } from "#web/kit/waiting-sheet.tsx";
import { ReceiveSheet } from "./receive-sheet.tsx";
import { runColumns } from "./run-columns.tsx";
import { runName, getRunState } from "./run-words.ts";
import { UnsettledRuns } from "./unsettled-runs.tsx";

const views = viewsBy(
  "state",
  ["received", "unknown", "settled", "refused"],
  (state) => getRunState(state).label,
);

const toFilter = (search: SearchOf<"/received-orders">) => ({
  state: receivedOrdersStates.find((state) => state === search.state),
  ...readPaging(search),
});

/** Shown regardless of the list's filters. */
const unsettledRuns = receivedOrdersList({ state: "unknown", pageNumber: 1, pageSize: 50 });

const Nothing = () => (
  <Notice title="No runs yet" blank tone="still">
    <p>Runs and their orders are listed here until they expire.</p>
  </Notice>
);

/** Receives orders, and lists every run so far with its result. */
export const ReceivedOrdersList = () => {
  const { search } = useListSearch("/received-orders");
  const unsettled = useQuery(unsettledRuns);
  const query = useQuery(receivedOrdersList(toFilter(search)));
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => runColumns(sourceName), [sourceName]);
  return (
    <Screen title="Received orders" crumbs={[{ label: "Purchase orders", to: "/purchase-orders" }]}>
      {/* Shown together: runs to settle come first and would push the rest down during a click.
          Not `isPending`, which also becomes true with a read after a failed one: why nothing was received would vanish. */}
      {!unsettled.isFetched ? (
        <WaitingSheet />
      ) : (
        <>
          <UnsettledRuns list={unsettled.data} />
          <ReceiveSheet />
          <ViewTabs views={views} label="Statuses" />
          <DataTable
            name="received-orders"
            label="Runs"
            columns={columns}
            query={query}
            rowId={({ id }) => String(id)}
            nameOf={runName}
            kind="received-orders"
            nouns={["run", "runs"]}
            order={{ words: "newest first", by: "-requestedAt" }}
            all={{
              readPage: (pageNumber) =>
                readNow(
                  receivedOrdersList({
                    ...toFilter(search),
                    pageNumber,
                    pageSize: pageSize.maximum,
                  }),
                ),
            }}
            empty={
              search.state ? <NoMatches noun="run" views="state" names={["state"]} /> : <Nothing />
            }
          />
        </>
      )}
    </Screen>
  );
};
