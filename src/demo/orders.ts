import {
  deprecatedPurchaseOrderStatusNames,
  purchaseOrderFulfillmentStatuses,
  toPurchaseOrderStatus,
  type PurchaseOrderFulfillmentStatusHandle,
} from "#contract/purchase-order-states.ts";
import { toPurchaseOrderType } from "#contract/purchase-order-types.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { channelsWithRetention } from "./account.ts";
import texts from "./data/texts.json" with { type: "json" };
import { documentPath } from "./demo-image.ts";
import { createDraft, planOrder, sumWeights, type Draft, type OrderPlan } from "./order-draft.ts";
import {
  createInvoice,
  createLicense,
  createPackage,
  createShipments,
} from "./order-fulfillment.ts";
import type { OrderWorld } from "./order-world.ts";
import { redacted } from "./people.ts";
import { createShippingMethod, toDimensionUnit, toWeightUnit } from "./shipping.ts";
import { day, dollars, hour, iso, isoOrNull, twoDecimals } from "./values.ts";

const createTimestamps = ({ random, now }: OrderWorld, { plan, shipped, shippedAt }: Draft) => {
  const { generatedAt, sentAt, acknowledgedAt, endedAt, status } = plan;
  const moments = [generatedAt, sentAt, acknowledgedAt, endedAt, shipped > 0 ? shippedAt : 0];
  const last = Math.max(...moments.map((moment) => moment ?? 0));
  return {
    sentAt: isoOrNull(sentAt),
    acknowledgedAt: isoOrNull(acknowledgedAt),
    secondaryAcknowledgedAt: isoOrNull(
      acknowledgedAt !== undefined && plan.source.kind === "3pl"
        ? Math.min(now, acknowledgedAt + 2 * hour)
        : undefined,
    ),
    canceledAt: isoOrNull(status === "canceled" ? endedAt : undefined),
    generatedAt: iso(generatedAt),
    voidedAt: isoOrNull(status === "voided" ? endedAt : undefined),
    lastModifiedAt: iso(Math.min(now, last + hour * random.next())),
    holdUntil: isoOrNull(
      status === "unprocessed" && random.chance(0.3) ? now + random.int(1, 6) * day : undefined,
    ),
  };
};

/** Only goods for our own shelves are received by us. */
const createReceipt = ({ random, now }: OrderWorld, draft: Draft) => {
  const { plan, quantity, shipped, shippedAt } = draft;
  if (!plan.stock) return { purchaseOrderReceivedStatus: null, fullyReceivedAt: null };
  const status = plan.status === "voided" ? "voided" : "awaiting_to_receive";
  const arrived = shipped > 0 && now - shippedAt > 9 * day;
  const all = arrived && shipped === quantity && random.chance(0.8);
  const handle = all ? "received" : arrived ? "partially_received" : status;
  return {
    purchaseOrderReceivedStatus: { handle },
    fullyReceivedAt: all ? iso(shippedAt + 6 * day) : null,
  };
};

const createAddresses = ({ people, random, now }: OrderWorld, { plan }: Draft) => {
  const expired = channelsWithRetention.has(plan.channelId) && now - plan.generatedAt > 365 * day;
  const customer = plan.stock
    ? people.business("Alder & Quay Distribution", "Columbus")
    : people.customer();
  const payer = random.chance(0.8) ? customer : people.customer();
  const shown = expired && !plan.stock ? redacted : <A>(address: A) => address;
  return {
    shippingAddress: shown(customer),
    billingAddress: shown(payer),
    shippingAddressId: customer.id,
    billingAddressId: payer.id,
  };
};

const pickReasons = ({ random }: OrderWorld, { plan: { status } }: Draft) => ({
  voidedReason: status === "voided" ? random.pick(texts.voidReasons) : null,
  processingErrorReason: status === "processing_error" ? random.pick(texts.processingErrors) : null,
  cancelReason: status === "canceled" ? random.pick(texts.cancelReasons) : null,
  note:
    status === "additional_info_required"
      ? random.pick(texts.missingInformation)
      : random.chance(0.16)
        ? random.pick(texts.customerNotes)
        : null,
});

const chooseFulfillment = (draft: Draft): PurchaseOrderFulfillmentStatusHandle => {
  const { plan, quantity, shipped } = draft;
  if (plan.status === "canceled" || plan.status === "voided") return "canceled";
  if (shipped === 0) return "awaiting_shipment";
  return shipped === quantity ? "shipped" : "partially_shipped";
};

const chooseStates = ({ now }: OrderWorld, draft: Draft) => {
  const { plan } = draft;
  // Orders from before the last half year still have the names of that time (api 3, 9).
  const old = plan.generatedAt < now - 180 * day;
  const status = toPurchaseOrderStatus(plan.status);
  const oldNames = Object.entries(deprecatedPurchaseOrderStatusNames);
  const oldName = oldNames.find(([, newer]) => newer === status.name)?.[0];
  const type = toPurchaseOrderType(plan.type);
  const handle = chooseFulfillment(draft);
  return {
    purchaseOrderStatus: old && oldName !== undefined ? { ...status, name: oldName } : status,
    purchaseOrderType:
      old && plan.type === "fulfillment_request"
        ? { ...type, name: "Fulfillment Request", abbreviation: "FR" }
        : type,
    purchaseOrderFulfillmentStatus: { name: purchaseOrderFulfillmentStatuses[handle], handle },
  };
};

