import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnItem, ReturnModel, ReturnStatus } from "#contract/returns.ts";
import {
  computeCreditTotals,
  computeRmaStatus,
  decidableRmaStatuses,
  type Rma,
  type RmaItem,
  type RmaShipment,
  type RmaStatus,
  rmaStatuses,
} from "#contract/rmas.ts";
import texts from "./data/texts.json" with { type: "json" };
import { channelsWithRetention, redacted, sourceProfiles } from "./account.ts";
import { type DocumentKind, documentPath } from "./demo-image.ts";
import { createParcel, type OrderWorld, services } from "./order-world.ts";
import { createRandom, day, dollars, hour, iso, isoOrNull, type Random } from "./values.ts";

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
type ReturnedLine = ReturnType<typeof returnedLines>[number];

/** The returned lines of an order: all of them or some, whole or in part. */
const returnedLines = (world: OrderWorld, { lines }: ShippedOrder, whole: boolean) => {
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
interface RmaPlan {
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

/** Most returns are denied for these reasons; for all others most are approved, at 85 percent for the reduced one. */
const { deniedReasons, reducedReason } = texts;
const approvedReasons = texts.returnReasons.filter((reason) => !deniedReasons.includes(reason));

/** A reason that fits how a line was decided, so that decisions repeat; of one in nine lines, any other. */
const chooseReason = (reason: string, id: number, [approved, denied]: Decision): string => {
  const fitting = approved > 0 ? approvedReasons : deniedReasons;
  if (approved + denied === 0 || id % 9 === 0 || fitting.includes(reason)) return reason;
  return fitting[id % fitting.length] ?? reason;
};

/** Most goods that come back for a reason are in the first of its conditions. */
const pickCondition = (random: Random, reason: string): string => {
  const [most, others] = texts.returnConditions[reason as keyof typeof texts.returnConditions];
  return (random.chance(0.8) ? most : others) ?? "";
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
    const decision = decisions[index] ?? [0, 0];
    const [approvedQuantity, deniedQuantity] = decision;
    const id = ids.next("rmaItem");
    const returnReason = chooseReason(reason, id, decision);
    const isReduced = returnReason === reducedReason;
    const credit = Math.round(line.cost * 100) * approvedQuantity;
    return {
      id,
      returnItemId,
      rmaId,
      quantity,
      approvedQuantity,
      deniedQuantity,
      receivedQuantity: Math.floor(quantity * receivedShare),
      voidedQuantity: status === "Voided" ? quantity : 0,
      sku: line.sku,
      title: line.title,
      returnReason,
      returnCondition: pickCondition(random, returnReason),
      note: random.chance(0.22) ? random.pick(texts.returnNotes) : null,
      cost: line.cost,
      // The source's credit for the approved units, or that less a restocking fee.
      creditedAmount: dollars(Math.round(credit * (isReduced !== random.chance(0.03) ? 0.85 : 1))),
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
const demoRma = (world: OrderWorld, plan: RmaPlan): Rma => {
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

/** The properties of a return that are chosen before its lines are generated. */
interface ReturnPlan {
  order: ShippedOrder;
  /** The statuses of its RMAs; none for a return that was just opened. */
  statuses: readonly RmaStatus[];
  insertedAt: number;
}

/** The newest third of the returns is still open. */
const openShare = 0.34;

const openStatuses: Readonly<Partial<Record<RmaStatus, number>>> = {
  Waiting: 60,
  "Partially Approved": 40,
};
const settledStatuses: Readonly<Partial<Record<RmaStatus, number>>> = {
  Approved: 62,
  Denied: 14,
  Canceled: 10,
  Voided: 8,
  "Partially Approved": 6,
};

/** The first returns have each status once, before random choice. */
const firstStatuses = rmaStatuses.filter((status) => status !== "Waiting");

/** A second RMA is for the rest of the goods, or a new authorization for a voided one. */
const openPair = (random: Random): RmaStatus[] => {
  if (random.chance(0.04)) return [];
  const status = random.weighted(openStatuses);
  return random.chance(0.24) ? [status, random.weighted(openStatuses)] : [status];
};
const settledPair = (random: Random, index: number): RmaStatus[] => {
  const status = firstStatuses[index] ?? random.weighted(settledStatuses);
  if (!random.chance(0.24)) return [status];
  return [random.chance(0.3) ? "Voided" : status, "Approved"];
};

/** `count` of `items`, evenly distributed; some twice when there are fewer. */
const spread = <T>(items: readonly T[], count: number): T[] =>
  Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)],
  ).filter((item) => item !== undefined);

/** Returns in the order of their dates: completed ones soon after their order, open ones in the last weeks. */
const planReturns = (
  { random, now }: OrderWorld,
  orders: readonly ShippedOrder[],
  count: number,
): ReturnPlan[] => {
  const open = Math.max(1, Math.round(count * openShare));
  const several = orders.filter(({ lines }) => lines.some(({ quantity }) => quantity > 1));
  const worked = spread((several.length > 0 ? several : orders).slice(-open * 2), open);
  const rest = orders.filter((order) => !worked.includes(order));
  const settled = spread(rest.length > 0 ? rest : orders, count - open).map((order) => ({
    order,
    insertedAt: Math.min(now - 35 * day, order.shippedAt + random.between(3, 43) * day),
  }));
  const recent = worked.map((order) => ({
    order,
    insertedAt: Math.max(
      Math.min(order.shippedAt + 2 * day, now - day),
      now - (0.2 + 27 * random.next() ** 1.4) * day,
    ),
  }));
  const byDate = (one: { insertedAt: number }, other: { insertedAt: number }) =>
    one.insertedAt - other.insertedAt;
  return [
    ...settled
      .toSorted(byDate)
      .map((plan, index) => ({ ...plan, statuses: settledPair(random, index) })),
    ...recent.toSorted(byDate).map((plan) => ({ ...plan, statuses: openPair(random) })),
  ];
};

/** The RMAs with their lines: if one was voided and replaced, both have all of them, else each has its part. */
const distribute = ({ statuses }: ReturnPlan, lines: readonly ReturnedLine[]) => {
  if (statuses[0] === "Voided") return statuses.map((status) => ({ status, returned: lines }));
  // With one line only, a second RMA would return the same units twice.
  const kept = statuses.slice(0, lines.length);
  return kept.map((status, place) => ({
    status,
    returned: lines.filter((_, index) => index % kept.length === place),
  }));
};

/** The price that the customer paid for one unit, in cents. */
const salesCents = (cost: number): number => Math.round((cost * 100) / 0.58);

const createItem = (
  { random }: OrderWorld,
  returnId: number,
  { returnItemId, line, quantity, reason, bundleComponents }: ReturnedLine,
  rmas: readonly Rma[],
): ReturnItem => {
  const items = rmas
    .flatMap((rma) => (rma.rmaStatus === "Voided" ? [] : rma.items))
    .filter((item) => item.returnItemId === returnItemId);
  const approved = items.reduce((sum, item) => sum + (item.approvedQuantity ?? 0), 0);
  const returnReason = items.at(-1)?.returnReason ?? reason;
  return {
    id: returnItemId,
    returnId,
    orderItemId: line.orderItemId,
    returnQuantity: quantity,
    sku: line.sku,
    returnReason,
    returnCondition: pickCondition(random, returnReason),
    title: line.title,
    salesPrice: dollars(salesCents(line.cost)),
    refundedAmount: dollars(salesCents(line.cost) * approved),
    bundleComponents,
  };
};

const pickStatus = ({ random }: OrderWorld, rmas: readonly Rma[]): ReturnStatus => {
  const statuses = rmas.map((rma) => rma.rmaStatus ?? "");
  if (rmas.length === 0 || statuses.some((status) => decidableRmaStatuses.includes(status)))
    return "open";
  if (statuses.every((status) => status === "Canceled" || status === "Voided")) return "cancelled";
  return random.chance(0.94) ? "closed" : "open";
};

const returnReceivedStatus = (rmas: readonly Rma[]) => {
  const all = (status: string) => rmas.every((rma) => rma.shipmentReceivedStatus === status);
  if (all("not_received")) return "not_received";
  return all("fully_received") ? "fully_received" : "partially_received";
};

const createAmounts = (
  { random, now }: OrderWorld,
  items: readonly ReturnItem[],
  status: ReturnStatus,
  updatedAt: number,
) => {
  const sum = (of: (item: ReturnItem) => number) =>
    items.reduce((total, item) => total + Math.round(of(item) * 100), 0);
  const subtotal = sum(({ refundedAmount }) => refundedAmount ?? 0);
  const adjusted = subtotal > 0 && random.chance(0.25);
  const adjustment = adjusted ? random.pick([-795, -500, 1_000, -1_250]) : 0;
  const refunded = status === "closed" && subtotal > 0;
  return {
    returnTotal: dollars(sum((item) => (item.salesPrice ?? 0) * (item.returnQuantity ?? 0))),
    refundAdjustment: dollars(adjustment),
    refundSubtotal: dollars(subtotal),
    refundTotal: dollars(subtotal + adjustment),
    refundLastSyncedAt: refunded ? iso(Math.min(now, updatedAt + hour)) : null,
    syncRefundChangesToOrder: random.chance(0.65),
  };
};

const demoReturn = (world: OrderWorld, plan: ReturnPlan): ReturnModel => {
  const { random, ids, now } = world;
  const { order, insertedAt } = plan;
  const id = ids.next("return");
  const isOpen = plan.statuses.some((status) => decidableRmaStatuses.includes(status));
  const lines = returnedLines(world, order, isOpen && random.chance(0.7));
  const rmas = distribute(plan, lines).map((part, place) => {
    const createdAt = insertedAt + (place * 2 + random.next()) * hour * 6;
    const rma = { returnId: id, order, ...part, createdAt: Math.min(now - 2 * hour, createdAt) };
    return demoRma(world, rma);
  });
  const items = lines.map((line) => createItem(world, id, line, rmas));
  const status = pickStatus(world, rmas);
  const changedAt = insertedAt + (status === "open" ? 1 : 12) * day * random.next() + 12 * hour;
  const rmasUpdatedAt = rmas.map((rma) => Date.parse(rma.updatedAt ?? ""));
  const updatedAt = Math.min(now, Math.max(changedAt, ...rmasUpdatedAt));
  return {
    id,
    orderId: order.orderId,
    accountId: 1,
    channelId: order.channelId,
    totalReturnItems: items.length,
    totalRmas: rmas.length,
    returnNumber: `RTN-${60_000 + id}`,
    items,
    rmas,
    ...createAmounts(world, items, status, updatedAt),
    status,
    insertedAt: iso(insertedAt),
    updatedAt: iso(updatedAt),
    shipmentReceivedStatus: returnReceivedStatus(rmas),
  };
};

/** Generates `count` returns with their RMAs, of orders that were shipped before; the oldest first. */
export function* demoReturns(
  world: OrderWorld,
  orders: readonly ShippedOrder[],
  count: number,
): Generator<ReturnModel> {
  for (const plan of planReturns(world, orders, count)) yield demoReturn(world, plan);
}
