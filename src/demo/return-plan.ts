import { rmaStatuses, type RmaStatus } from "#contract/rmas.ts";
import { day } from "./demo-time.ts";
import type { Random } from "./random.ts";
import type { ShippedOrder } from "./shipped-orders.ts";

/** The properties of a return that are chosen before its lines are generated. */
export interface ReturnPlan {
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

const pickStatuses = (random: Random, index: number, open: boolean): RmaStatus[] => {
  if (open && random.chance(0.04)) return [];
  const status = firstStatuses[index] ?? random.weighted(open ? openStatuses : settledStatuses);
  if (!random.chance(0.24)) return [status];
  // A second RMA: the rest of the goods, or a new authorization for a voided one.
  return open
    ? [status, random.weighted(openStatuses)]
    : [random.chance(0.3) ? "Voided" : status, "Approved"];
};

/** `count` of `items`, evenly distributed; some twice when there are fewer. */
const spread = <T>(items: readonly T[], count: number): T[] =>
  Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)],
  ).filter((item) => item !== undefined);

const hasSeveralUnits = (order: ShippedOrder): boolean =>
  order.lines.some((line) => line.quantity > 1);

/** Returns in the order of their dates: completed ones soon after their order, open ones in the last weeks. */
export const planReturns = (
  random: Random,
  orders: readonly ShippedOrder[],
  count: number,
  now: number,
): ReturnPlan[] => {
  const open = Math.max(1, Math.round(count * openShare));
  const several = orders.filter(hasSeveralUnits);
  const worked = spread((several.length > 0 ? several : orders).slice(-open * 2), open);
  const taken = new Set(worked);
  const rest = orders.filter((order) => !taken.has(order));
  const settled = spread(rest.length > 0 ? rest : orders, count - open).map((order) => ({
    order,
    insertedAt: Math.min(now - 35 * day, order.shippedAt + (3 + 40 * random.next()) * day),
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
      .map((plan, index) => ({ ...plan, statuses: pickStatuses(random, index, false) })),
    ...recent
      .toSorted(byDate)
      .map((plan) => ({ ...plan, statuses: pickStatuses(random, firstStatuses.length, true) })),
  ];
};
