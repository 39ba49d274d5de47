import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { amounts, type Column } from "#web/kit/data-table-model.ts";
import { formatQuantity } from "#web/base/format.ts";
import { Code, Flag, Moment, Text } from "#web/kit/values.tsx";
import { labelReceived } from "./order-filter.ts";
import { FulfillmentBadge, OrderStatus, OrderType } from "./order-status.tsx";
import { orderName, getOrderStatus, getOrderType } from "#web/records/order-names.ts";
import { RowLink } from "#web/records/row-link.tsx";

type NameOf = (id: number | null | undefined) => string;

const shipped = (order: PurchaseOrder): string =>
  `${formatQuantity(order.shippedQuantity ?? 0)} of ${formatQuantity(order.totalQuantity)}`;

/** The list's columns; sources and channels are shown by name where names are known. */
export const purchaseOrderColumns = (
  sourceName: NameOf,
  channelName: NameOf,
): readonly Column<PurchaseOrder>[] => [
  {
    id: "purchaseOrderNumber",
    header: "Order",
    width: 120,
    main: true,
    value: orderName,
    cell: (order) => (
      <RowLink kind="purchase-orders" id={order.id}>
        {orderName(order)}
      </RowLink>
    ),
  },
  {
    id: "purchaseOrderStatus",
    header: "Status",
    width: 185,
    wide: "badge",
    value: (order) => getOrderStatus(order).label,
    cell: (order) => (
      <span className="order-status">
        <OrderStatus order={order} />
      </span>
    ),
  },
  {
    id: "purchaseOrderFulfillmentStatus",
    header: "Fulfillment",
    width: 142,
    wide: "mark",
    value: ({ purchaseOrderFulfillmentStatus: status }) => status?.name ?? status?.handle,
    cell: (order) => <FulfillmentBadge order={order} />,
  },
  {
    id: "sourceId",
    header: "Source",
    width: 178,
    wide: "line",
    value: (order) => sourceName(order.sourceId),
    // The name loads after the rows, on one line and in an element of its own, so that nothing moves.
    cell: (order) => <bdi key={sourceName(order.sourceId)}>{sourceName(order.sourceId)}</bdi>,
  },
  {
    id: "sentAt",
    header: "Sent",
    width: 105,
    value: (order) => order.sentAt,
    cell: (order) => <Moment at={order.sentAt} />,
  },
  {
    id: "shippedQuantity",
    header: "Units shipped",
    width: 110,
    align: "end",
    value: shipped,
    rank: (order) => order.shippedQuantity,
    cell: shipped,
  },
  {
    id: "totalCost",
    header: "Total cost",
    width: 115,
    ...amounts<PurchaseOrder>((order) => order.totalCost),
  },
  {
    id: "channelId",
    header: "Channel",
    width: 170,
    optional: true,
    value: (order) => channelName(order.channelId),
    cell: (order) => <bdi>{channelName(order.channelId)}</bdi>,
  },
  {
    id: "purchaseOrderType",
    header: "Type",
    width: 190,
    optional: true,
    value: (order) => getOrderType(order).label,
    cell: (order) => (
      <span className="order-status">
        <OrderType order={order} />
      </span>
    ),
  },
  {
    id: "purchaseOrderReceivedStatus",
    header: "Received",
    width: 140,
    optional: true,
    value: labelReceived,
    cell: (order) => <Text value={labelReceived(order)} />,
  },
  {
    id: "orderId",
    header: "Order ID",
    width: 90,
    optional: true,
    value: (order) => order.orderId,
    cell: (order) => <Code value={order.orderId} />,
  },
  {
    id: "generatedAt",
    header: "Generated",
    width: 110,
    optional: true,
    value: (order) => order.generatedAt,
    cell: (order) => <Moment at={order.generatedAt} />,
  },
  {
    id: "lastModifiedAt",
    header: "Updated",
    width: 110,
    optional: true,
    value: (order) => order.lastModifiedAt,
    cell: (order) => <Moment at={order.lastModifiedAt} />,
  },
  {
    id: "fflInfoRequired",
    header: "FFL required",
    width: 100,
    optional: true,
    value: (order) => order.fflInfoRequired,
    cell: (order) => <Flag value={order.fflInfoRequired} />,
  },
  {
    id: "tags",
    header: "Tags",
    width: 160,
    optional: true,
    value: (order) => order.tags.join(", "),
    cell: (order) => <Text value={order.tags.join(", ")} />,
  },
];
