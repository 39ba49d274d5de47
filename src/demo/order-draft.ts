import { toPurchaseOrderType } from "#contract/purchase-order-types.ts";
import { orderLines, type OrderLine } from "./demo-order-items.ts";
import { findServices, type Service } from "./demo-shipping.ts";
import { day } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import type { OrderPlan } from "./order-plan.ts";
import type { People } from "./people.ts";
import type { Random } from "./random.ts";
import type { VariantPool } from "./variant-pool.ts";

/** The data that all generators of orders and returns use. */
export interface OrderWorld {
  random: Random;
  ids: Ids;
  people: People;
  pool: VariantPool;
  now: number;
}

/** An order during generation. */
export interface Draft {
  plan: OrderPlan;
  id: number;
  orderId: number;
  number: string;
  service: Service;
  lines: OrderLine[];
  crossDockId: number | null;
  shippedAt: number;
}

const createNumber = ({ random }: OrderWorld, plan: OrderPlan, id: number): string => {
  const abbreviation = toPurchaseOrderType(plan.type).abbreviation;
  const plain = `${abbreviation}-${200_000 + id}`;
  if (plan.status === "po_number_exceeds_max_length")
    return `${plan.source.prefix}-${plain}-CUSTOMER-REFERENCE-${random.int(10_000_000, 99_999_999)}`;
  // The number of an earlier order, which made this one a duplicate.
  if (plan.status === "duplicate") return `${abbreviation}-${200_000 + Math.max(1, id - 1)}`;
  return plain;
};

/** The shipped share of an order: old ones all of it, those of the last days nothing or a part. */
const pickShippedShare = ({ random, now }: OrderWorld, plan: OrderPlan): number => {
  if (plan.acknowledgedAt === undefined) return 0;
  const age = now - plan.acknowledgedAt;
  if (age < 2 * day) return random.weighted({ "0": 70, "0.5": 20, "1": 10 }) === "0" ? 0 : 0.5;
  if (age < 14 * day) return Number(random.weighted({ "0": 20, "0.5": 25, "1": 55 }));
  return Number(random.weighted({ "0": 2, "0.5": 7, "1": 91 }));
};

/** Generates the lines of a planned order and its number, its service and its shipping time. */
export const createDraft = (world: OrderWorld, plan: OrderPlan): Draft => {
  const { random, ids, pool, now } = world;
  const id = ids.next("purchaseOrder");
  const since = plan.acknowledgedAt ?? plan.generatedAt;
  return {
    plan,
    id,
    orderId: ids.next("order"),
    number: createNumber(world, plan, id),
    service: random.pick(findServices(plan.source)),
    lines: orderLines(random, ids, pool, plan, id, pickShippedShare(world, plan)),
    crossDockId: plan.status === "cross_docked" ? Math.max(1, id - random.int(1, 9)) : null,
    shippedAt: since + Math.min((now - since) * 0.6, day * (0.5 + 3 * random.next())),
  };
};

/** Units of all lines. */
export const total = (lines: readonly OrderLine[], field: "quantity" | "shipped"): number =>
  lines.reduce((sum, line) => sum + line[field], 0);
