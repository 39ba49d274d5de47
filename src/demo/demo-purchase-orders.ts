import { purchaseOrderFulfillmentStatuses } from "#contract/purchase-order-states.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { orderInvoice } from "./demo-invoices.ts";
import { orderLicense, orderPackage, sumWeights } from "./demo-packages.ts";
import { channelsWithRetention } from "./demo-parties.ts";
import { orderShipments } from "./demo-shipments.ts";
import { toDimensionUnit, createShippingMethod, toWeightUnit } from "./demo-shipping.ts";
import { day, hour } from "./demo-time.ts";
import { dollars, twoDecimals } from "./money.ts";
import { createDraft, total, type Draft, type OrderWorld } from "./order-draft.ts";
import { planOrder, type OrderPlan } from "./order-plan.ts";
import {
  describeCompletion,
  computeFulfillment,
  createLinks,
  createTimestamps,
  chooseStatusNames,
  pickReasons,
  createReceipt,
} from "./order-states.ts";
import { orderAttributes, orderTags } from "./order-words.ts";
import { redacted } from "./people.ts";

const createAddresses = ({ people, ids, random, now }: OrderWorld, { plan }: Draft) => {
  const expired = channelsWithRetention.has(plan.channelId) && now - plan.generatedAt > 365 * day;
  const stock = plan.type === "stocking_purchase_order" || plan.type === "transfer_order";
  const customer = stock
    ? people.business(ids, "Alder & Quay Distribution", "Columbus")
    : people.customer(ids);
  const payer = random.chance(0.8) ? customer : people.customer(ids);
  const shown = expired && !stock ? redacted : <A>(address: A) => address;
  return {
    shippingAddress: shown(customer),
    billingAddress: shown(payer),
    shippingAddressId: customer.id,
    billingAddressId: payer.id,
  };
};

const createPackaging = (
  world: OrderWorld,
  draft: Draft,
  to: NonNullable<PurchaseOrder["shippingAddress"]>,
) => {
  const { random, ids, people, now } = world;
  const bought = random.chance(0.35);
  const box = bought
    ? orderPackage(
        random,
        ids,
        draft.id,
        { from: people.business(ids, draft.plan.source.name, draft.plan.source.city), to },
        draft.service,
        draft.lines,
        { shipping: draft.shippedAt, now },
      )
    : null;
  return {
    buyShippingLabel: bought,
    rateShoppedId: bought ? `shop_${(draft.id * 104_729).toString(36)}` : null,
    packageLength: box?.length ?? null,
    packageWidth: box?.width ?? null,
    packageHeight: box?.height ?? null,
    packageWeight: box?.totalWeight ?? null,
    packageDimensionUnit: box === null ? null : toDimensionUnit("inch"),
    packageWeightUnit: box === null ? null : toWeightUnit("pound"),
    purchaseOrderPackage: box,
  };
};

const createLicense = (
  { random, ids, people }: OrderWorld,
  { plan, lines, orderId, crossDockId }: Draft,
) => {
  const needed = lines.some((line) => line.variant.licensed);
  const missing = needed && plan.status === "additional_info_required";
  return {
    fflInfoRequired: needed,
    orderFFL:
      needed && !missing
        ? orderLicense(
            random,
            ids,
            people,
            { orderId, crossDockPurchaseOrderId: crossDockId },
            plan.generatedAt,
          )
        : null,
  };
};

const createAttributes = ({ random, ids }: OrderWorld, { id }: Draft) =>
  random.chance(0.3)
    ? random.some(orderAttributes, random.int(1, 3)).map(([key, value]) => ({
        id: ids.next("purchaseOrderAttribute"),
        purchase_order_id: id,
        key,
        value,
      }))
    : [];

