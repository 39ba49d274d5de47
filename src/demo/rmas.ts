import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  computeCreditTotals,
  computeRmaStatus,
  type Rma,
  type RmaItem,
  type RmaShipment,
  type RmaStatus,
} from "#contract/rmas.ts";
import { channelsWithRetention, sourceProfiles } from "./account.ts";
import texts from "./data/texts.json" with { type: "json" };
import { documentPath, type DocumentKind } from "./demo-image.ts";
import type { OrderWorld } from "./order-world.ts";
import { redacted } from "./people.ts";
import { createRandom, type Random } from "./random.ts";
import { createParcel, services } from "./shipping.ts";
import { day, dollars, hour, iso, isoOrNull } from "./values.ts";

/** The returnable part of an order, or undefined for an order that no customer has received. */
export const shippedOrder = (order: PurchaseOrder) => {
  const shippedAt = order.shipments[0]?.shippedAt;
  const isCustomers = /^(purchase_order|fulfillment_request)$/.test(
    order.purchaseOrderType?.handle ?? "",
  );
  if (!isCustomers || shippedAt === undefined || shippedAt === null) return undefined;
  return {
    orderId: order.orderId ?? 0,
    sourceId: order.sourceId ?? 0,
    channelId: order.channelId ?? 0,
    address: order.shippingAddress ?? {},
    shippedAt: Date.parse(shippedAt),
    lines: order.purchaseOrderItems
      .filter((item) => (item.shippedQuantity ?? 0) > 0)
      .map((item) => ({
        orderItemId: item.orderItemId ?? 0,
        variantId: item.inventoryVariantId ?? 0,
        sku: item.sku ?? "",
        title: item.title ?? "",
        quantity: item.shippedQuantity ?? 0,
        /** Dollars of one unit, as the source charged it. */
        cost: item.cost ?? 0,
      })),
  };
};

/** A shipped customer order, with the data that its returns need. */
export type ShippedOrder = NonNullable<ReturnType<typeof shippedOrder>>;

/** A line that a customer has received and may send back. */
type ShippedLine = ShippedOrder["lines"][number];

const createBundle = ({ random, ids }: OrderWorld, line: ShippedLine, quantity: number) => {
  if (!random.chance(0.12)) return [];
  const parts = random.int(2, 3);
  return Array.from({ length: parts }, (_, index) => {
    const each = random.int(1, 3);
    const units = each * quantity;
    return {
      id: ids.next("bundleComponent"),
      orderItemId: line.orderItemId,
      componentVirtualVariantId: line.variantId * 10 + index,
      componentQuantity: each,
      quantity: units,
      sku: `${line.sku}-P${index + 1}`,
      cost: dollars(Math.round((line.cost * 100) / parts / each)),
      shippedQuantity: units,
      allocatedQuantity: units,
      acknowledgedQuantity: units,
      shippedStatus: "Completed",
      allocatedStatus: "Completed",
      acknowledgedStatus: "Completed",
    };
  });
};

/** A returned line: the same units are in the return and in its RMA. */
export type ReturnedLine = ReturnType<typeof returnedLines>[number];

/** The returned lines of an order: all of them or some, whole or in part. */
export const returnedLines = (world: OrderWorld, { lines }: ShippedOrder, whole: boolean) => {
  const { random, ids } = world;
  return random
    .some(lines, whole ? lines.length : random.int(1, Math.min(3, lines.length)))
    .map((line) => {
      const quantity = whole || random.chance(0.5) ? line.quantity : random.int(1, line.quantity);
      return {
        returnItemId: ids.next("returnItem"),
        line,
        quantity,
        reason: random.pick(texts.returnReasons),
        bundleComponents: createBundle(world, line, quantity),
      };
    });
};

/** The input of one RMA. */
export interface RmaPlan {
  returnId: number;
  order: ShippedOrder;
  returned: readonly ReturnedLine[];
  status: RmaStatus;
  createdAt: number;
}

/** How many units of a line are approved and denied. */
type Decision = readonly [approved: number, denied: number];

const partly = (random: Random, quantities: readonly number[]): Decision[] => {
  const decisions = quantities.map((quantity): Decision => {
    const approved = random.int(0, quantity);
    return random.chance(0.35) ? [0, 0] : [approved, random.int(0, quantity - approved)];
  });
  const lines = decisions.map(([approvedQuantity, deniedQuantity], index) => ({
    quantity: quantities[index] ?? 0,
    approvedQuantity,
    deniedQuantity,
  }));
  if (computeRmaStatus(lines) === "Partially Approved") return decisions;
  return quantities.map((_, index) => [index === 0 ? 1 : 0, 0]);
};

