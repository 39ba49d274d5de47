import type { RmaItem, RmaShipment, RmaStatus } from "#contract/rmas.ts";
import { documentPath, type DocumentKind } from "./demo-documents.ts";
import { imageMarker } from "./demo-image.ts";
import { channelsWithRetention } from "./demo-parties.ts";
import type { Received, ReturnedLine } from "./demo-rma-items.ts";
import { parcel } from "./demo-shipments.ts";
import { services } from "./demo-shipping.ts";
import { day, hour, iso, isoOrNull } from "./demo-time.ts";
import type { OrderWorld } from "./order-draft.ts";
import { redacted } from "./people.ts";
import { createRandom } from "./random.ts";
import type { ShippedOrder } from "./shipped-orders.ts";

/** The input of one RMA. */
export interface RmaPlan {
  returnId: number;
  order: ShippedOrder;
  returned: readonly ReturnedLine[];
  status: RmaStatus;
  createdAt: number;
}

/** Whether the personal data of an RMA is redacted. */
export const isExpired = ({ now }: OrderWorld, { order, createdAt }: RmaPlan): boolean =>
  channelsWithRetention.has(order.channelId) && now - createdAt > 300 * day;

/** The stages of the parcel, with the received share of each. */
export const parcelStages = {
  "Shipment Created": "none",
  "Shipment Sent": "none",
  "Shipment Received": "all",
  "Shipment Partially Received": "some",
  "Shipment Voided": "none",
} as const satisfies Record<string, Received>;
type ParcelStage = keyof typeof parcelStages;

const stageWeights: Readonly<Record<RmaStatus, Readonly<Record<ParcelStage | "none", number>>>> = {
  Waiting: stages(45, 12, 22, 12, 8, 1),
  "Partially Approved": stages(12, 10, 24, 34, 18, 2),
  Approved: stages(6, 3, 8, 72, 9, 2),
  Denied: stages(50, 0, 5, 40, 5, 0),
  Voided: stages(55, 5, 0, 0, 0, 40),
  Canceled: stages(80, 0, 0, 0, 0, 20),
};

function stages(
  none: number,
  created: number,
  sent: number,
  received: number,
  partly: number,
  voided: number,
) {
  return {
    none,
    "Shipment Created": created,
    "Shipment Sent": sent,
    "Shipment Received": received,
    "Shipment Partially Received": partly,
    "Shipment Voided": voided,
  };
}

/** A parcel needs some days: the goods of a recent authorization cannot have arrived. */
export const chooseStage = ({ random, now }: OrderWorld, { status, createdAt }: RmaPlan) => {
  const stage = random.weighted(stageWeights[status]);
  const arrived = stage !== "none" && parcelStages[stage] !== "none";
  return arrived && now - createdAt < 4 * day ? "Shipment Sent" : stage;
};

const createAttachments = (
  { ids, random }: OrderWorld,
  rmaId: number,
  shipmentId: number,
  number: string,
): RmaShipment["attachments"] => {
  const attach = (attachmentType: string, kind: DocumentKind) => ({
    id: ids.next("rmaAttachment"),
    rmaId,
    rmaShipmentId: shipmentId,
    attachmentType,
    attachmentUrl: imageMarker + documentPath(kind, number),
  });
  if (!random.chance(0.85)) return [];
  const label = attach("shipping_label", "return-label");
  return rmaId % 3 === 1 ? [label, attach("packing_slip", "packing-slip")] : [label];
};

/** The RMA of a parcel, as far as it is generated. */
interface ParcelRma {
  id: number;
  number: string;
  items: readonly (RmaItem & { id: number; quantity: number })[];
}

/** The units of each line that are in a parcel. */
type CountUnits = (item: ParcelRma["items"][number]) => number;

const createShipment = (
  world: OrderWorld,
  plan: RmaPlan,
  rma: ParcelRma,
  stage: ParcelStage,
  countUnits: CountUnits,
): RmaShipment => {
  const { random, ids, now } = world;
  const id = ids.next("rmaShipment");
  const createdAt = Math.min(now - hour, plan.createdAt + random.next() * day);
  const sentAt = Math.min(now - hour / 2, createdAt + random.next() * 3 * day);
  const { order } = plan;
  const owner = {
    orderId: order.orderId,
    purchaseOrderId: null,
    rmaId: rma.id,
    sourceId: order.sourceId,
    crossDockPurchaseOrderId: null,
  };
  const shipment = parcel(random, ids, owner, random.pick(services.slice(0, 6)), sentAt);
  const isSent = stage !== "Shipment Created" && stage !== "Shipment Voided";
  const isPartial = rma.items.some((item) => countUnits(item) < item.quantity);
  return {
    id,
    rmaId: rma.id,
    accountId: 1,
    shipment: {
      ...shipment,
      shippedAt: isSent ? shipment.shippedAt : null,
      partial: isPartial,
      shipmentItems: rma.items.flatMap((item, index) => {
        const units = countUnits(item);
        if (units === 0) return [];
        return {
          id: ids.next("shipmentItem"),
          shipmentId: shipment.id,
          inventoryVariantId: plan.returned[index]?.line.variantId ?? null,
          orderItemId: plan.returned[index]?.line.orderItemId ?? null,
          purchaseOrderItemId: null,
          fulfillmentRequestItemId: null,
          committedStockReleasedQuantity: 0,
          rmaItemId: item.id,
          quantity: units,
          sku: item.sku ?? null,
          partial: units < item.quantity,
        };
      }),
    },
    shippingAddress: isExpired(world, plan) ? redacted(order.address) : order.address,
    attachments: createAttachments(world, rma.id, id, rma.number),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(isSent ? sentAt : undefined),
    rmaShipmentStatus: stage,
  };
};

/**
 * Generates the parcels of an RMA. Units that were received in part came in one parcel or in two, of which the second is
 * under way. The second one has random numbers of its own, so that the records after it do not depend on it.
 */
export const createRmaShipments = (
  world: OrderWorld,
  plan: RmaPlan,
  rma: ParcelRma,
  stage: ParcelStage,
): RmaShipment[] => {
  const isPart = stage === "Shipment Partially Received";
  const hasUnits = rma.items.some(({ receivedQuantity }) => (receivedQuantity ?? 0) > 0);
  if (!isPart || !hasUnits || rma.id % 2 === 1) {
    const own = isPart && !hasUnits ? "Shipment Sent" : stage;
    return [createShipment(world, plan, rma, own, ({ quantity }) => quantity)];
  }
  const second = { ...world, random: createRandom(rma.id) };
  const received: CountUnits = (item) => item.receivedQuantity ?? 0;
  return [
    createShipment(world, plan, rma, "Shipment Received", received),
    createShipment(second, plan, rma, "Shipment Sent", (item) => item.quantity - received(item)),
  ];
};
