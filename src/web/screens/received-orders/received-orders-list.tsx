import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { type ReceivedOrdersRun, receivedOrdersStates } from "#contract/received-orders.ts";
import type { Answer } from "#web/api/call.ts";
import { useSourceName } from "#web/api/account.ts";
import { receivedOrdersList } from "#web/api/received-orders.ts";
import { formatCount, formatDateTime, formatQuantity } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { NoMatches } from "#web/kit/filters.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { viewsBy, ViewTabs } from "#web/kit/views.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { ReceiveSheet } from "./receive-sheet.tsx";
import { describeSource, getRunState, runName, runResult } from "./run-words.ts";
import "./received-orders.css";

const mostLinked = 10;

/** Runs with an unknown result, which need work: the first page of them. */
export const UnsettledRuns = ({
  list,
}: {
  list: Answer<readonly ReceivedOrdersRun[]> | undefined;
}) => {
  const runs = list?.value ?? [];
  if (runs.length === 0) return null;
  const total = Math.max(list?.total ?? 0, runs.length);
  const linked = runs.slice(0, mostLinked);
  return (
    <Notice
      title={`${formatCount(total, "batch", "batches")} with an unknown result`}
      tone="bad"
      alert
    >
      <p>
        The response didn't arrive, so orders may be Processed without being received. Check{" "}
        {linked.map(({ id, requestedAt }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link to="/received-orders/$id" params={{ id: String(id) }}>
              {formatDateTime(requestedAt)}
            </Link>
          </span>
        ))}
        {total > linked.length && (
          <>
            , and{" "}
            <Link to="/received-orders" search={{ state: "unknown" }}>
              {formatQuantity(total - linked.length)} more
            </Link>
          </>
        )}
        .
      </p>
    </Notice>
  );
};

const views = viewsBy(
  "state",
  ["received", "unknown", "settled", "refused"],
  (state) => getRunState(state).label,
);

const column = createColumnHelper<ReceivedOrdersRun>();

const createColumns = (
  sourceName: (id: number | null | undefined) => string,
): readonly Column<ReceivedOrdersRun>[] => [
  column.link("requestedAt", "Batch", 230, {
    of: runName,
    to: ({ id }) => recordAddress("received-orders", id),
    value: ({ requestedAt }) => requestedAt,
  }),
  column.status("state", "Status", 180, { of: ({ state }) => getRunState(state), wide: "badge" }),
  column.text("source", "Source", 200, {
    of: (run) => describeSource(run, sourceName),
    wide: "line",
  }),
  column.text("result", "Result", 300, { of: runResult, wide: true }),
  column.quantity("orders", "Orders", 90, { of: ({ orderCount }) => orderCount, optional: true }),
  column.text("requestedBy", "Started by", 120, { optional: true }),
  column.date("answeredAt", "Response received", 150, { optional: true }),
];

/** Shown regardless of the list's filters. */
const unsettledRuns = receivedOrdersList({ state: "unknown", pageNumber: 1, pageSize: 50 });

const Nothing = () => (
  <Notice title="No orders received yet" blank tone="still">
    <p>
      Select “Receive orders” above. Each batch of orders is then listed here, to view and to
      download.
    </p>
  </Notice>
);

/** Receives orders, and lists every run so far with its result. */
export const ReceivedOrdersList = () => {
  const { search } = useListSearch("/received-orders");
  const unsettled = useQuery(unsettledRuns);
  const state = receivedOrdersStates.find((known) => known === search.state);
  const { query, table } = useListedRows({
    page: (page) => receivedOrdersList({ state, ...page }),
  });
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => createColumns(sourceName), [sourceName]);
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
            {...table}
            name="received-orders"
            label="Batches"
            columns={columns}
            rowId={({ id }) => String(id)}
            nameOf={runName}
            kind="received-orders"
            nouns={["batch", "batches"]}
            order={{ words: "newest first", by: "-requestedAt" }}
            empty={
              search.state ? (
                <NoMatches noun="batch" many="batches" views="state" names={["state"]} />
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
