import "./received-orders.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import {
  type ReceivedOrdersRun,
  type ReceivedOrdersState,
  receivedOrdersStates,
} from "#contract/received-orders.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { receivedOrdersList } from "#web/api/received-orders.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { counted } from "#web/ui/format.ts";
import { type ListSearch, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { ReceiveSheet } from "./receive-sheet.tsx";
import { runColumns } from "./run-columns.tsx";
import { runName, runStates } from "./run-words.ts";

const views = [
  { label: "All", filter: { state: "" } },
  ...(["received", "unknown", "settled", "refused"] as const).map((state) => ({
    label: runStates[state].label,
    filter: { state },
  })),
];

const stateIn = (search: ListSearch): ReceivedOrdersState | undefined =>
  receivedOrdersStates.find((state) => state === search["state"]);

/** Runs that nobody can answer for are work that waits: they are told wherever the list stands. */
const unsettledRuns = receivedOrdersList({ state: "unknown", pageNumber: 1, pageSize: 50 });

const Unsettled = ({ runs }: { runs: readonly ReceivedOrdersRun[] }) =>
  runs.length === 0 ? null : (
    <Notice title={`${counted(runs.length, "run")} must be settled by somebody`} tone="bad" alert>
      <p>
        The answer never came, so orders may have moved to Processed without reaching anybody. Look
        at{" "}
        {runs.slice(0, 10).map(({ id }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link to="/received-orders/$id" params={{ id: String(id) }}>
              run {id}
            </Link>
          </span>
        ))}
        .
      </p>
    </Notice>
  );

const Nothing = () => (
  <Notice title="No orders were received yet" blank tone="still">
    <p>
      Each receiving stands here as a run, with its orders, to be looked at and downloaded again.
    </p>
  </Notice>
);

/** Receiving orders, and every run so far with what became of it. */
export const ReceivedOrdersList = () => {
  const { search } = useListSearch();
  const unsettled = useQuery(unsettledRuns);
  const query = useQuery(receivedOrdersList({ state: stateIn(search), ...pageOf(search) }));
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => runColumns(sourceName), [sourceName]);
  return (
    <Screen title="Received orders" crumbs={[{ label: "Purchase orders", to: "/purchase-orders" }]}>
      {/* All at once: what must be settled stands first, and would push the rest down under a hand that presses. */}
      {unsettled.isPending ? (
        <WaitingSheet />
      ) : (
        <>
          <Unsettled runs={unsettled.data?.value ?? []} />
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
