import type { PurchaseOrderItem } from "#contract/purchase-orders.ts";
import type { PurchaseOrderStatusHandle } from "#contract/purchase-order-states.ts";
import {
  toPurchaseOrderType,
  type PurchaseOrderTypeHandle,
} from "#contract/purchase-order-types.ts";
import { orderingChannels, sourceProfiles } from "./account.ts";
import texts from "./data/texts.json" with { type: "json" };
import {
  findServices,
  type OrderWorld,
  type PooledVariant,
  toDimensionUnit,
  toWeightUnit,
} from "./order-world.ts";
import { day, dollars, hour, type Random, span, twoDecimals } from "./values.ts";

/** The newest eighth of the orders was received during the last week; the rest over the whole span. */
const countFresh = (count: number): number => Math.max(1, Math.round(count * 0.125));

/** Statuses of the last week's orders and of all older ones, with their weights. */
const freshStatuses = {
  processing: 30,
  processed: 26,
  unprocessed: 14,
  acknowledged: 16,
  additional_info_required: 6,
  processing_error: 4,
  canceled: 4,
} as const;
const olderStatuses = {
  acknowledged: 82,
  canceled: 5,
  voided: 3,
  transferred: 2,
  cross_docked: 2.5,
  processed: 1.5,
  processing_error: 1,
  duplicate: 1.4,
  po_number_exceeds_max_length: 1.2,
  additional_info_required: 0.4,
} as const;

/**
 * Rare statuses: their first orders are assigned before random choice, so that each occurs. The last two are recent
 * enough for the newer names of their statuses (api 9).
 */
const rareStatuses: readonly PurchaseOrderStatusHandle[] = [
  "voided",
  "transferred",
  "cross_docked",
  "processing_error",
  "duplicate",
  "po_number_exceeds_max_length",
  "additional_info_required",
  "canceled",
  "duplicate",
  "po_number_exceeds_max_length",
];

/** Orders that were never sent, that their source has acknowledged, and that were stopped before. */
const unsent = /^(unprocessed|additional_info_required|duplicate|po_number_exceeds_max_length)$/;
const acknowledged = /^(acknowledged|transferred|cross_docked)$/;
const ended = /^(canceled|voided|processing_error)$/;

const pickMoment = (random: Random, index: number, count: number, now: number): number => {
  const fresh = countFresh(count);
  const older = count - fresh;
  return index < older
    ? now - span + ((index + random.next()) / older) ** 0.85 * (span - 7 * day)
    : now - 7 * day + ((index - older + random.next()) / fresh) * (7 * day - 2 * hour);
};

const pickStatus = (random: Random, index: number, count: number): PurchaseOrderStatusHandle => {
  if (index >= count - countFresh(count)) return random.weighted(freshStatuses);
  const step = Math.max(1, Math.floor((count * 0.85) / rareStatuses.length));
  const rare = index % step === 0 ? rareStatuses[index / step] : undefined;
  return rare ?? random.weighted(olderStatuses);
};

const pickType = (random: Random, kind: string, status: string): PurchaseOrderTypeHandle => {
  if (status === "transferred") return "transfer_order";
  if (status === "cross_docked") return "stocking_purchase_order";
  if (kind === "supplier")
    return random.chance(0.14) ? "stocking_purchase_order" : "purchase_order";
  return random.chance(0.1) ? "transfer_order" : "fulfillment_request";
};

/** The properties of an order that are chosen before its lines are generated. */
export type OrderPlan = ReturnType<typeof planOrder>;

/** Plans orders `0` to `count - 1`, the oldest first, because ids grow with time. */
export const planOrder = (random: Random, index: number, count: number, now: number) => {
  const [first] = sourceProfiles;
  // The last order is always source 1's and in Processing, even in the smallest workspace.
  const last = index === count - 1;
  const status = last ? "processing" : pickStatus(random, index, count);
  // Source 1 always has orders in Processing (interfaces): it gets every second one.
  const isFirst = last || (status === "processing" && index % 2 === 0);
  const source = isFirst && first !== undefined ? first : random.pick(sourceProfiles);
  const generatedAt = pickMoment(random, index, count, now);
  const room = now - generatedAt;
  const sentAt = unsent.test(status)
    ? undefined
    : generatedAt + Math.min(room * 0.2, hour * random.between(0.1, 3.1));
  const after = (share: number, most: number) =>
    (sentAt ?? generatedAt) + Math.min(room * share, most * (0.1 + random.next()));
  const channelId = Number(random.weighted(orderingChannels));
  const sells = source.departments.length === 0 || source.departments.includes("Optics & Hunting");
  const type = pickType(random, source.kind, status);
  return {
    source,
    channelId,
    status,
    type,
    /** Whether it is for goods of our own shelves. */
    stock: type === "stocking_purchase_order" || type === "transfer_order",
    licensed: sells && (source.departments.length > 0 ? random.chance(0.6) : random.chance(0.06)),
    generatedAt,
    sentAt,
    acknowledgedAt: acknowledged.test(status) ? after(0.3, day) : undefined,
    /** When it was canceled, voided or stopped by an error. */
    endedAt: ended.test(status) ? after(0.4, 2 * day) : undefined,
  };
};

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

