import {
  computeCreditTotals,
  computeRmaStatus,
  type Rma,
  type RmaItem,
  type RmaShipment,
  type RmaStatus,
} from "#contract/rmas.ts";
import { documentPath } from "./demo-documents.ts";
import { imageMarker } from "./demo-image.ts";
import { channelsWithRetention, sourceProfiles } from "./demo-parties.ts";
import type { OrderWorld } from "./order-draft.ts";
import { rmaItems, type Received, type ReturnedLine } from "./demo-rma-items.ts";
import { parcel } from "./demo-shipments.ts";
import { services } from "./demo-shipping.ts";
import { day, hour, iso, isoOrNull } from "./demo-time.ts";
import { redacted } from "./people.ts";
import { accountingErrors } from "./return-words.ts";
import type { ShippedOrder } from "./shipped-orders.ts";

/** The input of one RMA. */
export interface RmaPlan {
  returnId: number;
  order: ShippedOrder;
  returned: readonly ReturnedLine[];
  status: RmaStatus;
  createdAt: number;
}

/** The stages of the parcel, with the received share of each. */
const parcelStages = {
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
const createStage = ({ random, now }: OrderWorld, { status, createdAt }: RmaPlan) => {
  const stage = random.weighted(stageWeights[status]);
  const arrived = stage !== "none" && parcelStages[stage] !== "none";
  return arrived && now - createdAt < 4 * day ? "Shipment Sent" : stage;
};

const isExpired = ({ now }: OrderWorld, { order, createdAt }: RmaPlan): boolean =>
  channelsWithRetention.has(order.channelId) && now - createdAt > 300 * day;

const createAttachments = (
  { ids, random }: OrderWorld,
  rmaId: number,
  shipmentId: number,
  number: string,
) =>
  random.chance(0.85)
    ? [
        {
          id: ids.next("rmaAttachment"),
          rmaId,
          rmaShipmentId: shipmentId,
          attachmentType: "shipping_label",
          attachmentUrl: imageMarker + documentPath("return-label", number),
        },
      ]
    : [];

const createShipment = (
  world: OrderWorld,
  plan: RmaPlan,
  rma: {
    id: number;
    number: string;
    items: readonly (RmaItem & { id: number; quantity: number })[];
  },
  stage: ParcelStage,
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
  return {
    id,
    rmaId: rma.id,
    accountId: 1,
    shipment: {
      ...shipment,
      shippedAt: isSent ? shipment.shippedAt : null,
      partial: false,
      shipmentItems: rma.items.map((item, index) => ({
        id: ids.next("shipmentItem"),
        shipmentId: shipment.id,
        inventoryVariantId: plan.returned[index]?.line.variantId ?? null,
        orderItemId: plan.returned[index]?.line.orderItemId ?? null,
        purchaseOrderItemId: null,
        fulfillmentRequestItemId: null,
        committedStockReleasedQuantity: 0,
        rmaItemId: item.id,
        quantity: item.quantity,
        sku: item.sku ?? null,
        partial: false,
      })),
    },
    shippingAddress: isExpired(world, plan) ? redacted(order.address) : order.address,
    attachments: createAttachments(world, rma.id, id, rma.number),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(isSent ? sentAt : undefined),
    rmaShipmentStatus: stage,
  };
};

const computeReceivedStatus = (items: readonly RmaItem[]) => {
  const received = items.reduce((sum, item) => sum + (item.receivedQuantity ?? 0), 0);
  const all = items.reduce((sum, item) => sum + (item.quantity ?? 0), 0);
  return received === 0
    ? "not_received"
    : received >= all
      ? "fully_received"
      : "partially_received";
};

const createCredit = (
  { random, now }: OrderWorld,
  items: readonly RmaItem[],
  status: RmaStatus,
  updatedAt: number,
) => {
  const settled = status === "Approved" || status === "Partially Approved";
  const creditAdjustment = settled && random.chance(0.2) ? random.pick([-5, -2.5, 4.99, -12.4]) : 0;
  const failed = settled && random.chance(0.12);
  const synced = isoOrNull(
    status === "Approved" && !failed ? Math.min(now, updatedAt + hour) : undefined,
  );
  return {
    ...computeCreditTotals(items, creditAdjustment),
    creditAdjustment,
    creditLastSyncedAt: synced,
    accountingSyncedAt: synced,
    syncCreditChangesToOrder: random.chance(0.7),
    accountingError: failed ? random.pick(accountingErrors) : null,
  };
};

/** Voided and Canceled are kept; the other statuses follow from the lines (neighbours). */
const finalStatus = (status: RmaStatus, items: readonly RmaItem[]): RmaStatus =>
  status === "Voided" || status === "Canceled" ? status : computeRmaStatus(items);

/** Generates one RMA: the goods that one source takes back, with its parcels (api 2.11). */
export const demoRma = (world: OrderWorld, plan: RmaPlan): Rma => {
  const { random, ids, people, now } = world;
  const id = ids.next("rma");
  const number = `RMA-${30_000 + id}`;
  const stage = createStage(world, plan);
  const received = stage === "none" ? "none" : parcelStages[stage];
  const items = rmaItems(random, ids, id, plan.returned, plan.status, received);
  const status = finalStatus(plan.status, items);
  const updatedAt = Math.min(
    now - hour / 4,
    plan.createdAt + random.next() * (status === "Waiting" ? 1 : 9) * day,
  );
  const source = sourceProfiles[plan.order.sourceId - 1];
  const address = people.business(ids, source?.name ?? "", source?.city ?? "Columbus");
  return {
    id,
    returnId: plan.returnId,
    sourceId: plan.order.sourceId,
    accountId: 1,
    rmaNumber: number,
    returnToAddress: isExpired(world, plan) ? redacted(address) : address,
    items,
    totalRmaItems: items.length,
    createdAt: iso(plan.createdAt),
    updatedAt: iso(updatedAt),
    rmaStatus: status,
    rmaShipments:
      stage === "none" ? [] : [createShipment(world, plan, { id, number, items }, stage)],
    ...createCredit(world, items, status, updatedAt),
    shipmentReceivedStatus: computeReceivedStatus(items),
  };
};
