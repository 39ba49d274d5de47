import type { ReturnItem, ReturnModel, ReturnStatus } from "#contract/returns.ts";
import { decidableRmaStatuses, rmaStatuses, type Rma, type RmaStatus } from "#contract/rmas.ts";
import texts from "./data/texts.json" with { type: "json" };
import type { OrderWorld } from "./order-world.ts";
import type { Random } from "./random.ts";
import { demoRma, returnedLines, type ReturnedLine, type ShippedOrder } from "./rmas.ts";
import { day, dollars, hour, iso } from "./values.ts";

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
  const approved = rmas
    .flatMap((rma) => (rma.rmaStatus === "Voided" ? [] : rma.items))
    .filter((item) => item.returnItemId === returnItemId)
    .reduce((sum, item) => sum + (item.approvedQuantity ?? 0), 0);
  return {
    id: returnItemId,
    returnId,
    orderItemId: line.orderItemId,
    returnQuantity: quantity,
    sku: line.sku,
    returnReason: reason,
    returnCondition: random.pick(texts.returnConditions),
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

const computeReceivedStatus = (rmas: readonly Rma[]) => {
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
    shipmentReceivedStatus: computeReceivedStatus(rmas),
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
