import type { PurchaseOrderStatusHandle } from "#contract/purchase-order-states.ts";
import type { PurchaseOrderTypeHandle } from "#contract/purchase-order-types.ts";
import { day, hour, span } from "./demo-time.ts";
import { orderingChannels, sourceProfiles, type SourceProfile } from "./demo-parties.ts";
import type { Random } from "./random.ts";

/** The properties of an order that are chosen before its lines are generated. */
export interface OrderPlan {
  source: SourceProfile;
  channelId: number;
  status: PurchaseOrderStatusHandle;
  type: PurchaseOrderTypeHandle;
  licensed: boolean;
  generatedAt: number;
  sentAt: number | undefined;
  acknowledgedAt: number | undefined;
  /** When it was canceled, voided or stopped by an error. */
  endedAt: number | undefined;
}

/** The newest eighth of the orders was received during the last week; the rest over the whole span. */
const freshShare = 0.125;

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

/** Orders that were never sent, or were stopped before their source responded. */
const unsent: readonly PurchaseOrderStatusHandle[] = [
  "unprocessed",
  "additional_info_required",
  "duplicate",
  "po_number_exceeds_max_length",
];
const ended: readonly PurchaseOrderStatusHandle[] = ["canceled", "voided", "processing_error"];

const pickMoment = (random: Random, index: number, count: number, now: number): number => {
  const fresh = Math.max(1, Math.round(count * freshShare));
  const older = count - fresh;
  const place =
    index < older ? (index + random.next()) / older : (index - older + random.next()) / fresh;
  return index < older
    ? now - span + place ** 0.85 * (span - 7 * day)
    : now - 7 * day + place * (7 * day - 2 * hour);
};

const pickStatus = (random: Random, index: number, count: number): PurchaseOrderStatusHandle => {
  if (index >= count - Math.max(1, Math.round(count * freshShare)))
    return random.weighted(freshStatuses);
  const step = Math.max(1, Math.floor((count * 0.85) / rareStatuses.length));
  const rare = index % step === 0 ? rareStatuses[index / step] : undefined;
  return rare ?? random.weighted(olderStatuses);
};

const pickType = (
  random: Random,
  source: SourceProfile,
  status: PurchaseOrderStatusHandle,
): PurchaseOrderTypeHandle => {
  if (status === "transferred") return "transfer_order";
  if (status === "cross_docked") return "stocking_purchase_order";
  if (source.kind === "supplier")
    return random.chance(0.14) ? "stocking_purchase_order" : "purchase_order";
  return random.chance(0.1) ? "transfer_order" : "fulfillment_request";
};

const pickSource = (
  random: Random,
  index: number,
  status: PurchaseOrderStatusHandle,
): SourceProfile => {
  const [first] = sourceProfiles;
  // Source 1 always has orders in Processing (interfaces): it gets every second one.
  const mustBeFirst = status === "processing" && index % 2 === 0;
  return mustBeFirst && first !== undefined ? first : random.pick(sourceProfiles);
};

/** Plans orders `0` to `count - 1`, the oldest first, because ids grow with time. */
export const planOrder = (random: Random, index: number, count: number, now: number): OrderPlan => {
  // The last order is always source 1's and in Processing, even in the smallest workspace.
  const last = index === count - 1;
  const status = last ? "processing" : pickStatus(random, index, count);
  const source = pickSource(random, last ? 0 : index, status);
  const generatedAt = pickMoment(random, index, count, now);
  const room = now - generatedAt;
  const sentAt = unsent.includes(status)
    ? undefined
    : generatedAt + Math.min(room * 0.2, hour * (0.1 + 3 * random.next()));
  const after = (share: number, most: number) =>
    (sentAt ?? generatedAt) + Math.min(room * share, most * (0.1 + random.next()));
  const channelId = Number(random.weighted(orderingChannels));
  const sells = source.departments.length === 0 || source.departments.includes("Optics & Hunting");
  return {
    source,
    channelId,
    status,
    type: pickType(random, source, status),
    licensed: sells && (source.departments.length > 0 ? random.chance(0.6) : random.chance(0.06)),
    generatedAt,
    sentAt,
    acknowledgedAt: ["acknowledged", "transferred", "cross_docked"].includes(status)
      ? after(0.3, day)
      : undefined,
    endedAt: ended.includes(status) ? after(0.4, 2 * day) : undefined,
  };
};
