import type { ReturnItem, ReturnModel, ReturnStatus } from "#contract/returns.ts";
import { decidableRmaStatuses, type Rma } from "#contract/rmas.ts";
import type { OrderWorld } from "./order-draft.ts";
import { returnedLines, type ReturnedLine } from "./demo-rma-items.ts";
import { demoRma } from "./demo-rmas.ts";
import { day, hour, iso, isoOrNull } from "./demo-time.ts";
import { dollars } from "./money.ts";
import { planReturns, type ReturnPlan } from "./return-plan.ts";
import { returnConditions } from "./return-words.ts";
import type { ShippedOrder } from "./shipped-orders.ts";

/** The prices that customers paid, by variant, in cents. */
const salesCents = (line: ReturnedLine): number => Math.round((line.line.cost * 100) / 0.58);

const countApproved = (rmas: readonly Rma[], returnItemId: number): number =>
  rmas
    .flatMap((rma) => (rma.rmaStatus === "Voided" ? [] : rma.items))
    .filter((item) => item.returnItemId === returnItemId)
    .reduce((sum, item) => sum + (item.approvedQuantity ?? 0), 0);

const createItem = (
  world: OrderWorld,
  returnId: number,
  line: ReturnedLine,
  rmas: readonly Rma[],
): ReturnItem => ({
  id: line.returnItemId,
  returnId,
  orderItemId: line.line.orderItemId,
  returnQuantity: line.quantity,
  sku: line.line.sku,
  returnReason: line.reason,
  returnCondition: world.random.pick(returnConditions),
  title: line.line.title,
  salesPrice: dollars(salesCents(line)),
  refundedAmount: dollars(salesCents(line) * countApproved(rmas, line.returnItemId)),
  bundleComponents: line.bundleComponents,
});

/** Distributes lines over the RMAs; if one was voided and replaced, both have all of them. */
const share = (
  lines: readonly ReturnedLine[],
  plan: ReturnPlan,
  place: number,
): readonly ReturnedLine[] => {
  const reissued = plan.statuses.length > 1 && plan.statuses[0] === "Voided";
  if (plan.statuses.length < 2 || reissued || lines.length < 2) return lines;
  return lines.filter((_, index) => index % plan.statuses.length === place);
};

/** With one line only, a second RMA would return the same units twice. */
const statusesFor = (plan: ReturnPlan, lines: readonly ReturnedLine[]) =>
  plan.statuses.length > 1 && plan.statuses[0] !== "Voided" && lines.length < 2
    ? plan.statuses.slice(0, 1)
    : plan.statuses;

const pickStatus = ({ random }: OrderWorld, rmas: readonly Rma[]): ReturnStatus => {
  const statuses = rmas.map((rma) => rma.rmaStatus ?? "");
  if (rmas.length === 0 || statuses.some((status) => decidableRmaStatuses.includes(status)))
    return "open";
  if (statuses.every((status) => status === "Canceled" || status === "Voided")) return "cancelled";
  return random.chance(0.94) ? "closed" : "open";
};

const computeReceivedStatus = (rmas: readonly Rma[]) => {
  const statuses = rmas.map((rma) => rma.shipmentReceivedStatus);
  if (statuses.every((status) => status === "not_received")) return "not_received";
  return statuses.every((status) => status === "fully_received")
    ? "fully_received"
    : "partially_received";
};

const createAmounts = (
  { random, now }: OrderWorld,
  items: readonly ReturnItem[],
  status: ReturnStatus,
  updatedAt: number,
) => {
  const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100);
  const subtotal = items.reduce((sum, item) => sum + cents(item.refundedAmount), 0);
  const returnCents = items.reduce(
    (sum, item) => sum + cents(item.salesPrice) * (item.returnQuantity ?? 0),
    0,
  );
  const adjustment =
    subtotal > 0 && random.chance(0.25) ? random.pick([-795, -500, 1_000, -1_250]) : 0;
  const refunded = status === "closed" && subtotal > 0;
  return {
    returnTotal: dollars(returnCents),
    refundAdjustment: dollars(adjustment),
    refundSubtotal: dollars(subtotal),
    refundTotal: dollars(subtotal + adjustment),
    refundLastSyncedAt: isoOrNull(refunded ? Math.min(now, updatedAt + hour) : undefined),
    syncRefundChangesToOrder: random.chance(0.65),
  };
};

const demoReturn = (world: OrderWorld, plan: ReturnPlan): ReturnModel => {
  const { random, ids, now } = world;
  const id = ids.next("return");
  const isOpen = plan.statuses.some((status) => decidableRmaStatuses.includes(status));
  const lines = returnedLines(random, ids, plan.order.lines, isOpen && random.chance(0.7));
  const statuses = statusesFor(plan, lines);
  const rmas = statuses.map((status, place) =>
    demoRma(world, {
      returnId: id,
      order: plan.order,
      returned: share(lines, { ...plan, statuses }, place),
      status,
      createdAt: Math.min(now - 2 * hour, plan.insertedAt + (place * 2 + random.next()) * hour * 6),
    }),
  );
  const items = lines.map((line) => createItem(world, id, line, rmas));
  const status = pickStatus(world, rmas);
  const changedAt =
    plan.insertedAt + (status === "open" ? 1 : 12) * day * random.next() + 12 * hour;
  const rmasUpdatedAt = rmas.map((rma) => Date.parse(rma.updatedAt ?? ""));
  const updatedAt = Math.min(now, Math.max(changedAt, ...rmasUpdatedAt));
  return {
    id,
    orderId: plan.order.orderId,
    accountId: 1,
    channelId: plan.order.channelId,
    totalReturnItems: items.length,
    totalRmas: rmas.length,
    returnNumber: `RTN-${60_000 + id}`,
    items,
    rmas,
    ...createAmounts(world, items, status, updatedAt),
    status,
    insertedAt: iso(plan.insertedAt),
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
  for (const plan of planReturns(world.random, orders, count, world.now))
    yield demoReturn(world, plan);
}
