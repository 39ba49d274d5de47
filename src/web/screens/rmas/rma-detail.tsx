import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Rma } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { AddressBlock } from "#web/records/shipping.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { ReturnTimelineSheet } from "#web/records/lazy-return-timeline.tsx";
import { ListKeys } from "#web/kit/list-keys.tsx";
import { RecordNav, RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { listMissing } from "#web/records/searched-order.tsx";
import { Code, Flag, Moment, Money, Text } from "#web/kit/values.tsx";
import { RmaRunResult } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { rmaKeyWords } from "#web/screens/rmas/queue/queue-keys.ts";
import { describePlace, useQueue } from "./rma-queue.ts";
import { SnippetsButton } from "./snippets-button.tsx";
import { listReturnRmas, useRmaReturn } from "./use-rma-return.ts";
import { RmaShipments } from "./rma-shipments.tsx";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { toRecordId } from "#web/base/record-id.ts";

const about = (rma: Rma, source: string): KeyValue[] => [
  { label: "Source", value: <Text value={source} /> },
  {
    label: "Return",
    value: rma.returnId ? (
      <Link to="/returns/$id" params={{ id: String(rma.returnId) }}>
        {rma.returnId}
      </Link>
    ) : (
      "–"
    ),
    empty: !rma.returnId,
  },
  { label: "Goods", value: describeReceived(rma.shipmentReceivedStatus) },
  { label: "Line count", value: <Text value={rma.totalRmaItems} /> },
  { label: "Created", value: <Moment at={rma.createdAt} absolute /> },
  { label: "Updated", value: <Moment at={rma.updatedAt} absolute /> },
];

const ids = (rma: Rma): KeyValue[] => [
  { label: "RMA ID", value: <Code value={rma.id} /> },
  { label: "Account", value: <Code value={rma.accountId} /> },
];

const credit = (rma: Rma): KeyValue[] => [
  { label: "Subtotal", value: <Money amount={rma.creditSubtotal} /> },
  { label: "Adjustment", value: <Money amount={rma.creditAdjustment} /> },
  { label: "Total", value: <Money amount={rma.creditTotal} /> },
  {
    label: "Sync credit changes to order",
    value: <Flag value={rma.syncCreditChangesToOrder} />,
    empty: (rma.syncCreditChangesToOrder ?? null) === null,
  },
  {
    label: "Credit last synced",
    value: <Moment at={rma.creditLastSyncedAt} absolute />,
    empty: !rma.creditLastSyncedAt,
  },
  {
    label: "Synced to accounting",
    value: <Moment at={rma.accountingSyncedAt} absolute />,
    empty: !rma.accountingSyncedAt,
  },
  ...(rma.accountingError
    ? [{ label: "Accounting error", value: <Text value={rma.accountingError} />, wide: true }]
    : []),
];

/** One RMA: the decision first, everything else below it. */
export const RmaDetail = () => {
  const id = useRouteId();
  const query = useQuery(rmaDetail(toRecordId(id)));
  const sourceName = useSourceName(query.isSuccess);
  const queue = useQueue(toRecordId(id), query.isSuccess);
  const { order, record, missing, isLoading } = useRmaReturn(query.data?.value);
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="rmas"
      fallback={`RMA ${id}`}
      titleOf={rmaName}
      statusOf={(rma) => rma.rmaStatus}
      crumbs={[{ label: "RMAs", to: "/rmas" }]}
      actions={() => (
        <>
          <SnippetsButton />
          <ListKeys keys={rmaKeyWords} />
        </>
      )}
      nav={
        <RecordNav
          kind="rmas"
          place={queue.place}
          words={queue.place && describePlace(queue.place)}
        />
      }
      beside={(rma) => <RmaStatusBadge status={rma.rmaStatus} />}
      technical={(rma) => <KeyValues items={ids(rma)} />}
    >
      {(rma) => (
        <DecisionForm
          id={toRecordId(id)}
          rma={rma}
          next={queue.place?.next}
          queue={queue.state}
          order={order}
        >
          <RmaShipments rma={rma} />
          <div className="columns">
            <div className="stack">
              <RmaRunResult id={toRecordId(id)} />
              <Sheet title="About this RMA">
                <KeyValues items={about(rma, sourceName(rma.sourceId))} />
              </Sheet>
              <Sheet title="Credit">
                <KeyValues items={credit(rma)} />
              </Sheet>
              <Sheet title="Return to">
                <AddressBlock address={rma.returnToAddress} />
              </Sheet>
            </div>
            <ReturnTimelineSheet
              own={{ kind: "rmas", id: toRecordId(id) }}
              record={record}
              rmas={listReturnRmas(rma, record)}
              orders={order.search.orders}
              missing={[...missing, ...listMissing(order.search)]}
              isSearching={order.search.state === "loading"}
              isLoading={isLoading}
            />
          </div>
        </DecisionForm>
      )}
    </RecordScreen>
  );
};
