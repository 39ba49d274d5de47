import type { PurchaseOrder, PurchaseOrderItem } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { settings } from "#web/base/settings.ts";
import { findZoneShift } from "#contract/wall-clock.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** The progress of an ordered unit. Each unit counts once, for its furthest step. */
type UnitState = "shipped" | "acknowledged" | "open" | "canceled" | "voided";

/** A number of an item's units in one state. */
interface UnitPart {
  readonly state: UnitState;
  readonly units: number;
}

/** An item's units by their progress. */
export interface ItemUnits {
  readonly ordered: number;
  /** Without empty parts; their sum is at least the ordered quantity. */
  readonly parts: readonly UnitPart[];
  /** Units beyond the ordered quantity: the record contradicts itself. */
  readonly beyond: number;
}

export const unitLabels: Readonly<Record<UnitState, string>> = {
  shipped: "shipped",
  acknowledged: "to ship",
  open: "not acknowledged",
  canceled: "canceled",
  voided: "voided",
};

const toUnits = (units: number | null | undefined): number =>
  Math.max(0, Number.isFinite(units) ? (units ?? 0) : 0);

type Quantities = Pick<
  PurchaseOrderItem,
  "quantity" | "acknowledgedQuantity" | "shippedQuantity" | "canceledQuantity" | "voidedQuantity"
>;

/** Splits the ordered quantity by state (api 2.6): a shipped unit was also acknowledged, and counts as shipped. */
export const itemUnits = (item: Quantities): ItemUnits => {
  const ordered = toUnits(item.quantity);
  const shipped = toUnits(item.shippedQuantity);
  const canceled = toUnits(item.canceledQuantity);
  const voided = toUnits(item.voidedQuantity);
  const gone = shipped + canceled + voided;
  // An acknowledged unit may have been canceled or voided later.
  const acknowledged = Math.max(
    0,
    Math.min(toUnits(item.acknowledgedQuantity) - shipped, Math.max(0, ordered - gone)),
  );
  const open = Math.max(0, ordered - gone - acknowledged);
  const parts: UnitPart[] = [
    { state: "shipped", units: shipped },
    { state: "acknowledged", units: acknowledged },
    { state: "open", units: open },
    { state: "canceled", units: canceled },
    { state: "voided", units: voided },
  ];
  return {
    ordered,
    parts: parts.filter(({ units }) => units > 0),
    beyond: Math.max(0, gone - ordered),
  };
};

/**
 * An order's items as their progress is shown. An API may acknowledge the order and leave the items' quantities at zero:
 * then all units count as acknowledged. One acknowledged unit means that the quantities are maintained, and they are
 * shown unchanged.
 */
export const itemsAsAcknowledged = <I extends Quantities>(
  items: readonly I[],
  isAcknowledged: boolean,
): readonly I[] =>
  isAcknowledged && items.every((item) => toUnits(item.acknowledgedQuantity) === 0)
    ? items.map((item) => ({ ...item, acknowledgedQuantity: toUnits(item.quantity) }))
    : items;

/** The sum of several items' units. */
export const sumUnits = (items: readonly Quantities[]): ItemUnits => {
  const all = items.map(itemUnits);
  const states = Object.keys(unitLabels) as UnitState[];
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    ordered: sum(all.map(({ ordered }) => ordered)),
    parts: states
      .map((state) => ({
        state,
        units: sum(
          all
            .flatMap(({ parts }) => parts.filter((part) => part.state === state))
            .map((p) => p.units),
        ),
      }))
      .filter(({ units }) => units > 0),
    beyond: sum(all.map(({ beyond }) => beyond)),
  };
};

/** An event of an order, with its time. */
export interface OrderEvent {
  label: string;
  at: string;
  /** The reason, if the order has one. */
  reason?: string;
  tone?: "good" | "bad";
  /** The run of this console that received the order. */
  run?: ReceivedOrdersRun;
}

type EventInput = [
  label: string,
  at: string | null | undefined,
  more?: Pick<OrderEvent, "tone" | "run"> & { reason?: string | null | undefined },
];

const toEvents = ([label, at, { reason, ...more } = {}]: EventInput): OrderEvent[] =>
  at ? [{ label, at, ...(reason ? { reason } : {}), ...more }] : [];

const listOwnDates = (order: PurchaseOrder): EventInput[] => [
  ["Generated", order.generatedAt],
  ["Sent", order.sentAt],
  ["Acknowledged", order.acknowledgedAt, { tone: "good" }],
  ["Acknowledged again", order.secondaryAcknowledgedAt, { tone: "good" }],
  ["Hold ends", order.holdUntil],
  ["Canceled", order.canceledAt, { tone: "bad", reason: order.cancelReason }],
  ["Voided", order.voidedAt, { tone: "bad", reason: order.voidedReason }],
  ["Fully received", order.fullyReceivedAt, { tone: "good" }],
  // Not once it is shipped: a plan would look like what happened.
  [
    "Planned shipping date",
    order.shipments.length === 0 ? order.purchaseOrderPackage?.shippingDate : null,
  ],
  ["Last updated", order.lastModifiedAt],
];

/**
 * All dates of an order, including its shipments and invoices, in chronological order. `run`: the one that received it, if
 * any.
 */
