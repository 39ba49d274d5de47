import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { receivedOrdersText } from "#web/api/received-orders.ts";
import { download } from "#web/base/download.ts";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { type PlainColumn } from "#web/kit/plain-table.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { notify } from "#web/kit/notify.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { orderName, OrderStatusBadge } from "#web/records/order-names.tsx";
import { orderLines } from "./orders-file.ts";

type NameOf = (id: number | null | undefined) => string;

/** An order's number, which links to the current order. */
export const OrderLink = ({ order }: { order: PurchaseOrder }) =>
  order.id === null || order.id === undefined ? (
    <Text value={orderName(order)} />
  ) : (
    <Link to="/purchase-orders/$id" params={{ id: String(order.id) }} className="receive__number">
      <bdi>{orderName(order)}</bdi>
    </Link>
  );

/** The columns after the number in every list of received orders. */
export const orderFacts = (sourceName: NameOf): readonly PlainColumn<PurchaseOrder>[] => [
  { header: "ID", align: "end", cell: ({ id }) => <CopyCode value={id} what="order ID" /> },
  { header: "Source", cell: ({ sourceId }) => <bdi>{sourceName(sourceId)}</bdi> },
  { header: "Status", cell: (order) => <OrderStatusBadge order={order} /> },
  {
    header: "Units",
    align: "end",
    cell: ({ totalQuantity }) => <Quantity amount={totalQuantity} />,
  },
  { header: "Cost", align: "end", cell: ({ totalCost }) => <Money amount={totalCost} /> },
  {
    header: "Ships to",
    cell: ({ shippingAddress: to }) => (
      <Text value={[to?.name, to?.city, to?.stateCode].filter(Boolean).join(", ")} />
    ),
  },
  { header: "Sent", cell: ({ sentAt }) => <Moment at={sentAt} absolute /> },
];

const orderColumns = (sourceName: NameOf): readonly PlainColumn<PurchaseOrder>[] => [
  { header: "Order", cell: (order) => <OrderLink order={order} /> },
  ...orderFacts(sourceName),
];

const Downloads = ({ id, orders }: { id: number; orders: readonly PurchaseOrder[] }) => {
  const json = () =>
    receivedOrdersText(id).then(
      (text) => download(`received-orders-${id}.json`, "application/json", text),
      () => notify("Couldn't load the file. Try again."),
    );
  return (
    <div className="row">
      <Button size="xs" onClick={() => downloadCsv(`received-orders-${id}`, orderLines(orders))}>
        Download CSV
      </Button>
      <Button size="xs" onClick={() => void json()}>
        Download JSON
      </Button>
    </div>
  );
};

interface RunOrdersProps {
  id: number;
  orders: readonly PurchaseOrder[];
  /** Shown if there are none. */
  none: string;
  sourceName: NameOf;
}

/** The orders of a run, as they were received, to view and to download. */
export const RunOrders = ({ id, orders, none, sourceName }: RunOrdersProps) => (
  <Sheet title="Orders" note={orders.length > 0 && <Downloads id={id} orders={orders} />} flush>
    <LongTable
      of="order"
      label="Orders of this batch"
      rows={orders}
      columns={orderColumns(sourceName)}
      none={none}
    />
  </Sheet>
);
