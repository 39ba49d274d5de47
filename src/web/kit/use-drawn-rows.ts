import { type Key, type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { isHistoryMove } from "#web/base/history-moves.ts";
import { phone, useMedia } from "#web/base/use-media.ts";
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
export interface ShownRow {
  readonly index: number;
  readonly key: Key;
  readonly top: number | undefined;
}

/** The elements of a table that the rows are placed in. */
export interface TablePlaces {
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
}

export const useTablePlaces = (): TablePlaces => {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  return { scroller, body };
};

export const usualDrawAll = 120;
/** Enough rows or cards to fill a window; the others follow right after these are painted. */
const firstDrawn = { row: 20, card: 6 } as const;
const estimated = { row: 40, card: 150 } as const;

/** How many rows to draw: the first ones immediately, all of them a moment later; of skeleton rows only the first. */
const useDrawn = (count: number, first: number, waits: boolean): number => {
  const [hasDrawnFirst, setHasDrawnFirst] = useState(isHistoryMove);
  useEffect(() => {
    if (!waits) startTransition(() => setHasDrawnFirst(true));
  }, [waits]);
  return waits || !hasDrawnFirst ? Math.min(count, first) : count;
};

/** The shape of the rows, and the height of one in px. */
export const useRowShape = ({ heights, cards = true }: Pick<TableRows, "heights" | "cards">) => {
  const isCards = useMedia(phone) && cards;
  const shape = isCards ? "card" : "row";
  return { isCards, shape, size: (heights ?? estimated)[shape] } as const;
};

/** How many rows a page key moves. */
const countPage = ({ scroller }: TablePlaces, size: number): number => {
  const height = Math.min(scroller.current?.clientHeight ?? size, innerHeight);
  return Math.max(1, Math.floor(height / size) - 2);
};

/**
 * Renders all rows of a table, the first ones at once, and moves the focus between them. Where only some are rendered,
 * `scrollTo` scrolls to one of them, and `shown` is empty.
 */
export const useDrawnRows = (
  rows: TableRows,
  places: TablePlaces,
  scrollTo?: (index: number) => void,
) => {
  const { count, keyAt, waits = false } = rows;
  const { isCards, shape, size } = useRowShape(rows);
  const focus = useRowFocus({ body: places.body, count, scrollTo });
  const drawn = useDrawn(count, firstDrawn[shape], waits);
  return {
    isVirtual: false,
    /** Whether each row is a card, in a narrow window. */
    isCards,
    shown: Array.from({ length: scrollTo ? 0 : drawn }, (_, index): ShownRow => ({
      index,
      key: keyAt?.(index) ?? index,
      top: undefined,
    })),
    height: undefined as number | undefined,
    measure: undefined as ((element: HTMLDivElement | null) => void) | undefined,
    focus,
    /** How many rows a page key moves. */
    page: () => countPage(places, size),
  };
};

/** The rendered rows of a table. */
export type DrawnRows = ReturnType<typeof useDrawnRows>;
