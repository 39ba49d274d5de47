import { Link } from "@tanstack/react-router";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Money, Text } from "#web/kit/values.tsx";
import { getOrderStatus } from "#web/records/order-names.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { labelReceived } from "./order-filter.ts";
import { FulfillmentBadge, OrderStatus, OrderType } from "./order-status.tsx";

type NameOf = (id: number | null | undefined) => string;

export interface OrderSummaryProps {
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
    <CopyCode value={id} what="order ID" />{" "}
    <Link to="/returns" search={{ orderId: String(id) }}>
      View returns
    </Link>
  </>
);

const listFields = ({ order, sourceName, channelName }: OrderSummaryProps): KeyValue[] => [
  {
    label: "Status",
    value: <OrderStatus order={order} />,
    // It is beside the title.
    empty: getOrderStatus(order).was === undefined,
  },
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

const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  {
    title: "Money and units",
    names: [
      "estimatedShippingCost",
      "estimatedDropshipFee",
      "totalItems",
      "totalQuantity",
      "shippedQuantity",
      "totalSourceInvoices",
      "shippedStatus",
    ],
  },
  {
    title: "Shipping",
    names: [
      "carrierCode",
      "methodCode",
      "rateShoppedId",
      "buyShippingLabel",
      "suppressTracking",
      "shippingDistance",
      "totalWeight",
      "confirmationNumber",
      "fflInfoRequired",
      "shippingText",
    ],
  },
  {
    title: "IDs and accounting",
    names: [
      "id",
      "accountId",
      "orderId",
      "sourceId",
      "channelId",
      "shippingAddressId",
      "billingAddressId",
      "sourceShippingMethodId",
      "externalAccountingId",
      "accountingSynced",
      "beingProcessed",
      "purchaseOrderNumber",
    ],
  },
];

/** Fields shown in the summary, the timeline, the notices and the attachments. */
const shownElsewhere = [
  "totalCost",
  "packageLength",
  "packageWidth",
  "packageHeight",
  "packageWeight",
  "crossDockPurchaseOrderId",
  "note",
  "sentAt",
  "acknowledgedAt",
  "secondaryAcknowledgedAt",
  "canceledAt",
  "generatedAt",
  "voidedAt",
  "lastModifiedAt",
  "holdUntil",
  "fullyReceivedAt",
  "voidedReason",
  "processingErrorReason",
  "cancelReason",
  "shippingLabelAttachmentLink",
  "packingSlipAttachmentLink",
  "purchaseOrderStatus",
  "purchaseOrderFulfillmentStatus",
  "purchaseOrderReceivedStatus",
  "purchaseOrderType",
  "packageDimensionUnit",
  "packageWeightUnit",
  "shippingAddress",
  "billingAddress",
  "sourceShippingMethod",
  "purchaseOrderPackage",
  "orderFFL",
];

const deprecated = { shippingText: "sourceShippingMethod" };
const grouped = groups.flatMap(({ names }) => names);
const known = Object.keys(PurchaseOrder.shape);

/** The fields of a group, with fields that this console does not know at the end. */
const pickFields = (order: PurchaseOrder, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, (order as Readonly<Record<string, unknown>>)[name]]),
  );

/** All other fields of an order, grouped by subject. */
export const OrderFields = ({ order }: { order: PurchaseOrder }) => {
  const others = [...new Set([...known, ...Object.keys(order)])].filter(
    (name) => !grouped.includes(name) && !shownElsewhere.includes(name),
  );
  const unknown = others.filter((name) => !known.includes(name));
  return (
    <Sheet title="All fields">
      <div className="stack">
        {[...groups, ...(unknown.length > 0 ? [{ title: "Other", names: unknown }] : [])].map(
          ({ title, names }) => (
            <div key={title} className="stack order__group">
              <h3 className="label">{title}</h3>
              <RecordFields
                record={pickFields(order, names)}
                names={names}
                deprecated={deprecated}
              />
            </div>
          ),
        )}
      </div>
    </Sheet>
  );
};