/** How many units of a line were shipped, if `share` of its order was shipped. */
const countShipped = ({ random }: OrderWorld, quantity: number, share: number): number => {
  if (share <= 0 || share >= 1) return share <= 0 ? 0 : quantity;
  return random.chance(0.4) ? 0 : Math.min(quantity, Math.ceil(quantity * share));
};

const pickVariants = ({ random, pool }: OrderWorld, plan: OrderPlan): PooledVariant[] => {
  const length = Number(random.weighted({ "1": 46, "2": 25, "3": 15, "4": 9, "6": 5 }));
  const picked = Array.from({ length }, (_, index) =>
    pool.pick(random, plan.source.departments, plan.licensed && index === 0),
  );
  return [...new Map(picked.map((variant) => [variant.id, variant])).values()];
};

/** A line of an order during generation: the record, with its cents. */
export type OrderLine = ReturnType<typeof createLine>;

const createLine = (
  world: OrderWorld,
  plan: OrderPlan,
  orderId: number,
  place: number,
  variant: PooledVariant,
  share: number,
) => {
  const { random, ids } = world;
  const { source, status } = plan;
  const id = ids.next("purchaseOrderItem");
  const quantity = plan.stock
    ? random.int(1, 10) * 6
    : Number(random.weighted({ "1": 46, "2": 23, "3": 12, "4": 7, "6": 7, "12": 5 }));
  const shipped = countShipped(world, quantity, share);
  const acknowledged = plan.acknowledgedAt === undefined ? 0 : quantity;
  const { cost, weight_unit: weightUnit, dimension_unit: dimensionUnit } = variant;
  const record = {
    id,
    purchaseOrderId: orderId,
    orderItemId: ids.next("orderItem"),
    inventoryVariantId: variant.id,
    lineItemNumber: place + 1,
    sku: variant.sku,
    itemReferenceId: `L${orderId}-${place + 1}`,
    referenceId: random.chance(0.5) ? `${source.prefix}-${10_000 + variant.id}` : null,
    title: variant.title,
    externalAccountingItemId: random.chance(0.5) ? `ITM-${variant.id}` : null,
    upc: variant.upc,
    mpn: variant.mpn,
    binLocation:
      source.kind === "supplier"
        ? null
        : `${random.pick(["A", "B", "C", "D"])}${random.int(1, 40)}-${random.int(1, 6)}`,
    subtotal: ((cost * quantity) / 100).toFixed(2),
    quantity,
    cost: dollars(cost),
    weight: variant.weight,
    length: variant.length,
    width: variant.width,
    height: variant.height,
    shippedQuantity: shipped,
    voidedQuantity: status === "voided" ? quantity - shipped : 0,
    acknowledgedQuantity: acknowledged,
    secondaryAcknowledgedQuantity: source.kind === "3pl" ? acknowledged : 0,
    canceledQuantity: status === "canceled" ? quantity - shipped : 0,
    weightUnit: weightUnit === null ? null : toWeightUnit(weightUnit),
    dimensionUnit: dimensionUnit === null ? null : toDimensionUnit(dimensionUnit),
    attributes: random.chance(0.14)
      ? random.some(Object.entries(texts.itemAttributes), random.int(1, 2)).map(([key, value]) => ({
          id: ids.next("itemAttribute"),
          purchaseOrderItemId: id,
          key,
          value,
        }))
      : [],
    bundleComponents: random.chance(0.06)
      ? [{ purchaseOrderItemId: id, orderItemBundleComponentId: ids.next("bundleComponent") }]
      : [],
  } satisfies PurchaseOrderItem;
  return { record, variant, quantity, shipped };
};

/** An order during generation. */
export type Draft = ReturnType<typeof createDraft>;

/** Generates the lines of a planned order (goods that its source sells, at the source's prices), its number and dates. */
export const createDraft = (world: OrderWorld, plan: OrderPlan) => {
  const { random, ids, now } = world;
  const id = ids.next("purchaseOrder");
  const since = plan.acknowledgedAt ?? plan.generatedAt;
  const orderId = ids.next("order");
  const number = createNumber(world, plan, id);
  const service = random.pick(findServices(plan.source));
  const share = pickShippedShare(world, plan);
  const lines = pickVariants(world, plan).map((variant, place) =>
    createLine(world, plan, id, place, variant, share),
  );
  return {
    plan,
    id,
    orderId,
    number,
    service,
    lines,
    /** Units of all lines, and the shipped ones of them. */
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    shipped: lines.reduce((sum, { shipped }) => sum + shipped, 0),
    crossDockId: plan.status === "cross_docked" ? Math.max(1, id - random.int(1, 9)) : null,
    shippedAt: since + Math.min((now - since) * 0.6, day * random.between(0.5, 3.5)),
  };
};

const pounds = { pound: 1, ounce: 1 / 16, gram: 1 / 453.592, kilogram: 1 / 0.453592 } as const;

/** The weight of all lines in pounds; a line without a weight counts as one. */
export const sumWeights = (lines: readonly OrderLine[]): number =>
  twoDecimals(
    lines.reduce(
      (total, { variant: { weight, weight_unit }, quantity }) =>
        total + quantity * (weight ?? 1) * (weight_unit === null ? 1 : pounds[weight_unit]),
      0,
    ),
  );
