import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { RecordFields } from "#web/records/record-fields.tsx";
import { Sheet } from "#web/kit/screen.tsx";

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
