import { type ChannelOverview, everyProduct } from "#contract/catalog.ts";
import { readTime } from "#contract/read-time.ts";
import { createDayFinder } from "#contract/wall-clock.ts";
import type { ProductIndex } from "./product-index.ts";
import { createUnitBands } from "./row-columns.ts";

const rowsAtOnce = 2_000;

/** Summarizes the products of a channel, with the days of a time zone; `pause` yields to other tasks between two steps. */
export const createOverview = async (
  index: ProductIndex,
  pause: () => Promise<void>,
  timeZone: string,
): Promise<ChannelOverview> => {
  const available = { ...everyProduct, gone: "none" } as const;
  const { ids, total } = index.search(available);
  const facets = index.facets(available);
  const gone = index.search({ ...everyProduct, gone: "only" }).total;
  const days = new Map<string, number>();
  const findDay = createDayFinder(timeZone);
  const spread = createUnitBands();
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    for (const { updated_at: text, stock } of index.rows(ids.subarray(from, from + rowsAtOnce))) {
      if (stock !== null) spread.add(stock);
      const day = findDay(readTime(text));
      if (day !== "") days.set(day, (days.get(day) ?? 0) + 1);
    }
    await pause();
  }
  const updatedByDay = [...days]
    .map(([day, count]) => ({ day, count }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { facets, total, gone, updatedByDay, units: spread.bands() };
};
