import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type Key, type RefObject, useDeferredValue, useEffect, useState } from "react";
import { createRowKeys } from "./row-keys.ts";
import { mediaQuery, useMedia } from "./use-media.ts";
import { useRowFocus } from "./use-row-focus.ts";

/** What the rows of one table are like. */
export interface TableRows {
  count: number;
  /** Up to so many rows are all drawn; of more, those near the window. */
  drawAll?: number;
  /** Where every row is equally high, in px: as a row, and as a card of a narrow screen. Else rows are measured. */
  heights?: { readonly row: number; readonly card: number };
  /** What a row is known by where it does not stay in its place: an editor's rows keep the focus by it. */
  keyAt?: (index: number) => Key;
  /** Told which rows are in the page, so that they can be fetched. */
  onRange?: (first: number, last: number) => void;
  /** What the rows are: another text goes back to the top. */
  of?: string;
  /** False where rows stay rows on a narrow screen. */
  cards?: boolean;
}

/** A row in the page, and how far down where not all are. */
export interface ShownRow {
  readonly index: number;
  readonly key: Key;
  readonly top: number | undefined;
}

const usualDrawAll = 120;
/** So many rows fill a window; the others of a list come right after they are painted. */
const firstDrawn = 20;
/** Rows on both sides of the window that are in the page, too. */
const overscan = 5;
const headHeight = 36;
const estimated = { row: 40, card: 150 } as const;
const narrow = mediaQuery("(max-width: 47.99rem)");

/** The row with the focus stays in the page, however far away it is scrolled: a screen reader would lose its place. */
const withActive = (range: Range, active: number | undefined): number[] => {
  const shown = defaultRangeExtractor(range);
  if (active === undefined || active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].toSorted((a, b) => a - b);
};

/** The first rows at once, all of them a moment later. */
const useDrawn = (count: number): number =>
  Math.min(count, Math.max(useDeferredValue(count, firstDrawn), firstDrawn));

interface Places {
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
}

/** Which rows of a table are in the page and where, and the focus that goes from row to row. */
export const useTableRows = (rows: TableRows, { scroller, body }: Places) => {
  const { count, drawAll = usualDrawAll, heights, keyAt, onRange, of, cards = true } = rows;
  const isVirtual = count > drawAll;
  const isCards = useMedia(narrow) && cards;
  const size = (heights ?? estimated)[isCards ? "card" : "row"];
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "auto" });
  const focus = useRowFocus({ body, count, scrollTo: isVirtual ? scrollTo : undefined });
  const { active, setActive } = focus;
  const virtualizer = useVirtualizer({
    enabled: isVirtual,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    ...(keyAt && { getItemKey: keyAt }),
    overscan,
    // The head stands on the rows' first lines.
    scrollPaddingStart: isCards ? 0 : headHeight,
    rangeExtractor: (range) => withActive(range, active),
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  // Elements of rows of one height are taken over by others; a measured one belongs to its row.
  const [recycle] = useState(createRowKeys);
  const recycled = recycle(heights && !keyAt ? items.map(({ index }) => index) : []);
  const keyOf = (index: number): Key => keyAt?.(index) ?? recycled.get(index) ?? index;
  const drawn = useDrawn(count);
  const shown: ShownRow[] = isVirtual
    ? items.map(({ index, start }) => ({ index, key: keyOf(index), top: start }))
    : Array.from({ length: drawn }, (_, index) => ({ index, key: keyOf(index), top: undefined }));
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const [first, last] = isVirtual
    ? [Math.max(0, startIndex - overscan), endIndex + overscan]
    : [0, count - 1];
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  useEffect(() => {
    setActive(undefined);
    // Asking where it stands or moving it would have the browser lay out the page, after each key that is typed.
    if (virtualizer.scrollOffset) scroller.current?.scrollTo({ top: 0 });
  }, [of, setActive, virtualizer, scroller]);
  const pageOf = (height: number) => Math.max(1, Math.floor(height / size) - 2);
  return {
    isVirtual,
    shown,
    height: isVirtual ? virtualizer.getTotalSize() : undefined,
    measure: isVirtual && !heights ? virtualizer.measureElement : undefined,
    goTo: focus.goTo,
    focusEvents: focus.events,
    /** Rows between one page and the next. */
    page: () => pageOf(Math.min(scroller.current?.clientHeight ?? size, innerHeight)),
  };
};
