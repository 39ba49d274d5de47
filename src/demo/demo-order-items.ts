import type { PurchaseOrderItem } from "#contract/purchase-order-items.ts";
import { toDimensionUnit, toWeightUnit } from "./demo-shipping.ts";
import type { Ids } from "./ids.ts";
import { dollars } from "./money.ts";
import type { OrderPlan } from "./order-plan.ts";
import type { Random } from "./random.ts";
import type { PooledVariant, VariantPool } from "./variant-pool.ts";

/** A line of an order during generation: the record, with its cents. */
export interface OrderLine {
  record: PurchaseOrderItem & { id: number; orderItemId: number; quantity: number };
  variant: PooledVariant;
  quantity: number;
  shipped: number;
}

const attributeList = [
  ["Gift message", "Happy birthday, from all of us"],
  ["Gift wrap", "Yes"],
  ["Engraving", "J. & M. 2026"],
  ["Assembly", "White glove"],
  ["Reseller line reference", "R-20418"],
] as const;

const pickQuantity = (random: Random, plan: OrderPlan): number => {
  const stock = plan.type === "stocking_purchase_order" || plan.type === "transfer_order";
  if (stock) return random.int(1, 10) * 6;
  return Number(random.weighted({ "1": 46, "2": 23, "3": 12, "4": 7, "6": 7, "12": 5 }));
};

/** How many units of a line were shipped, if `share` of its order was shipped. */
const countShipped = (random: Random, quantity: number, share: number): number =>
  share >= 1
    ? quantity
    : share <= 0
      ? 0
      : random.chance(0.4)
        ? 0
        : Math.min(quantity, Math.ceil(quantity * share));

const pickVariants = (random: Random, pool: VariantPool, plan: OrderPlan): PooledVariant[] => {
  const count = Number(random.weighted({ "1": 46, "2": 25, "3": 15, "4": 9, "6": 5 }));
  const picked = Array.from({ length: count }, (_, index) =>
    pool.pick(random, plan.source.departments, plan.licensed && index === 0),
  );
  return [...new Map(picked.map((variant) => [variant.id, variant])).values()];
};

const createAttributes = (random: Random, ids: Ids, itemId: number) =>
  random.chance(0.14)
    ? random.some(attributeList, random.int(1, 2)).map(([key, value]) => ({
        id: ids.next("itemAttribute"),
        purchaseOrderItemId: itemId,
        key,
        value,
      }))
    : [];

const createBundle = (random: Random, ids: Ids, itemId: number) =>
  random.chance(0.06)
    ? [{ purchaseOrderItemId: itemId, orderItemBundleComponentId: ids.next("bundleComponent") }]
    : [];

/** The units that ended in another state than shipped. */
const createEnds = (plan: OrderPlan, quantity: number, shipped: number) => ({
  shippedQuantity: shipped,
  voidedQuantity: plan.status === "voided" ? quantity - shipped : 0,
  acknowledgedQuantity: plan.acknowledgedAt === undefined ? 0 : quantity,
  secondaryAcknowledgedQuantity:
    plan.acknowledgedAt !== undefined && plan.source.kind === "3pl" ? quantity : 0,
  canceledQuantity: plan.status === "canceled" ? quantity - shipped : 0,
});

const createLine = (
  random: Random,
  ids: Ids,
  plan: OrderPlan,
  orderId: number,
  place: number,
  variant: PooledVariant,
  share: number,
): OrderLine => {
  const id = ids.next("purchaseOrderItem");
  const quantity = pickQuantity(random, plan);
  const shipped = countShipped(random, quantity, share);
  const { length, width, height, weight, weightUnit, dimensionUnit } = variant;
  const record = {
    id,
    purchaseOrderId: orderId,
    orderItemId: ids.next("orderItem"),
    inventoryVariantId: variant.id,
    lineItemNumber: place + 1,
    sku: variant.sku,
    itemReferenceId: `L${orderId}-${place + 1}`,
    referenceId: random.chance(0.5) ? `${plan.source.prefix}-${10_000 + variant.id}` : null,
    title: variant.title,
    externalAccountingItemId: random.chance(0.5) ? `ITM-${variant.id}` : null,
    upc: variant.upc,
    mpn: variant.mpn,
    binLocation:
      plan.source.kind === "supplier"
        ? null
        : `${random.pick(["A", "B", "C", "D"])}${random.int(1, 40)}-${random.int(1, 6)}`,
    subtotal: ((variant.cost * quantity) / 100).toFixed(2),
    quantity,
    cost: dollars(variant.cost),
    weight,
    length,
    width,
    height,
    ...createEnds(plan, quantity, shipped),
    weightUnit: weightUnit === null ? null : toWeightUnit(weightUnit),
    dimensionUnit: dimensionUnit === null ? null : toDimensionUnit(dimensionUnit),
    attributes: createAttributes(random, ids, id),
    bundleComponents: createBundle(random, ids, id),
  };
  return { record, variant, quantity, shipped };
};

/** The lines of an order: goods that its source sells, at the source's prices. */
export const orderLines = (
  random: Random,
  ids: Ids,
  pool: VariantPool,
  plan: OrderPlan,
  orderId: number,
  shippedShare: number,
): OrderLine[] =>
  pickVariants(random, pool, plan).map((variant, place) =>
    createLine(random, ids, plan, orderId, place, variant, shippedShare),
  );
