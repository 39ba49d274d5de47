import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type Key, useEffect, useState } from "react";
import { createRowKeys } from "./row-keys.ts";
import { paper, useMedia } from "#web/base/use-media.ts";
import {
  type DrawnRows,
  type TablePlaces,
  type TableRows,
  useDrawnRows,
  useRowShape,
  usualDrawAll,
} from "./use-drawn-rows.ts";

/** Extra rows that are rendered above and below the window. */
const overscan = 5;
const headHeight = 36;

/** The focused row stays rendered even when it is scrolled away: a screen reader would lose its place. */
const withActive = (range: Range, active: number | undefined): number[] => {
  const shown = defaultRangeExtractor(range);
  if (active === undefined || active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].toSorted((a, b) => a - b);
};

/** Determines the rendered rows of a table of any length and their positions, and moves the focus between them. */
export const useTableRows = (rows: TableRows, places: TablePlaces): DrawnRows => {
  const { count, drawAll = usualDrawAll, heights, keyAt, onRange, of, windowOnly = false } = rows;
  const { scroller } = places;
  // On paper all rows are drawn, unless they load by parts.
  const isPrinted = useMedia(paper) && !heights;
  const isVirtual = count > drawAll && !isPrinted;
  const { isCards, size } = useRowShape(rows);
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "auto" });
  const drawn = useDrawnRows(rows, places, isVirtual ? scrollTo : undefined);
  const { active, setActive } = drawn.focus;
  const virtualizer = useVirtualizer({
    enabled: isVirtual,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    ...(keyAt && { getItemKey: keyAt }),
    overscan: windowOnly ? 0 : overscan,
    // The head covers the first rows.
    scrollPaddingStart: isCards ? 0 : headHeight,
    rangeExtractor: (range) => withActive(range, active),
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  // Rows of a fixed height share elements; a measured element belongs to its row.
  const [recycle] = useState(createRowKeys);
  const recycled = recycle(heights && !keyAt ? items.map(({ index }) => index) : []);
  const keyOf = (index: number): Key => keyAt?.(index) ?? recycled.get(index) ?? index;
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const [first, last] = isVirtual
    ? [Math.max(0, startIndex - overscan), endIndex + overscan]
    : [0, count - 1];
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  useEffect(() => {
    setActive(undefined);
    // Reading or setting the scroll position would force a layout after each key that is typed.
    if (virtualizer.scrollOffset) scroller.current?.scrollTo({ top: 0 });
  }, [of, setActive, virtualizer, scroller]);
  if (!isVirtual) return drawn;
  return {
    ...drawn,
    isVirtual,
    shown: items.map(({ index, start }) => ({ index, key: keyOf(index), top: start })),
    height: virtualizer.getTotalSize(),
    measure: heights ? undefined : virtualizer.measureElement,
  };
};
