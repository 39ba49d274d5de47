import "./return.css";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "@tanstack/react-router";
import type { ReturnModel } from "#contract/returns.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { returnDetail } from "#web/api/returns.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { ReturnTimelineSheet } from "#web/records/lazy-return-timeline.tsx";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/route-id.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { listMissing } from "#web/records/searched-order.tsx";
import { useOrderSearch } from "#web/records/use-ordered-units.ts";
import { Code, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { MoneySheet } from "./money-sheet.tsx";
import { ReturnAddresses } from "./return-addresses.tsx";
import { ReturnForm } from "./return-form.tsx";
import { ReturnItems } from "./return-items.tsx";
import { ReturnRmas } from "./return-rmas.tsx";
import { listWantedOrders } from "./return-lines.ts";
import { returnName } from "#web/records/return-name.ts";
import { ReturnStatusBadge } from "./return-status.tsx";
import { toRecordId } from "#web/base/record-id.ts";

const Order = ({ orderId }: Pick<ReturnModel, "orderId">) =>
  orderId ? (
    <>
      {orderId}{" "}
      <Link to="/returns" search={{ orderId: String(orderId) }}>
        View returns
      </Link>
    </>
  ) : (
    "–"
  );

const about = (record: ReturnModel, channel: string): KeyValue[] => [
  { label: "Channel", value: <Text value={channel} /> },
  { label: "Order", value: <Order orderId={record.orderId} />, empty: !record.orderId },
  { label: "Goods", value: describeReceived(record.shipmentReceivedStatus) },
  { label: "Return total", value: <Money amount={record.returnTotal} /> },
  { label: "Created", value: <Moment at={record.insertedAt} absolute /> },
  { label: "Updated", value: <Moment at={record.updatedAt} absolute /> },
  {
    label: "Refund last synced",
    value: <Moment at={record.refundLastSyncedAt} absolute />,
    empty: !record.refundLastSyncedAt,
  },
  { label: "Item count", value: <Quantity amount={record.totalReturnItems} /> },
  { label: "RMA count", value: <Quantity amount={record.totalRmas} /> },
];

const ids = (record: ReturnModel): KeyValue[] => [
  { label: "Return ID", value: <Code value={record.id} /> },
  { label: "Account", value: <Code value={record.accountId} /> },
];

/** One return: its items and their results, with the form for its refund and status beside them. */
export const ReturnDetail = () => {
  const id = useRouteId();
  const query = useQuery(returnDetail(toRecordId(id)));
  const channelName = useChannelName(query.isSuccess);
  const sourceName = useSourceName(query.isSuccess);
  const search = useOrderSearch(query.data && listWantedOrders(query.data.value));
  const form = useRef<HTMLDivElement>(null);
  const showForm = () => {
    form.current?.scrollIntoView();
    form.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
  };
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="returns"
      fallback={`Return ${id}`}
      titleOf={returnName}
      statusOf={({ status }) => status}
      crumbs={[{ label: "Returns", to: "/returns" }]}
      beside={({ status }) => <ReturnStatusBadge status={status} />}
      technical={(record) => <KeyValues items={ids(record)} />}
      actions={() => (
        <Button className="return__jump" onClick={showForm}>
          Edit refund and status
        </Button>
      )}
    >
      {(record) => (
        <div className="return">
          <div className="stack">
            <ReturnItems record={record} search={search} />
            <MoneySheet record={record} />
            <ReturnRmas rmas={record.rmas} sourceName={sourceName} />
          </div>
          <div className="return__side" ref={form}>
            <ReturnForm id={toRecordId(id)} record={record} />
          </div>
          <div className="columns">
            <div className="stack">
              <Sheet title="About this return">
                <KeyValues items={about(record, channelName(record.channelId))} />
              </Sheet>
              <ReturnAddresses rmas={record.rmas} />
            </div>
            <ReturnTimelineSheet
              own={{ kind: "returns", id: toRecordId(id) }}
              record={record}
              rmas={record.rmas}
              orders={search.orders}
              missing={listMissing(search)}
              isSearching={search.state === "loading"}
            />
          </div>
        </div>
      )}
    </RecordScreen>
  );
};
