import type { ReturnItem, ReturnModel } from "#contract/returns.ts";
import {
  computeCreditTotals,
  countUndecidedUnits,
  type Rma,
  type RmaItem,
} from "#contract/rmas.ts";
import type { WantedOrders } from "#web/api/find-orders.ts";
import { readAmount, toCents } from "#web/base/amounts.ts";

/** One line of an RMA, with its RMA. */
interface RmaLine {
  readonly rma: Rma;
  readonly item: RmaItem;
}

/** A line of a return with the RMA lines that take its units back; without `item`, lines that belong to none. */
export interface ReturnLine {
  readonly item: ReturnItem | undefined;
  readonly rmaLines: readonly RmaLine[];
}

const ended = new Set(["Voided", "Canceled"]);

/** Whether an RMA's units and amounts count: those of a voided or canceled one are replaced or were never due. */
export const isCounted = ({ rmaStatus }: Pick<Rma, "rmaStatus">): boolean =>
  !ended.has(rmaStatus ?? "");

/** The places of the return's lines by a value; undefined for a value that several lines share. */
const placesBy = <K>(
  items: readonly ReturnItem[],
  keyOf: (item: ReturnItem) => K | null | undefined,
): Map<K, number | undefined> => {
  const places = new Map<K, number | undefined>();
  for (const [place, item] of items.entries()) {
    const key = keyOf(item) || undefined;
    if (key !== undefined) places.set(key, places.has(key) ? undefined : place);
  }
  return places;
};

/**
 * The lines of a return with the lines of its counted RMAs: by returnItemId, otherwise by a SKU that only one line has.
 * RMA lines that match none come last, each as its own line.
 */
export const matchReturnLines = ({
  items,
  rmas,
}: Pick<ReturnModel, "items" | "rmas">): ReturnLine[] => {
  const byId = placesBy(items, ({ id }) => id);
  const bySku = placesBy(items, ({ sku }) => sku);
  const matched = items.map((): RmaLine[] => []);
  const others: ReturnLine[] = [];
  for (const rma of rmas.filter(isCounted))
    for (const item of rma.items) {
      const place = item.returnItemId ? byId.get(item.returnItemId) : bySku.get(item.sku ?? "");
      const lines = place === undefined ? undefined : matched[place];
      if (lines) lines.push({ rma, item });
      else others.push({ item: undefined, rmaLines: [{ rma, item }] });
    }
  return [...items.map((item, place) => ({ item, rmaLines: matched[place] ?? [] })), ...others];
};

const distinct = (ids: readonly (number | null | undefined)[]): number[] =>
  [...new Set(ids)].filter((id) => typeof id === "number" && id > 0) as number[];

/** The purchase orders that shipped the items of a return. */
export const listWantedOrders = ({ orderId, rmas }: ReturnModel): Partial<WantedOrders> => ({
  ...(orderId ? { orderId } : {}),
  sourceIds: distinct(rmas.filter(isCounted).map(({ sourceId }) => sourceId)),
});

/** The name of a line: of its item, or of the RMA line that belongs to none. */
export const nameReturnLine = ({ item, rmaLines }: ReturnLine): string => {
  const named = item ?? rmaLines[0]?.item;
  return named?.title || named?.sku || `item ${named?.id ?? ""}`;
};

/** The number of undecided units of an RMA. */
export const countUndecided = ({ items }: Pick<Rma, "items">): number =>
  items.reduce((sum, item) => sum + countUndecidedUnits(item), 0);

/** The adjustment in a text, or undefined if it is invalid. */
export const readAdjustment = (text: string): number | undefined => readAmount(text, true);

/** An amount in cents, before and after. */
export interface AmountChange {
  before: number;
  after: number;
}

/** A return's refund in whole cents, before and after. */
export interface RefundChange {
  subtotal: number;
  adjustment: AmountChange;
  total: AmountChange;
  /** The sum of the lines, if the API's own subtotal differs. */
  lines: number | undefined;
}

/** refundTotal = refundSubtotal + refundAdjustment (api 2.12); a missing subtotal is the sum of the lines. */
export const calculateRefund = (record: ReturnModel, adjustmentText: string): RefundChange => {
  const credited = record.items.map(({ refundedAmount }) => ({ creditedAmount: refundedAmount }));
  const lines = toCents(computeCreditTotals(credited, 0).creditSubtotal);
  const known = record.refundSubtotal !== null && record.refundSubtotal !== undefined;
  const subtotal = known ? toCents(record.refundSubtotal) : lines;
  const adjustment = {
    before: toCents(record.refundAdjustment),
    after: toCents(readAdjustment(adjustmentText) ?? record.refundAdjustment),
  };
  const before = record.refundTotal ?? undefined;
  const saved = before === undefined ? subtotal + adjustment.before : toCents(before);
  // An unchanged total is the API's own, even if the calculation gives another.
  const total = {
    before: saved,
    after: adjustment.after === adjustment.before ? saved : subtotal + adjustment.after,
  };
  return { subtotal, adjustment, total, lines: lines === subtotal ? undefined : lines };
};

/** The lines with approved units and no refund to the customer: closing the return would leave them without one. */
export const unrefundedLines = (record: ReturnModel): { name: string; units: number }[] =>
  matchReturnLines(record)
    .map((line) => ({
      name: nameReturnLine(line),
      refund: toCents(line.item?.refundedAmount),
      units: line.rmaLines.reduce((sum, { item }) => sum + (item.approvedQuantity ?? 0), 0),
    }))
    .filter(({ refund, units }) => units > 0 && refund === 0);

/** The RMAs with undecided units: closing or cancelling the return does not decide them. */
export const undecidedRmas = (record: ReturnModel): { rma: Rma; units: number }[] =>
  record.rmas
    .map((rma) => ({ rma, units: countUndecided(rma) }))
    .filter(({ rma, units }) => units > 0 && !["Voided", "Canceled"].includes(rma.rmaStatus ?? ""));