const shipmentsAndInvoices = ({ random, ids, now }: OrderWorld, draft: Draft) => {
  const { plan, id, orderId, number, lines, crossDockId, shippedAt, service } = draft;
  const owner = {
    orderId,
    purchaseOrderId: id,
    rmaId: null,
    sourceId: plan.source.id,
    crossDockPurchaseOrderId: crossDockId,
  };
  const shipments = orderShipments(random, ids, owner, service, lines, shippedAt, now);
  const billed = {
    purchaseOrderId: id,
    number,
    sourceId: plan.source.id,
    prefix: plan.source.prefix,
  };
  const invoiced = shipments.length > 0 && random.chance(0.88);
  const invoices = invoiced
    ? [orderInvoice(random, ids, billed, lines, Math.min(now - hour, shippedAt + day), now)]
    : [];
  return { shipments, invoices, totalSourceInvoices: invoices.length };
};

const createSums = ({ random }: OrderWorld, { lines, service }: Draft) => ({
  shippedStatus: describeCompletion(total(lines, "shipped"), total(lines, "quantity")),
  totalItems: lines.length,
  totalQuantity: total(lines, "quantity"),
  shippedQuantity: total(lines, "shipped"),
  totalCost: dollars(
    lines.reduce((sum, { variant, quantity }) => sum + variant.cost * quantity, 0),
  ),
  estimatedShippingCost: dollars(random.int(590, service.days > 5 ? 22_000 : 4_200)),
  estimatedDropshipFee: random.chance(0.4) ? random.pick([1.5, 2, 3.75]) : null,
  shippingDistance: twoDecimals(20 + 2_600 * random.next()),
  totalWeight: sumWeights(lines),
});

const apiFields = Object.keys(PurchaseOrder.shape) as (keyof PurchaseOrder)[];

/** The fields in the API document's order, which makes the JSON easier to read. */
const inApiOrder = (order: PurchaseOrder): PurchaseOrder =>
  Object.fromEntries(apiFields.map((field) => [field, order[field]])) as PurchaseOrder;

const demoPurchaseOrder = (world: OrderWorld, plan: OrderPlan): PurchaseOrder => {
  const { random, now } = world;
  const draft = createDraft(world, plan);
  const method = createShippingMethod(plan.source, draft.service, now);
  const addresses = createAddresses(world, draft);
  const fulfillment = computeFulfillment(draft);
  const synced = total(draft.lines, "shipped") > 0 && random.chance(0.7);
  return inApiOrder({
    id: draft.id,
    accountId: 1,
    orderId: draft.orderId,
    sourceId: plan.source.id,
    channelId: plan.channelId,
    purchaseOrderNumber: draft.number,
    ...createTimestamps(world, draft),
    ...createReceipt(world, draft),
    ...addresses,
    sourceShippingMethodId: method.id,
    shippingText: `${draft.service.carrier.name} ${draft.service.method.name}`,
    ...pickReasons(world, draft),
    confirmationNumber:
      plan.acknowledgedAt === undefined ? null : `${plan.source.prefix}${800_000 + draft.id}`,
    ...chooseStatusNames(world, draft),
    purchaseOrderFulfillmentStatus: {
      name: purchaseOrderFulfillmentStatuses[fulfillment],
      handle: fulfillment,
    },
    ...createSums(world, draft),
    sourceShippingMethod: method,
    suppressTracking: random.chance(0.05),
    beingProcessed: plan.status === "processing" && random.chance(0.2),
    accountingSynced: synced,
    externalAccountingId: synced ? `PO-${90_000 + draft.id}` : null,
    carrierCode: draft.service.carrier.handle,
    methodCode: draft.service.code,
    crossDockPurchaseOrderId: draft.crossDockId,
    ...createLicense(world, draft),
    ...createPackaging(world, draft, addresses.shippingAddress),
    ...shipmentsAndInvoices(world, draft),
    purchaseOrderItems: draft.lines.map((line) => line.record),
    purchaseOrderAttributes: createAttributes(world, draft),
    ...createLinks(world, draft),
    tags: random.chance(0.35) ? random.some(orderTags, random.int(1, 2)) : [],
  });
};

/** Generates `count` purchase orders, the oldest first. */
export function* demoPurchaseOrders(world: OrderWorld, count: number): Generator<PurchaseOrder> {
  for (let index = 0; index < count; index += 1) {
    yield demoPurchaseOrder(world, planOrder(world.random, index, count, world.now));
  }
}
