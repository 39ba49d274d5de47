import "./rma-shipments.css";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import type { Rma, RmaItem, RmaShipment } from "#contract/rmas.ts";
import { Shipment, type ShipmentItem } from "#contract/shipments.ts";
import { AddressBlock, TrackingNumber } from "#web/records/shipping.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { lineName } from "./line-fields.ts";

const tones: Readonly<Record<string, Tone>> = {
  "Shipment Created": "still",
  "Shipment Sent": "calm",
  "Shipment Received": "good",
  "Shipment Partially Received": "partial",
  "Shipment Voided": "still",
};

const Attachments = ({ files }: { files: RmaShipment["attachments"] }) =>
  files.length === 0 ? (
    "–"
  ) : (
    <ul className="rma-shipment__files">
      {files.map((file, index) => (
        <li key={file.id ?? index}>
          <ExternalLink href={file.attachmentUrl}>
            {describeAttachment(file.attachmentType)}
          </ExternalLink>
        </li>
      ))}
    </ul>
  );

/** "shipping_label" as "Shipping label"; a type in another form stays as it is. */
const describeAttachment = (type: string | null | undefined): string =>
  /^[a-z]+(_[a-z]+)*$/.test(type ?? "")
    ? type!.charAt(0).toUpperCase() + type!.slice(1).replaceAll("_", " ")
    : type || "File";

const describe = ({ shipment, ...one }: RmaShipment): KeyValue[] => [
  { label: "Carrier", value: <Text value={shipment?.carrier} /> },
  { label: "Service", value: <Text value={shipment?.method} /> },
  {
    label: "Tracking number",
    value: <TrackingNumber number={shipment?.trackingNumber} url={shipment?.trackingUrl} />,
  },
  { label: "Created", value: <Moment at={one.createdAt} absolute /> },
  { label: "Sent", value: <Moment at={one.sentAt} absolute />, empty: !one.sentAt },
  {
    label: "Shipped",
    value: <Moment at={shipment?.shippedAt} absolute />,
    empty: !shipment?.shippedAt,
  },
  { label: "Shipping cost", value: <Money amount={shipment?.shippingCost} /> },
  { label: "Attachments", value: <Attachments files={one.attachments} /> },
  { label: "Ships to", value: <AddressBlock address={one.shippingAddress} /> },
  ...(shipment?.note ? [{ label: "Note", value: <Text value={shipment.note} />, wide: true }] : []),
  ...(shipment?.syncError
    ? [
        {
          label: "Not synced to the channel",
          value: <Text value={shipment.syncError} />,
          wide: true,
        },
      ]
    : []),
];

const createColumns = (items: readonly RmaItem[]): readonly PlainColumn<ShipmentItem>[] => {
  const names = new Map(items.map((item) => [item.id, lineName(item)]));
  return [
    {
      header: "Item",
      cell: ({ rmaItemId, sku }) => <Text value={(rmaItemId && names.get(rmaItemId)) || sku} />,
    },
    { header: "SKU", cell: ({ sku }) => <Code value={sku} /> },
    { header: "Units", align: "end", cell: ({ quantity }) => <Quantity amount={quantity} /> },
  ];
};

const Part = ({ rma, one, place }: { rma: Rma; one: RmaShipment; place: number }) => {
  const name = `Shipment ${formatQuantity(place)} of ${formatQuantity(rma.rmaShipments.length)}`;
  const { shipment } = one;
  return (
    <article className="rma-shipment" aria-label={name}>
      <div className="rma-shipment__head">
        <h3>{name}</h3>
        <StatusBadge label={one.rmaShipmentStatus} tone={tones[one.rmaShipmentStatus ?? ""]} />
        {shipment?.partial && <StatusBadge label="Partial" tone="partial" />}
      </div>
      <KeyValues items={describe(one)} />
      {shipment && (
        <>
          <LongTable
            of="item"
            label={`Items of ${name}`}
            columns={createColumns(rma.items)}
            rows={shipment.shipmentItems}
            none="This shipment lists no items."
          />
          <details className="raw">
            <summary>All fields of {name.toLowerCase()}</summary>
            <RecordFields record={shipment} names={Object.keys(Shipment.shape)} />
          </details>
        </>
      )}
    </article>
  );
};

/** The shipments of the returned goods: tracking, dates, files and items of each. */
export const RmaShipments = ({ rma }: { rma: Rma }) => (
  <Sheet title="Shipments" note={formatCount(rma.rmaShipments.length, "shipment")} flush>
    {rma.rmaShipments.length === 0 && <p className="plain-table__none">No shipments yet.</p>}
    <FirstRows label="Search shipments" of="shipment" rows={rma.rmaShipments}>
      {(shown) =>
        shown.map((one, index) => (
          <Part
            key={one.id ?? index}
            rma={rma}
            one={one}
            place={rma.rmaShipments.indexOf(one) + 1}
          />
        ))
      }
    </FirstRows>
  </Sheet>
);
