import "./received-orders.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { receivedOrdersStates } from "#contract/received-orders.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { receivedOrdersList } from "#web/api/received-orders.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { pageOf, type SearchOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { ReceiveSheet } from "./receive-sheet.tsx";
import { runColumns } from "./run-columns.tsx";
import { runName, stateOf } from "./run-words.ts";
import { UnsettledRuns } from "./unsettled-runs.tsx";

const views = viewsBy(
  "state",
  ["received", "unknown", "settled", "refused"],
  (state) => stateOf(state).label,
);

const filterOf = (search: SearchOf<"/received-orders">) => ({
  state: receivedOrdersStates.find((state) => state === search.state),
  ...pageOf(search),
});

/** They are told whatever the list below is narrowed by. */
const unsettledRuns = receivedOrdersList({ state: "unknown", pageNumber: 1, pageSize: 50 });

const Nothing = () => (
  <Notice title="No orders were received yet" blank tone="still">
    <p>
      Each receiving stands here as a run, with its orders, to be looked at and downloaded again.
    </p>
  </Notice>
);

/** Receiving orders, and every run so far with what became of it. */
export const ReceivedOrdersList = () => {
  const { search } = useListSearch("/received-orders");
  const unsettled = useQuery(unsettledRuns);
  const query = useQuery(receivedOrdersList(filterOf(search)));
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => runColumns(sourceName), [sourceName]);
  return (
    <Screen title="Received orders" crumbs={[{ label: "Purchase orders", to: "/purchase-orders" }]}>
      {/* All at once: what must be settled stands first, and would push the rest down under a hand that presses. */}
      {unsettled.isPending ? (
        <WaitingSheet />
      ) : (
        <>
          <UnsettledRuns runs={unsettled.data?.value ?? []} />
          <ReceiveSheet />
          <ViewTabs views={views} label="States" />
          <DataTable
            name="received-orders"
            label="Runs"
            columns={columns}
            query={query}
            rowId={({ id }) => String(id)}
            nameOf={runName}
            empty={<Nothing />}
          />
        </>
      )}
    </Screen>
  );
};
