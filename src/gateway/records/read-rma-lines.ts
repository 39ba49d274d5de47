import type { LineOutcome } from "#contract/evidence.ts";
import { readTime } from "#contract/read-time.ts";
import { type Loose, readId, toRecords, toText } from "./read-record.ts";

/* What an RMA, its return and the purchase orders of the return's order tell of each line. Nothing is assumed of them. */

const dayMs = 24 * 60 * 60_000;

/** An amount of a record; undefined if it is none. */
export const readAmount = (value: unknown): number | undefined =>
  typeof value === "number" && Math.abs(value) < 1e12 ? value : undefined;

/** Whole units; undefined if there are none, or more than PostgreSQL's integers count. */
const readUnits = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 31
    ? value
    : undefined;

/** A time in milliseconds since 1970, of a year that PostgreSQL reads, too. */
export const timeOf = (value: unknown): number | undefined => {
  const time = readTime(toText(value));
  return time >= 0 && time < Date.UTC(9999, 0) ? time : undefined;
};

/** In these, a line whose units are all approved or denied was decided. Voided and canceled RMAs were taken back. */
const decidedStatuses: ReadonlySet<string> = new Set([
  "Waiting",
  "Partially Approved",
  "Approved",
  "Denied",
]);

/** Whether the units of an RMA count as returned. */
export const isCounted = (rma: Loose): boolean =>
  !["Voided", "Canceled"].includes(toText(rma["rmaStatus"]));

interface Decided {
  readonly outcome: LineOutcome;
  readonly creditPercent: number | undefined;
}

/** The percentage by which a credit follows from the cost of the approved units, if it is a whole one. */
const readCreditPercent = (item: Loose, approved: number): number | undefined => {
  const [cost, credited] = [readAmount(item["cost"]), readAmount(item["creditedAmount"])];
  if (cost === undefined || credited === undefined) return undefined;
  const full = Math.round((Math.round(cost * 1e6) * approved) / 1e4);
  const cents = Math.round(credited * 100);
  const percent = Math.round((cents * 100) / full);
  const isRule = full > 0 && percent >= 0 && percent <= 100;
  return isRule && Math.abs((full * percent) / 100 - cents) < 1 ? percent : undefined;
};

/** How a line was decided; undefined while some of its units are not. */
export const readDecision = (rma: Loose, item: Loose): Decided | undefined => {
  const [quantity = 0, approved = 0, denied = 0] = [
    readUnits(item["quantity"]),
    readUnits(item["approvedQuantity"]),
    readUnits(item["deniedQuantity"]),
  ];
  if (!decidedStatuses.has(toText(rma["rmaStatus"]))) return undefined;
  if (quantity === 0 || approved + denied < quantity) return undefined;
  if (approved === 0) return { outcome: "deny", creditPercent: undefined };
  return denied > 0
    ? { outcome: "split", creditPercent: undefined }
    : { outcome: "approve", creditPercent: readCreditPercent(item, approved) };
};

const hasId = (records: readonly Loose[], name: string, id: string): boolean =>
  records.some((one) => readId(one, name) === id);

/** The line of a purchase order whose units are returned: by the order's item, else by the SKU at the same source. */
const findOrdered = (item: Loose, returned: Loose, rma: Loose, orders: readonly Loose[]) => {
  const source = readId(rma, "sourceId");
  const ofSource = orders.filter((order) => readId(order, "sourceId") === source);
  const itemId = readId(returned, "orderItemId");
  const sku = toText(item["sku"]);
  const find = (among: readonly Loose[], fits: (line: Loose) => boolean) => {
    for (const order of among)
      for (const line of toRecords(order["purchaseOrderItems"]))
        if (fits(line)) return { order, line };
    return undefined;
  };
  const byItem = (line: Loose) => readId(line, "orderItemId") === itemId;
  return (
    (itemId === undefined ? undefined : (find(ofSource, byItem) ?? find(orders, byItem))) ??
    (sku === "" ? undefined : find(ofSource, (line) => toText(line["sku"]) === sku))
  );
};

/** The parcels that hold units of an order's line. */
const findParcels = (order: Loose, line: Loose): Loose[] => {
  const [id, orderItemId] = [readId(line, "id"), readId(line, "orderItemId")];
  return toRecords(order["shipments"]).filter((parcel) => {
    const held = toRecords(parcel["shipmentItems"]);
    return (
      (orderItemId !== undefined && hasId(held, "orderItemId", orderItemId)) ||
      (id !== undefined &&
        (hasId(held, "fulfillmentRequestItemId", id) || hasId(held, "purchaseOrderItemId", id)))
    );
  });
};

/** What is known of an RMA's line. */
export interface LineFacts {
  readonly id: string;
  readonly item: Loose;
  /** The return's line; empty if it is unknown. */
  readonly returned: Loose;
  /** The purchase order and its line; undefined if they are unknown. */
  readonly order: Loose | undefined;
  readonly ordered: Loose;
  readonly parcels: readonly Loose[];
  /** The last of the parcels before the RMA, as the API wrote it. */
  readonly shippedAt: string | undefined;
  readonly deliveredAt: string | undefined;
  /** Days from delivery, else dispatch, else order, to the RMA. */
  readonly age: number | undefined;
  readonly decision: Decided | undefined;
}

/** The facts of each line that has an ID. */
export const readLineFacts = (
  rma: Loose,
  itsReturn: Loose | undefined,
  orders: readonly Loose[],
): LineFacts[] => {
  const createdAt = timeOf(rma["createdAt"]) ?? timeOf(itsReturn?.["insertedAt"]);
  const returnLines = toRecords(itsReturn?.["items"]);
  /** Texts of times until the RMA was created, the latest first. */
  const until = (times: readonly unknown[]): string[] =>
    times
      .map(toText)
      .filter((text) => (timeOf(text) ?? Infinity) <= (createdAt ?? -Infinity))
      .toSorted((a, b) => timeOf(b)! - timeOf(a)!);
  const lines = new Map<string, LineFacts>();
  for (const item of toRecords(rma["items"])) {
    const id = readId(item, "id");
    if (id === undefined) continue;
    const returnItemId = readId(item, "returnItemId");
    const returned = returnLines.find((line) => readId(line, "id") === returnItemId) ?? {};
    const found = findOrdered(item, returned, rma, orders);
    const parcels = found === undefined ? [] : findParcels(found.order, found.line);
    const [shippedAt] = until(parcels.map((parcel) => parcel["shippedAt"]));
    const [deliveredAt] = until([found?.order["fullyReceivedAt"]]);
    const [orderedAt] = until([found?.order["generatedAt"] ?? found?.order["sentAt"]]);
    const began = timeOf(deliveredAt ?? shippedAt ?? orderedAt);
    lines.set(id, {
      id,
      item,
      returned: returnItemId === undefined ? {} : returned,
      order: found?.order,
      ordered: found?.line ?? {},
      parcels,
      shippedAt,
      deliveredAt,
      age: began === undefined || createdAt === undefined ? undefined : (createdAt - began) / dayMs,
      decision: readDecision(rma, item),
    });
  }
  return [...lines.values()];
};

/** Units of a line by name; missing ones count as none. */
export const unitsOf = (line: Loose, name: string): number => readUnits(line[name]) ?? 0;
