import type { RmaShipment } from "#contract/rmas.ts";
import { AddressBlock } from "#web/ui/address-block.tsx";
import { formatCount } from "#web/ui/format.ts";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { StatusBadge, type Tone } from "#web/ui/status-badge.tsx";
import { Code, ExternalLink, Moment, Text } from "#web/ui/values.tsx";

const tones: Readonly<Record<string, Tone>> = {
  "Shipment Created": "still",
  "Shipment Sent": "calm",
  "Shipment Received": "good",
  "Shipment Partially Received": "partial",
  "Shipment Voided": "still",
};

const Tracking = ({ shipment }: { shipment: RmaShipment["shipment"] }) =>
  shipment ? (
    <div>
      <div>
        <Text value={[shipment.carrier, shipment.method].filter(Boolean).join(", ")} />
      </div>
      <ExternalLink href={shipment.trackingUrl}>
        <Code value={shipment.trackingNumber} />
      </ExternalLink>
    </div>
  ) : (
    <>–</>
  );

const columns: readonly PlainColumn<RmaShipment>[] = [
  {
    header: "Status",
    cell: (one) => (
      <StatusBadge label={one.rmaShipmentStatus} tone={tones[one.rmaShipmentStatus ?? ""]} />
    ),
  },
  { header: "Tracking", cell: (one) => <Tracking shipment={one.shipment} /> },
  { header: "Created", cell: (one) => <Moment at={one.createdAt} absolute /> },
  { header: "Sent", cell: (one) => <Moment at={one.sentAt} absolute /> },
  { header: "Ships to", cell: (one) => <AddressBlock address={one.shippingAddress} /> },
  {
    header: "Attachments",
    cell: (one) =>
      one.attachments.length === 0 ? (
        "–"
      ) : (
        <div>
          {one.attachments.map((file, index) => (
            <div key={file.id ?? index}>
              <ExternalLink href={file.attachmentUrl}>{file.attachmentType || "File"}</ExternalLink>
            </div>
          ))}
        </div>
      ),
  },
];

/** The shipments of the returned goods. */
export const RmaShipments = ({ shipments }: { shipments: readonly RmaShipment[] }) => (
  <Sheet title="Shipments" note={formatCount(shipments.length, "shipment")} flush>
    <PlainTable
      label="Shipments of this RMA"
      columns={columns}
      rows={shipments}
      none="No shipments yet."
    />
  </Sheet>
);
