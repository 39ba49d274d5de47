import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type Key, type RefObject, startTransition, useEffect, useState } from "react";
import { isHistoryMove } from "./history-moves.ts";
import { createRowKeys } from "./row-keys.ts";
import { phone, useMedia } from "./use-media.ts";
import { useRowFocus } from "./use-row-focus.ts";

/** The rows of a table. */
export interface TableRows {
  count: number;
  /** Up to this many rows are all drawn; in longer tables only those near the window. */
  drawAll?: number;
  /** The fixed height of a row and of a card on a narrow screen, in px. When left out, rows are measured. */
  heights?: { readonly row: number; readonly card: number };
  /** A key for rows that can move, so that the rows of an editor keep the focus. */
  keyAt?: (index: number) => Key;
  /** Called with the range of rendered rows, so that they can be loaded. */
  onRange?: (first: number, last: number) => void;
  /** Identifies the rows: another text scrolls back to the top. */
  of?: string;
  /** False if rows do not become cards on a narrow screen. */
  cards?: boolean;
  /** Renders skeleton rows only. */
  waits?: boolean;
  /** Leaves out the rows around the window: they would delay each key that is typed into a search. */
  windowOnly?: boolean;
}

/** A rendered row; `top` is set if not all rows are rendered. */
interface ShownRow {
  readonly index: number;
  readonly key: Key;
  readonly top: number | undefined;
}

const usualDrawAll = 120;
/** Enough rows or cards to fill a window; the others follow right after these are painted. */
const firstDrawn = { row: 20, card: 6 } as const;
/** Extra rows that are rendered above and below the window. */
const overscan = 5;
const headHeight = 36;
const estimated = { row: 40, card: 150 } as const;

/** The focused row stays rendered even when it is scrolled away: a screen reader would lose its place. */
const withActive = (range: Range, active: number | undefined): number[] => {
  const shown = defaultRangeExtractor(range);
  if (active === undefined || active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].toSorted((a, b) => a - b);
};

/** How many rows to draw: the first ones immediately, all of them a moment later; of skeleton rows only the first. */
const useDrawn = (count: number, first: number, waits: boolean): number => {
  const [hasDrawnFirst, setHasDrawnFirst] = useState(isHistoryMove);
  useEffect(() => {
    if (!waits) startTransition(() => setHasDrawnFirst(true));
  }, [waits]);
  return waits || !hasDrawnFirst ? Math.min(count, first) : count;
};

interface Places {
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
}

/** Determines the rendered rows of a table and their positions, and moves the focus between them. */
export const useTableRows = (rows: TableRows, { scroller, body }: Places) => {
  const {
    count,
    drawAll = usualDrawAll,
    heights,
    keyAt,
    onRange,
    of,
    cards = true,
    waits = false,
    windowOnly = false,
  } = rows;
  const isVirtual = count > drawAll;
  const isCards = useMedia(phone) && cards;
  const shape = isCards ? "card" : "row";
  const size = (heights ?? estimated)[shape];
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "auto" });
  const focus = useRowFocus({ body, count, scrollTo: isVirtual ? scrollTo : undefined });
  const { active, setActive } = focus;
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
  const drawn = useDrawn(count, firstDrawn[shape], waits);
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
    // Reading or setting the scroll position would force a layout after each key that is typed.
    if (virtualizer.scrollOffset) scroller.current?.scrollTo({ top: 0 });
  }, [of, setActive, virtualizer, scroller]);
  const pageOf = (height: number) => Math.max(1, Math.floor(height / size) - 2);
  return {
    isVirtual,
    /** Whether each row is a card, in a narrow window. */
    isCards,
    shown,
    height: isVirtual ? virtualizer.getTotalSize() : undefined,
    measure: isVirtual && !heights ? virtualizer.measureElement : undefined,
    goTo: focus.goTo,
    focusEvents: focus.events,
    /** How many rows a page key moves. */
    page: () => pageOf(Math.min(scroller.current?.clientHeight ?? size, innerHeight)),
  };
};