const createSums = ({ random }: OrderWorld, { lines, service, quantity, shipped }: Draft) => ({
  shippedStatus:
    shipped === 0 ? "Not Started" : shipped === quantity ? "Completed" : "Partially Completed",
  totalItems: lines.length,
  totalQuantity: quantity,
  shippedQuantity: shipped,
  totalCost: dollars(lines.reduce((sum, line) => sum + line.variant.cost * line.quantity, 0)),
  estimatedShippingCost: dollars(random.int(590, service.days > 5 ? 22_000 : 4_200)),
  estimatedDropshipFee: random.chance(0.4) ? random.pick([1.5, 2, 3.75]) : null,
  shippingDistance: twoDecimals(20 + 2_600 * random.next()),
  totalWeight: sumWeights(lines),
});

const createDealerLicense = (world: OrderWorld, draft: Draft) => {
  const needed = draft.lines.some((line) => line.variant.licensed);
  const missing = draft.plan.status === "additional_info_required";
  return {
    fflInfoRequired: needed,
    orderFFL: needed && !missing ? createLicense(world, draft) : null,
  };
};

const createPackaging = (
  world: OrderWorld,
  draft: Draft,
  to: NonNullable<PurchaseOrder["shippingAddress"]>,
) => {
  const bought = world.random.chance(0.35);
  const box = bought ? createPackage(world, draft, to) : null;
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

const createShipmentsAndInvoices = (world: OrderWorld, draft: Draft) => {
  const shipments = createShipments(world, draft);
  const invoiced = shipments.length > 0 && world.random.chance(0.88);
  const invoices = invoiced ? [createInvoice(world, draft)] : [];
  return { shipments, invoices, totalSourceInvoices: invoices.length };
};

const createLinks = ({ random }: OrderWorld, { number, plan, shipped }: Draft) => {
  const label = shipped > 0 || (plan.sentAt !== undefined && random.chance(0.3));
  const slip = plan.sentAt !== undefined && random.chance(0.85);
  const shippingLabelAttachmentLink = label ? documentPath("shipping-label", number) : null;
  const packingSlipAttachmentLink = slip ? documentPath("packing-slip", number) : null;
  const links = [shippingLabelAttachmentLink, packingSlipAttachmentLink];
  return {
    attachmentLinks: links.filter((link) => link !== null),
    shippingLabelAttachmentLink,
    packingSlipAttachmentLink,
  };
};

const apiFields = Object.keys(PurchaseOrder.shape) as (keyof PurchaseOrder)[];

/** The fields in the API document's order, which makes the JSON easier to read. */
const inApiOrder = (order: PurchaseOrder): PurchaseOrder =>
  Object.fromEntries(apiFields.map((field) => [field, order[field]])) as PurchaseOrder;

const demoPurchaseOrder = (world: OrderWorld, plan: OrderPlan): PurchaseOrder => {
  const { random, ids, now } = world;
  const draft = createDraft(world, plan);
  const { id, service } = draft;
  const method = createShippingMethod(plan.source, service, now);
  const addresses = createAddresses(world, draft);
  const synced = draft.shipped > 0 && random.chance(0.7);
  return inApiOrder({
    id,
    accountId: 1,
    orderId: draft.orderId,
    sourceId: plan.source.id,
    channelId: plan.channelId,
    purchaseOrderNumber: draft.number,
    ...createTimestamps(world, draft),
    ...createReceipt(world, draft),
    ...addresses,
    sourceShippingMethodId: method.id,
    shippingText: `${service.carrier.name} ${service.method.name}`,
    ...pickReasons(world, draft),
    confirmationNumber:
      plan.acknowledgedAt === undefined ? null : `${plan.source.prefix}${800_000 + id}`,
    ...chooseStates(world, draft),
    ...createSums(world, draft),
    sourceShippingMethod: method,
    suppressTracking: random.chance(0.05),
    beingProcessed: plan.status === "processing" && random.chance(0.2),
    accountingSynced: synced,
    externalAccountingId: synced ? `PO-${90_000 + id}` : null,
    carrierCode: service.carrier.handle,
    methodCode: service.code,
    crossDockPurchaseOrderId: draft.crossDockId,
    ...createDealerLicense(world, draft),
    ...createPackaging(world, draft, addresses.shippingAddress),
    ...createShipmentsAndInvoices(world, draft),
    purchaseOrderItems: draft.lines.map((line) => line.record),
    purchaseOrderAttributes: random.chance(0.3)
      ? random
          .some(Object.entries(texts.orderAttributes), random.int(1, 3))
          .map(([key, value]) => ({
            id: ids.next("purchaseOrderAttribute"),
            purchase_order_id: id,
            key,
            value,
          }))
      : [],
    ...createLinks(world, draft),
    tags: random.chance(0.35) ? random.some(texts.orderTags, random.int(1, 2)) : [],
  });
};

/** Generates `count` purchase orders, the oldest first. */
export function* demoPurchaseOrders(world: OrderWorld, count: number): Generator<PurchaseOrder> {
  for (let index = 0; index < count; index += 1) {
    yield demoPurchaseOrder(world, planOrder(world.random, index, count, world.now));
  }
}