/** The decisions that result in an RMA's status (neighbours); Voided and Canceled ones were never decided. */
const createDecisions = (random: Random, status: RmaStatus, units: readonly number[]): Decision[] =>
  status === "Partially Approved"
    ? partly(random, units)
    : units.map((all) => [status === "Approved" ? all : 0, status === "Denied" ? all : 0]);

/** The stages of a parcel, with the received share of each. */
const receivedShares = {
  none: 0,
  "Shipment Created": 0,
  "Shipment Sent": 0,
  "Shipment Received": 1,
  "Shipment Partially Received": 0.5,
  "Shipment Voided": 0,
} as const;
type Stage = keyof typeof receivedShares;
const stages = Object.keys(receivedShares);

/** How often each stage of `receivedShares`, in its order, occurs with an RMA status. */
const stageWeights: Readonly<Record<RmaStatus, readonly number[]>> = {
  Waiting: [45, 12, 22, 12, 8, 1],
  "Partially Approved": [12, 10, 24, 34, 18, 2],
  Approved: [6, 3, 8, 72, 9, 2],
  Denied: [50, 0, 5, 40, 5, 0],
  Voided: [55, 5, 0, 0, 0, 40],
  Canceled: [80, 0, 0, 0, 0, 20],
};

/** A parcel needs some days: the goods of a recent authorization cannot have arrived. */
const chooseStage = ({ random, now }: OrderWorld, { status, createdAt }: RmaPlan): Stage => {
  const weights = stageWeights[status].map((weight, index) => [stages[index], weight]);
  const stage = random.weighted<Stage>(Object.fromEntries(weights));
  return receivedShares[stage] > 0 && now - createdAt < 4 * day ? "Shipment Sent" : stage;
};

/** The lines of one RMA; their decisions add up to its status. */
const createItems = (
  { random, ids }: OrderWorld,
  rmaId: number,
  { returned, status }: RmaPlan,
  receivedShare: number,
): (RmaItem & { id: number; quantity: number })[] => {
  const units = returned.map(({ quantity }) => quantity);
  const decisions = createDecisions(random, status, units);
  return returned.map(({ returnItemId, line, quantity, reason, bundleComponents }, index) => {
    const [approvedQuantity, deniedQuantity] = decisions[index] ?? [0, 0];
    const credit = Math.round(line.cost * 100) * approvedQuantity;
    return {
      id: ids.next("rmaItem"),
      returnItemId,
      rmaId,
      quantity,
      approvedQuantity,
      deniedQuantity,
      receivedQuantity: Math.floor(quantity * receivedShare),
      voidedQuantity: status === "Voided" ? quantity : 0,
      sku: line.sku,
      title: line.title,
      returnReason: reason,
      returnCondition: random.pick(texts.returnConditions),
      note: random.chance(0.22) ? random.pick(texts.returnNotes) : null,
      cost: line.cost,
      // The source's credit for the approved units; sometimes less a restocking fee.
      creditedAmount: dollars(random.chance(0.15) ? Math.round(credit * 0.85) : credit),
      bundleComponents,
    };
  });
};

const isExpired = ({ now }: OrderWorld, { order, createdAt }: RmaPlan): boolean =>
  channelsWithRetention.has(order.channelId) && now - createdAt > 300 * day;

/** The RMA of a parcel, as far as it is generated. */
interface ParcelRma {
  id: number;
  number: string;
  items: ReturnType<typeof createItems>;
}

/** The units of each line that are in a parcel. */
type CountUnits = (item: ParcelRma["items"][number]) => number;

const createAttachments = (
  { ids, random }: OrderWorld,
  { id: rmaId, number }: ParcelRma,
  rmaShipmentId: number,
): RmaShipment["attachments"] => {
  const attach = (attachmentType: string, kind: DocumentKind) => ({
    id: ids.next("rmaAttachment"),
    rmaId,
    rmaShipmentId,
    attachmentType,
    attachmentUrl: documentPath(kind, number),
  });
  if (!random.chance(0.85)) return [];
  const label = attach("shipping_label", "return-label");
  return rmaId % 3 === 1 ? [label, attach("packing_slip", "packing-slip")] : [label];
};