export const createTimeline = (
  order: PurchaseOrder,
  run?: ReceivedOrdersRun | null,
): OrderEvent[] =>
  [
    ...listOwnDates(order),
    ...(run ? [["Received", run.requestedAt, { run }] satisfies EventInput] : []),
    ...order.shipments.map((one): EventInput => [
      "Shipped",
      one.shippedAt ?? one.insertedAt,
      { tone: "good", reason: one.trackingNumber },
    ]),
    ...order.invoices.map((one): EventInput => [
      "Invoiced",
      one.invoiceDate ?? one.insertedAt,
      { reason: one.invoiceNumber },
    ]),
  ]
    .flatMap(toEvents)
    .toSorted((a, b) => (readTime(a.at) || 0) - (readTime(b.at) || 0));

const dayMs = 86_400_000;
const soonDays = 30;

/** The state of a license's expiry, in words, and its urgency. */
export interface Expiry {
  readonly words: string;
  readonly tone: "good" | "waiting" | "bad" | "still";
}

/** The days from 1970 to a time, in the user's time zone; in UTC for times that clocks don't reach. */
const countDays = (at: number): number => {
  const shift = findZoneShift(at, settings.get().timeZone);
  return Math.floor((at + (Math.abs(shift) < dayMs ? shift : 0)) / dayMs);
};

/** The time until a license expires (api 2.10), in days of the user's time zone. */
export const licenseExpiry = (expiresAt: string | null | undefined, now: number): Expiry => {
  const at = readTime(expiresAt);
  if (Number.isNaN(at)) return { words: "Expiration unknown", tone: "still" };
  const left = countDays(at) - countDays(now);
  if (at < now) {
    const ago = left === 0 ? "today" : `${formatCount(-left, "day")} ago`;
    return { words: `Expired ${ago}`, tone: "bad" };
  }
  const words = left === 0 ? "Expires today" : `${formatCount(left, "day")} left`;
  return { words, tone: left < soonDays ? "waiting" : "good" };
};

/** A problem of an order, shown above everything else. */
interface OrderAlert {
  readonly title: string;
  readonly text?: string;
  /** What a person does about it. */
  readonly next?: string;
  readonly tone: Tone;
}

type MaybeAlert = OrderAlert | false | undefined;

const reasonAlert = (title: string, text: string | null | undefined): MaybeAlert =>
  text ? { title, text, tone: "bad" } : undefined;

/** What solves a processing error, by its reason. */
const solutions: readonly (readonly [RegExp, string])[] = [
  [/method|carrier|service level/i, "Choose a shipping method"],
  [/address|state|postal|zip|phone|city/i, "Correct the address"],
  [/\bskus?\b|\bitems?\b|variant/i, "Add the SKU at the source"],
  [/5\d\d|time.?out|unreachable|endpoint/i, "Check that the source's system responds"],
];

const errorAlert = (reason: string | null | undefined): MaybeAlert => {
  if (!reason) return undefined;
  const [, solution] = solutions.find(([pattern]) => pattern.test(reason)) ?? [];
  const next = `${solution ?? "Solve this"}, then move the order to Processing.`;
  return { title: "Processing error", text: reason, next, tone: "bad" };
};

const infoAlert = ({ purchaseOrderStatus, note }: PurchaseOrder): MaybeAlert =>
  purchaseOrderStatus?.handle === "additional_info_required" && {
    title: "More information needed",
    ...(note && { text: note }),
    next: "Add what is missing, then move the order to Processing.",
    tone: "waiting",
  };

const holdAlert = (until: string | null | undefined, now: number): MaybeAlert =>
  readTime(until) > now && {
    title: `On hold until ${formatDateTime(until)}`,
    tone: "waiting",
  };

const licenseAlert = ({ orderFFL, fflInfoRequired }: PurchaseOrder, now: number): MaybeAlert => {
  if (!orderFFL)
    return (
      fflInfoRequired === true && {
        title: "Firearm license required but missing",
        tone: "waiting",
      }
    );
  const { words, tone } = licenseExpiry(orderFFL.expiresAt, now);
  return tone === "bad" && { title: `Firearm license: ${words.toLowerCase()}`, tone };
};

/** The problems of an order, the worst first. */
export const orderAlerts = (order: PurchaseOrder, now: number): OrderAlert[] =>
  [
    errorAlert(order.processingErrorReason),
    infoAlert(order),
    reasonAlert("Canceled", order.cancelReason),
    reasonAlert("Voided", order.voidedReason),
    licenseAlert(order, now),
    holdAlert(order.holdUntil, now),
  ].filter((alert) => alert !== false && alert !== undefined);

const thisMachine = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * An attachment's address if it may be opened: https, or the API's own origin when that runs on this machine, as the
 * embedded service does. A record cannot link to any other program on this machine.
 */
export const attachmentLink = (
  text: string | null | undefined,
  apiUrl: string | undefined,
): string | undefined => {
  const safe = safeUrl(text);
  if (safe === undefined) return undefined;
  const { protocol, origin, hostname } = new URL(safe);
  const isApi =
    thisMachine.has(hostname) &&
    apiUrl !== undefined &&
    URL.canParse(apiUrl) &&
    new URL(apiUrl).origin === origin;
  return protocol === "https:" || isApi ? safe : undefined;
};
