import { Link } from "@tanstack/react-router";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Money, Quantity, Text } from "#web/kit/values.tsx";
import { labelReceived } from "./order-filter.ts";
import { formatDimensions } from "./order-shipping.tsx";
import { FulfillmentBadge, OrderStatus, OrderType } from "./order-status.tsx";

type NameOf = (id: number | null | undefined) => string;

interface OrderSummaryProps {
  order: PurchaseOrder;
  sourceName: NameOf;
  channelName: NameOf;
}

const CrossDock = ({ id }: { id: number }) => (
  <>
    Part of a cross-docking request with order{" "}
    <Link to="/purchase-orders/$id" params={{ id: String(id) }}>
      {id}
    </Link>
  </>
);

const OrderId = ({ id }: { id: number }) => (
  <>
    <Code value={id} />{" "}
    <Link to="/returns" search={{ orderId: String(id) }}>
      View returns
    </Link>
  </>
);

const packageSides = (order: PurchaseOrder) => [
  order.packageLength,
  order.packageWidth,
  order.packageHeight,
];

const listFields = ({ order, sourceName, channelName }: OrderSummaryProps): KeyValue[] => [
  { label: "Status", value: <OrderStatus order={order} /> },
  {
    label: "Fulfillment",
    value: <FulfillmentBadge order={order} />,
    empty: !order.purchaseOrderFulfillmentStatus,
  },
  {
    label: "Received",
    value: <Text value={labelReceived(order)} />,
    empty: labelReceived(order) === "",
  },
  { label: "Total cost", value: <Money amount={order.totalCost} /> },
  { label: "Source", value: <bdi>{sourceName(order.sourceId)}</bdi> },
  { label: "Channel", value: <bdi>{channelName(order.channelId)}</bdi> },
  {
    label: "Order ID",
    value: order.orderId ? <OrderId id={order.orderId} /> : "–",
    empty: !order.orderId,
  },
  { label: "Type", value: <OrderType order={order} />, empty: !order.purchaseOrderType },
  {
    label: "Package",
    value: formatDimensions(packageSides(order), order.packageDimensionUnit),
    empty: packageSides(order).every((side) => (side ?? 0) === 0),
  },
  {
    label: "Package weight",
    value: (
      <Quantity
        amount={order.packageWeight}
        unit={order.packageWeightUnit?.abbreviatedHandle ?? null}
      />
    ),
    empty: (order.packageWeight ?? 0) === 0,
  },
  {
    label: "Cross-docking",
    value: order.crossDockPurchaseOrderId ? <CrossDock id={order.crossDockPurchaseOrderId} /> : "–",
    empty: !order.crossDockPurchaseOrderId,
  },
  {
    label: "Note to the source",
    value: <Text value={order.note} />,
    empty: !order.note,
    wide: Boolean(order.note),
  },
];

/** The most important fields of an order. */
export const OrderSummary = (props: OrderSummaryProps) => (
  <Sheet title="About this order">
    <KeyValues items={listFields(props)} />
  </Sheet>
);
