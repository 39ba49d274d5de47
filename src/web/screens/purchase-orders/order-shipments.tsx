import { Shipment, type ShipmentItem } from "#contract/shipments.ts";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import { formatCount } from "#web/base/format.ts";
import { RecordFields } from "#web/records/record-fields.tsx";
import { safeUrl } from "#web/base/safe-url.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Flag, Moment, Quantity, Text } from "#web/kit/values.tsx";
import { CustomFields } from "./custom-fields.tsx";

const columns: readonly PlainColumn<ShipmentItem>[] = [
  { header: "SKU", cell: (item) => <Code value={item.sku} /> },
  { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
  { header: "Partial", cell: (item) => <Flag value={item.partial} /> },
  {
    header: "Stock released",
    align: "end",
    cell: (item) => <Quantity amount={item.committedStockReleasedQuantity} />,
  },
  // purchaseOrderItemId means the same and is deprecated (api 2.7).
  {
    header: "Order item",
    cell: (item) => <Code value={item.fulfillmentRequestItemId ?? item.purchaseOrderItemId} />,
  },
];

const nameShipment = (shipment: Shipment, index: number): string =>
  shipment.trackingNumber || `Shipment ${shipment.id ?? index + 1}`;

const Part = ({ shipment, index }: { shipment: Shipment; index: number }) => (
  <article className="order__part" aria-label={nameShipment(shipment, index)}>
    <div className="order__part-head">
      <strong>
        {safeUrl(shipment.trackingUrl) ? (
          <ExternalLink href={shipment.trackingUrl}>
            <bdi>{nameShipment(shipment, index)}</bdi>
          </ExternalLink>
        ) : (
          <bdi>{nameShipment(shipment, index)}</bdi>
        )}
      </strong>
      <span>
        <Text value={[shipment.carrier, shipment.method].filter(Boolean).join(", ")} />
      </span>
      <span className="faint">
        <Moment at={shipment.shippedAt ?? shipment.insertedAt} absolute />
      </span>
      {shipment.partial && <StatusBadge label="Partial" tone="partial" />}
      {shipment.suppressed && <StatusBadge label="Suppressed" tone="still" />}
    </div>
    <LongTable
      of="item"
      label={`Items of ${nameShipment(shipment, index)}`}
      columns={columns}
      rows={shipment.shipmentItems}
      none="This shipment lists no items."
    />
    {shipment.syncError && (
      <p className="order__trouble">
        Not synced to the channel: <bdi>{shipment.syncError}</bdi>
      </p>
    )}
    {shipment.note && (
      <p className="order__note">
        <bdi>{shipment.note}</bdi>
      </p>
    )}
    <details className="order__more">
      <summary>Details</summary>
      <div className="stack">
        <RecordFields record={shipment} names={Object.keys(Shipment.shape)} />
        <CustomFields fields={shipment.customFields} of={nameShipment(shipment, index)} />
      </div>
    </details>
  </article>
);

/** The shipments of an order, with their tracking. */
export const OrderShipments = ({ shipments }: { shipments: readonly Shipment[] }) => (
  <Sheet title="Shipments" note={formatCount(shipments.length, "shipment")} flush>
    {shipments.length === 0 && <p className="plain-table__none">No shipments yet.</p>}
    <FirstRows label="Search shipments" of="shipment" rows={shipments}>
      {(shown) =>
        shown.map((shipment, index) => (
          <Part
            key={shipment.id ?? index}
            shipment={shipment}
            index={shipments.indexOf(shipment)}
          />
        ))
      }
    </FirstRows>
  </Sheet>
);
