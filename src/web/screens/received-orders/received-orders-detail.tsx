import "./received-orders.css";
import { useQuery } from "@tanstack/react-query";
import type { ReceivedOrdersRunDetail } from "#contract/received-orders.ts";
import { useSourceName } from "#web/api/account.ts";
import { receivedOrdersDetail } from "#web/api/received-orders.ts";
import { formatCount } from "#web/base/format.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Moment, Quantity, Text } from "#web/kit/values.tsx";
import { RunOrders } from "./run-orders.tsx";
import { describeSource, getRunState, runName, runResult, sourceInSentence } from "./run-words.ts";
import { SettleRun } from "./settle-run.tsx";
import { toRecordId } from "#web/base/record-id.ts";

type Run = ReceivedOrdersRunDetail;

const settlements: Readonly<Record<string, string>> = {
  found: "Orders found and added",
  "nothing-moved": "No orders changed",
  "recovered-elsewhere": "Orders recovered elsewhere",
};

/** Why a run has no orders. A settled one may have left them in Processing, or with another program. */
const describeNone = (state: string): string =>
  state === "received" ? "No orders in Processing." : "No orders were added to this batch.";

const about = (run: Run, source: string): KeyValue[] => [
  { label: "Source", value: <bdi>{source}</bdi> },
  {
    label: "Orders",
    value: run.state === "unknown" ? "Unknown" : <Quantity amount={run.orderCount} />,
    empty: run.state === "dispatching",
  },
  { label: "Started", value: <Moment at={run.requestedAt} absolute /> },
  {
    label: run.state === "unknown" || run.settlement ? "Request ended" : "Response received",
    value: <Moment at={run.answeredAt} absolute />,
    empty: !run.answeredAt,
  },
  { label: "Started by", value: <Text value={run.requestedBy} />, empty: !run.requestedBy },
  ...(run.reason ? [{ label: "Reason", value: <Text value={run.reason} />, wide: true }] : []),
  ...(run.settlement
    ? [
        {
          label: "Resolved",
          value: settlements[run.settlement.kind] ?? run.settlement.kind,
        },
        { label: "Resolved at", value: <Moment at={run.settlement.settledAt} absolute /> },
        ...(run.settlement.settledBy
          ? [{ label: "Resolved by", value: <Text value={run.settlement.settledBy} /> }]
          : []),
        {
          label: "Note",
          value: <Text value={run.settlement.note} />,
          empty: !run.settlement.note,
          wide: true,
        },
      ]
    : []),
];

const KeptAnswer = ({ run }: { run: Run }) =>
  run.keptAnswer ? (
    <Sheet title="Response" note={formatCount(run.keptBytes ?? 0, "byte")}>
      <p>The response isn't a readable list of orders. It begins:</p>
      <pre tabIndex={0}>{run.keptAnswer}</pre>
    </Sheet>
  ) : null;

const UnderWay = () => (
  <Notice title="Waiting for the response" tone="calm">
    <p>
      Orders are saved before they are shown. You can close this page. If the console's server stops
      meanwhile, the result becomes unknown, and nothing is sent again.
    </p>
  </Notice>
);

/** One run: its result, its orders, and the ways to settle an unknown one. */
export const ReceivedOrdersDetail = () => {
  const id = useRouteId();
  const query = useQuery(receivedOrdersDetail(toRecordId(id)));
  const sourceName = useSourceName(query.isSuccess);
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="received-orders"
      fallback={`batch ${id}`}
      titleOf={runName}
      crumbs={[
        { label: "Purchase orders", to: "/purchase-orders" },
        { label: "Received orders", to: "/received-orders" },
      ]}
      beside={(run) => <StatusBadge {...getRunState(run.state)} title={runResult(run)} />}
    >
      {(run) => (
        <>
          {run.state === "dispatching" && <UnderWay />}
          <Sheet title="About this batch">
            <KeyValues items={about(run, describeSource(run, sourceName))} />
          </Sheet>
          {run.state === "unknown" && (
            <SettleRun
              run={run}
              source={sourceInSentence(run, sourceName)}
              sourceName={sourceName}
            />
          )}
          {(run.state === "received" || run.state === "settled") && (
            <RunOrders
              id={run.id}
              orders={run.orders}
              none={describeNone(run.state)}
              sourceName={sourceName}
            />
          )}
          <KeptAnswer run={run} />
        </>
      )}
    </RecordScreen>
  );
};
