import "./order.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { OrderFFL } from "#contract/order-ffl.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { AddressBlock } from "#web/ui/address-block.tsx";
import { counted } from "#web/ui/format.ts";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { PlainTable } from "#web/ui/plain-table.tsx";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { RecordScreen } from "#web/ui/record-screen.tsx";
import { useRouteId } from "#web/ui/route-id.ts";
import { Sheet } from "#web/ui/screen.tsx";
import { ExternalLink, Moment, Money, Quantity, Text } from "#web/ui/values.tsx";
import { OrderInvoices } from "./order-invoices.tsx";
import { OrderItems } from "./order-items.tsx";
import { OrderShipments } from "./order-shipments.tsx";
import { dimensionsInWords, OrderPackage, OrderShippingMethod } from "./order-shipping.tsx";
import { FulfillmentBadge, OrderStatusBadge, OrderType } from "./order-status.tsx";
import { orderName } from "./order-words.ts";
import { timelineOf } from "./timeline.ts";

type NameOf = (id: number | null | undefined) => string;

const summary = (order: PurchaseOrder, sourceName: NameOf, channelName: NameOf): KeyValue[] => [
  { label: "Status", value: <OrderStatusBadge order={order} full /> },
  { label: "Fulfilment", value: <FulfillmentBadge order={order} /> },
  { label: "Received", value: <Text value={order.purchaseOrderReceivedStatus?.handle} /> },
  { label: "Type", value: <OrderType order={order} /> },
  { label: "Source", value: <bdi>{sourceName(order.sourceId)}</bdi> },
  { label: "Channel", value: <bdi>{channelName(order.channelId)}</bdi> },
  { label: "Total cost", value: <Money amount={order.totalCost} /> },
  {
    label: "Package",
    value: dimensionsInWords(
      [order.packageLength, order.packageWidth, order.packageHeight],
      order.packageDimensionUnit,
    ),
  },
  {
    label: "Package weight",
    value: (
      <Quantity
        amount={order.packageWeight}
        unit={order.packageWeightUnit?.abbreviatedHandle ?? null}
      />
    ),
  },
  {
    label: "Cross-docked with",
    value: order.crossDockPurchaseOrderId ? (
      <Link to="/purchase-orders/$id" params={{ id: String(order.crossDockPurchaseOrderId) }}>
        {order.crossDockPurchaseOrderId}
      </Link>
    ) : (
      "–"
    ),
  },
  { label: "Note to the source", value: <Text value={order.note} />, wide: true },
];

const inSummary = [
  "totalCost",
  "packageLength",
  "packageWidth",
  "packageHeight",
  "packageWeight",
  "crossDockPurchaseOrderId",
  "note",
  // Records of their own, shown above where there are any.
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

const Timeline = ({ order }: { order: PurchaseOrder }) => {
  const told = timelineOf(order);
  return (
    <Sheet title="Timeline">
      {told.length === 0 ? (
        <p className="faint">No date is known.</p>
      ) : (
        <ol className="order__timeline">
          {told.map(({ label, at, reason, tone }, index) => (
            <li key={index} data-tone={tone}>
              <strong>{label}</strong>
              <Moment at={at} absolute />
              {reason && (
                <span>
                  <bdi>{reason}</bdi>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
};

const Addresses = ({ order }: { order: PurchaseOrder }) => (
  <Sheet title="Addresses">
    <div className="order__addresses">
      <div>
        <h3 className="label">Ships to</h3>
        <AddressBlock address={order.shippingAddress} />
      </div>
      <div>
        <h3 className="label">Billed to</h3>
        <AddressBlock address={order.billingAddress} />
      </div>
    </div>
  </Sheet>
);

const Attachments = ({ order }: { order: PurchaseOrder }) => {
  const named = [
    ["Shipping label", order.shippingLabelAttachmentLink],
    ["Packing slip", order.packingSlipAttachmentLink],
    ...order.attachmentLinks
      .filter(
        (link) =>
          link !== order.shippingLabelAttachmentLink && link !== order.packingSlipAttachmentLink,
      )
      .map((link, index) => [`Attachment ${index + 1}`, link]),
  ].filter(([, link]) => link);
  return (
    <Sheet title="Attachments" note={counted(named.length, "file")}>
      {named.length === 0 ? (
        <p className="faint">No labels or packing slips are attached.</p>
      ) : (
        <ul className="stack">
          {named.map(([name, link]) => (
            <li key={link}>
              <ExternalLink href={link}>{name}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
};

const License = ({ license }: { license: OrderFFL }) => {
  const [now] = useState(() => Date.now());
  const over = Date.parse(license.expiresAt ?? "") < now;
  return (
    <Sheet title="Firearm licence" note={over && <strong>Expired</strong>}>
      <RecordFields record={license} names={Object.keys(OrderFFL.shape)} />
    </Sheet>
  );
};

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length === 0 ? (
    <p className="faint">No tags.</p>
  ) : (
    <ul className="order__tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className="badge">
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  );

const Attributes = ({ order }: { order: PurchaseOrder }) => (
  <Sheet title="Attributes and tags">
    <div className="stack">
      <Tags tags={order.tags} />
      <PlainTable
        label="Attributes of this order"
        rows={order.purchaseOrderAttributes}
        columns={[
          { header: "Attribute", cell: ({ key }) => <Text value={key} /> },
          { header: "Value", cell: ({ value }) => <Text value={value} /> },
        ]}
        none="No attributes."
      />
    </div>
  </Sheet>
);

const Details = ({ order }: { order: PurchaseOrder }) => (
  <Sheet title="All fields">
    <RecordFields
      record={order}
      names={Object.keys(PurchaseOrder.shape)}
      leaveOut={inSummary}
      deprecated={{ shippingText: "sourceShippingMethod" }}
    />
  </Sheet>
);

/** One purchase order, whole. Opening it changes nothing. */
export const PurchaseOrderDetail = () => {
  const id = useRouteId();
  const query = useQuery(purchaseOrderDetail(Number(id)));
  const sourceName = useSourceName(query.isSuccess);
  const channelName = useChannelName(query.isSuccess);
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="purchase-orders"
      fallback={`purchase order ${id}`}
      titleOf={orderName}
      statusOf={(order) => order.purchaseOrderStatus?.name}
      crumbs={[{ label: "Purchase orders", to: "/purchase-orders" }]}
      beside={(order) => <OrderStatusBadge order={order} />}
    >
      {(order) => (
        <>
          <Sheet title="About this order">
            <KeyValues items={summary(order, sourceName, channelName)} />
          </Sheet>
          <Timeline order={order} />
          <OrderItems items={order.purchaseOrderItems} />
          <OrderShipments shipments={order.shipments} />
          <OrderInvoices invoices={order.invoices} />
          <div className="columns">
            <Addresses order={order} />
            <Attachments order={order} />
          </div>
          {order.orderFFL && <License license={order.orderFFL} />}
          {order.purchaseOrderPackage && <OrderPackage box={order.purchaseOrderPackage} />}
          {order.sourceShippingMethod && (
            <OrderShippingMethod method={order.sourceShippingMethod} />
          )}
          <Attributes order={order} />
          <Details order={order} />
        </>
      )}
    </RecordScreen>
  );
};
