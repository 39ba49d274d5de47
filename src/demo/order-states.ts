import {
  deprecatedPurchaseOrderStatusNames,
  toPurchaseOrderStatus,
  type PurchaseOrderFulfillmentStatusHandle,
} from "#contract/purchase-order-states.ts";
import { toPurchaseOrderType } from "#contract/purchase-order-types.ts";
import { documentPath, type DocumentKind } from "./demo-documents.ts";
import { imageMarker } from "./demo-image.ts";
import { day, hour, iso, isoOrNull } from "./demo-time.ts";
import { total, type Draft, type OrderWorld } from "./order-draft.ts";
import {
  cancelReasons,
  customerNotes,
  errorReasons,
  infoNotes,
  voidReasons,
} from "./order-words.ts";

export const computeFulfillment = ({
  plan,
  lines,
}: Draft): PurchaseOrderFulfillmentStatusHandle => {
  if (plan.status === "canceled" || plan.status === "voided") return "canceled";
  const shipped = total(lines, "shipped");
  if (shipped === 0) return "awaiting_shipment";
  return shipped === total(lines, "quantity") ? "shipped" : "partially_shipped";
};

export const describeCompletion = (done: number, all: number) =>
  done === 0 ? "Not Started" : done === all ? "Completed" : "Partially Completed";

/** Only goods for our own shelves are received by us. */
export const createReceipt = ({ random, now }: OrderWorld, { plan, lines, shippedAt }: Draft) => {
  const stock = plan.type === "stocking_purchase_order" || plan.type === "transfer_order";
  const status = plan.status === "voided" ? "voided" : "awaiting_to_receive";
  if (!stock) return { purchaseOrderReceivedStatus: null, fullyReceivedAt: null };
  const arrived = total(lines, "shipped") > 0 && now - shippedAt > 9 * day;
  const all = arrived && total(lines, "shipped") === total(lines, "quantity") && random.chance(0.8);
  const handle = all ? "received" : arrived ? "partially_received" : status;
  return {
    purchaseOrderReceivedStatus: { handle },
    fullyReceivedAt: all ? iso(shippedAt + 6 * day) : null,
  };
};

/** Orders from before the last half year still have the names of that time (api 3, 9). */
const renamedAt = (now: number): number => now - 180 * day;

export const chooseStatusNames = ({ now }: OrderWorld, { plan }: Draft) => {
  const old = plan.generatedAt < renamedAt(now);
  const status = toPurchaseOrderStatus(plan.status);
  const oldNames = Object.entries(deprecatedPurchaseOrderStatusNames);
  const oldName = oldNames.find(([, newer]) => newer === status.name)?.[0];
  const type = toPurchaseOrderType(plan.type);
  return {
    purchaseOrderStatus: old && oldName !== undefined ? { ...status, name: oldName } : status,
    purchaseOrderType:
      old && plan.type === "fulfillment_request"
        ? { ...type, name: "Fulfillment Request", abbreviation: "FR" }
        : type,
  };
};

export const createLinks = ({ random }: OrderWorld, draft: Draft) => {
  const link = (kind: DocumentKind) => imageMarker + documentPath(kind, draft.number);
  const label =
    total(draft.lines, "shipped") > 0 || (draft.plan.sentAt !== undefined && random.chance(0.3));
  const slip = draft.plan.sentAt !== undefined && random.chance(0.85);
  const shippingLabelAttachmentLink = label ? link("shipping-label") : null;
  const packingSlipAttachmentLink = slip ? link("packing-slip") : null;
  return {
    attachmentLinks: [shippingLabelAttachmentLink, packingSlipAttachmentLink].filter(
      (found) => found !== null,
    ),
    shippingLabelAttachmentLink,
    packingSlipAttachmentLink,
  };
};

export const pickReasons = ({ random }: OrderWorld, { plan }: Draft) => ({
  voidedReason: plan.status === "voided" ? random.pick(voidReasons) : null,
  processingErrorReason: plan.status === "processing_error" ? random.pick(errorReasons) : null,
  cancelReason: plan.status === "canceled" ? random.pick(cancelReasons) : null,
  note:
    plan.status === "additional_info_required"
      ? random.pick(infoNotes)
      : random.chance(0.16)
        ? random.pick(customerNotes)
        : null,
});

export const createTimestamps = (
  { random, now }: OrderWorld,
  { plan, lines, shippedAt }: Draft,
) => {
  const { generatedAt, sentAt, acknowledgedAt, endedAt } = plan;
  const shipped = total(lines, "shipped") > 0 ? shippedAt : undefined;
  const last = Math.max(generatedAt, sentAt ?? 0, acknowledgedAt ?? 0, endedAt ?? 0, shipped ?? 0);
  return {
    sentAt: isoOrNull(sentAt),
    acknowledgedAt: isoOrNull(acknowledgedAt),
    secondaryAcknowledgedAt: isoOrNull(
      acknowledgedAt !== undefined && plan.source.kind === "3pl"
        ? Math.min(now, acknowledgedAt + 2 * hour)
        : undefined,
    ),
    canceledAt: isoOrNull(plan.status === "canceled" ? endedAt : undefined),
    generatedAt: iso(generatedAt),
    voidedAt: isoOrNull(plan.status === "voided" ? endedAt : undefined),
    lastModifiedAt: iso(Math.min(now, last + hour * random.next())),
    holdUntil: isoOrNull(
      plan.status === "unprocessed" && random.chance(0.3)
        ? now + random.int(1, 6) * day
        : undefined,
    ),
  };
};
