import type { ReturnItem, ReturnModel } from "#contract/returns.ts";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import type { WantedOrders } from "#web/api/find-orders.ts";

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