const createShipment = (
  world: OrderWorld,
  plan: RmaPlan,
  rma: ParcelRma,
  stage: Stage,
  countUnits: CountUnits,
): RmaShipment => {
  const { random, ids, now } = world;
  const { order, returned } = plan;
  const id = ids.next("rmaShipment");
  const createdAt = Math.min(now - hour, plan.createdAt + random.next() * day);
  const sentAt = Math.min(now - hour / 2, createdAt + random.next() * 3 * day);
  const owner = {
    orderId: order.orderId,
    purchaseOrderId: null,
    rmaId: rma.id,
    sourceId: order.sourceId,
    crossDockPurchaseOrderId: null,
  };
  const shipment = createParcel(world, owner, random.pick(services.slice(0, 6)), sentAt);
  const isSent = stage !== "Shipment Created" && stage !== "Shipment Voided";
  const shipmentItems = rma.items.map((item, index) => {
    const quantity = countUnits(item);
    return {
      id: quantity === 0 ? 0 : ids.next("shipmentItem"),
      shipmentId: shipment.id,
      inventoryVariantId: returned[index]?.line.variantId ?? null,
      orderItemId: returned[index]?.line.orderItemId ?? null,
      purchaseOrderItemId: null,
      fulfillmentRequestItemId: null,
      committedStockReleasedQuantity: 0,
      rmaItemId: item.id,
      quantity,
      sku: item.sku ?? null,
      partial: quantity < item.quantity,
    };
  });
  return {
    id,
    rmaId: rma.id,
    accountId: 1,
    shipment: {
      ...shipment,
      shippedAt: isSent ? shipment.shippedAt : null,
      partial: shipmentItems.some(({ partial }) => partial),
      shipmentItems: shipmentItems.filter(({ quantity }) => quantity > 0),
    },
    shippingAddress: isExpired(world, plan) ? redacted(order.address) : order.address,
    attachments: createAttachments(world, rma, id),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(isSent ? sentAt : undefined),
    rmaShipmentStatus: stage,
  };
};

/**
 * Generates the parcels of an RMA. Units that were received in part came in one parcel or in two, of which the second is
 * under way. The second one has random numbers of its own, so that the records after it do not depend on it.
 */
const createShipments = (
  world: OrderWorld,
  plan: RmaPlan,
  rma: ParcelRma,
  stage: Stage,
): RmaShipment[] => {
  if (stage === "none") return [];
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

const createCredit = (
  { random, now }: OrderWorld,
  items: readonly RmaItem[],
  status: RmaStatus,
  updatedAt: number,
) => {
  const settled = status === "Approved" || status === "Partially Approved";
  const creditAdjustment = settled && random.chance(0.2) ? random.pick([-5, -2.5, 4.99, -12.4]) : 0;
  const failed = settled && random.chance(0.12);
  const synced = status === "Approved" && !failed ? iso(Math.min(now, updatedAt + hour)) : null;
  return {
    ...computeCreditTotals(items, creditAdjustment),
    creditAdjustment,
    creditLastSyncedAt: synced,
    accountingSyncedAt: synced,
    syncCreditChangesToOrder: random.chance(0.7),
    accountingError: failed ? random.pick(texts.creditErrors) : null,
  };
};

const computeReceivedStatus = (items: ParcelRma["items"]) => {
  const received = items.reduce((sum, item) => sum + (item.receivedQuantity ?? 0), 0);
  const all = items.reduce((sum, item) => sum + item.quantity, 0);
  if (received === 0) return "not_received";
  return received >= all ? "fully_received" : "partially_received";
};

/** A parcel changes its RMA when it is sent and, some days later, when it arrives. */
const lastChange = ({ createdAt, sentAt, rmaShipmentStatus }: RmaShipment): number =>
  Date.parse(sentAt ?? createdAt ?? "") + (rmaShipmentStatus?.endsWith("Received") ? 3 * day : 0);

/** Generates one RMA: the goods that one source takes back, with its parcels (api 2.11). */
export const demoRma = (world: OrderWorld, plan: RmaPlan): Rma => {
  const { random, ids, people, now } = world;
  const id = ids.next("rma");
  const number = `RMA-${30_000 + id}`;
  const stage = chooseStage(world, plan);
  const items = createItems(world, id, plan, receivedShares[stage]);
  // Voided and Canceled are kept; the other statuses follow from the lines (neighbours).
  const isFixed = plan.status === "Voided" || plan.status === "Canceled";
  const status = isFixed ? plan.status : computeRmaStatus(items);
  const decidedAt = plan.createdAt + random.next() * (status === "Waiting" ? 1 : 9) * day;
  const source = sourceProfiles[plan.order.sourceId - 1];
  const address = people.business(source?.name ?? "", source?.city ?? "Columbus");
  const rmaShipments = createShipments(world, plan, { id, number, items }, stage);
  const updatedAt = Math.min(now - hour / 4, Math.max(decidedAt, ...rmaShipments.map(lastChange)));
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
    rmaShipments,
    ...createCredit(world, items, status, updatedAt),
    shipmentReceivedStatus: computeReceivedStatus(items),
  };
};
