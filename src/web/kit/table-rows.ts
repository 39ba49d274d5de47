import { useRouter } from "@tanstack/react-router";
import {
  type FocusEvent,
  type Key,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { isHistoryMove } from "#web/base/history.ts";
import { findOpened, rememberOpened } from "#web/base/listed-records.ts";
import { phone, useMedia } from "#web/base/media.ts";

/** Opens the row as its link would: in another tab with modifier keys. */
const clickRowLink = (target: Element, { ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  target
    .closest("[data-index]")
    ?.querySelector("[data-row-link]")
    ?.dispatchEvent(new globalThis.MouseEvent("click", init));
};

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A plain link to a screen of this console, not handled by a router component. */
const ownLink = (target: Element): HTMLAnchorElement | null =>
  target.closest<HTMLAnchorElement>('a[href^="/"]:not([target], [download])');

const controls = "a, button, input, label, summary";

/**
 * Handles clicks in rows. Their links are plain, because a router link in each row would cost more than the rest of the
 * row; so the click is passed to the router here. Pointing at the first link loads the code of the screen that all of
 * them open.
 */
export const useRowLinks = () => {
  const router = useRouter();
  const fetched = useRef(false);
  const onClick = useCallback(
    (event: MouseEvent<HTMLDivElement>) => {
      const target = event.target as Element;
      const link = ownLink(target);
      if (link !== null) {
        if (!isPlain(event) || event.defaultPrevented) return;
        event.preventDefault();
        const address = link.getAttribute("href") ?? "";
        if (link.matches("[data-row-link]")) rememberOpened(address);
        router.history.push(address);
        return;
      }
      if (target.closest(controls) || document.getSelection()?.toString()) return;
      clickRowLink(target, event);
    },
    [router],
  );
  const onPointerOver = useCallback(
    ({ target }: PointerEvent<HTMLDivElement>) => {
      const link = fetched.current ? null : ownLink(target as Element);
      if (link === null) return;
      fetched.current = true;
      void router.preloadRoute({ to: link.pathname }).catch(() => {
        fetched.current = false;
      });
    },
    [router],
  );
  return { onClick, onPointerOver };
};

/** The row at which keyboard navigation starts: the last opened one, otherwise the first. */
export const firstRow = (list: ParentNode | null): HTMLElement | undefined => {
  const rows = [...(list?.querySelectorAll("[data-index]") ?? [])];
  const targets = rows.flatMap((row) => findRowTarget(row) ?? []);
  const last = findOpened();
  return targets.find((target) => target.getAttribute("href") === last) ?? targets[0];
};

type Step = (page: number) => number;

const one: Step = () => 1;
const back: Step = () => -1;

/** How many rows a key moves, given the rows of a page. */
const steps: Readonly<Record<string, Step>> = {
  ArrowDown: one,
  j: one,
  ArrowUp: back,
  k: back,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

/** In a field, letters are typed, Home and End move in the text, and Shift with an arrow selects. */
const fieldSteps: Readonly<Record<string, Step>> = {
  ArrowDown: one,
  Enter: one,
  ArrowUp: back,
  "Shift Enter": back,
};

/** How many rows a key moves the focus; undefined if it does not move it. */
export const rowStep = (
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  inField: boolean,
  page: number,
): number | undefined =>
  inField ? fieldSteps[shiftKey ? `Shift ${key}` : key]?.(page) : steps[key]?.(page);

/** A place in a table that can be focused: a row, by its link or else its checkbox, or one of its fields. */
export interface RowPlace {
  readonly index: number;
  /** The column of the field. */
  readonly field?: string | undefined;
}

/** The place in a table that contains an element. */
export const findRowPlace = (target: EventTarget): RowPlace | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  if (!row) return undefined;
  const cell = (target as Element).closest<HTMLElement>("[data-field]");
  return { index: Number(row.dataset["index"]), field: cell?.dataset["field"] };
};

/** A row whose record has no screen has no link, but must not stop the keys: its checkbox has the focus. */
const rowTargets = ["[data-row-link]", ".table__pick input"] as const;

/** The element of a row that keys move the focus to. */
const findRowTarget = (
  row: Element,
  targets: readonly string[] = rowTargets,
): HTMLElement | undefined => {
  for (const target of targets) {
    const element = row.querySelector<HTMLElement>(target);
    if (element) return element;
  }
  return undefined;
};

const elementAt = (
  body: HTMLElement | null,
  { index, field }: RowPlace,
): HTMLElement | undefined => {
  const row = body?.querySelector(`[data-index="${index}"]`);
  if (!row) return undefined;
  return findRowTarget(row, field === undefined ? undefined : [`[data-field="${field}"] input`]);
};

interface RowFocusOptions {
  body: RefObject<HTMLDivElement | null>;
  count: number;
  /** Scrolls to a row that may not be rendered; undefined if all rows are. */
  scrollTo: ((index: number) => void) | undefined;
}

/** Moves the focus to a row that may not be rendered yet: scrolls to it, and focuses it after it is rendered. */
const useRowFocus = ({ body, count, scrollTo }: RowFocusOptions) => {
  const [active, setActive] = useState<number>();
  const wanted = useRef<RowPlace>(undefined);
  // The page may have to scroll too, if the table is only partly visible.
  const focus = (place: RowPlace) => elementAt(body.current, place)?.focus();
  useEffect(() => {
    // A row that is reloading has no link for a moment; the focus stays with the row.
    const at = document.activeElement ? findRowPlace(document.activeElement) : undefined;
    if (wanted.current === undefined || at?.index === wanted.current.index) return;
    focus(wanted.current);
  });
  const onFocus = (event: FocusEvent) => {
    wanted.current = findRowPlace(event.target);
    if (scrollTo) setActive(wanted.current?.index);
  };
  // Fires when the focus moves elsewhere, but not when the focused element is removed.
  const onBlur = () => {
    wanted.current = undefined;
  };
  const goTo = ({ index, field }: RowPlace) => {
    const to = { index: Math.max(0, Math.min(count - 1, index)), field };
    wanted.current = to;
    if (scrollTo) {
      setActive(to.index);
      scrollTo(to.index);
    }
    focus(to);
  };
  return { active, setActive, goTo, events: { onFocus, onBlur } };
};

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
const firstDrawn = { row: 20, card: 9 } as const;
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
