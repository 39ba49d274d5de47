import "./virtual-table.css";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useRef } from "react";
import type { Column } from "./data-table-model.ts";
import { type RowKeys, rowKeys } from "./row-keys.ts";
import { mediaQuery, useMedia } from "./use-media.ts";
import { SkeletonCell } from "./skeleton.tsx";
import { singleKeysOn } from "./single-keys.ts";
import { rowIndexOf, useRowFocus } from "./use-row-focus.ts";
import { useRowLinks } from "./use-row-links.ts";

/** Which rows are chosen, by their place. */
export interface RowPicks {
  has: (index: number) => boolean;
  toggle: (index: number) => void;
  /** Whether every row of the table is chosen. */
  all: boolean;
  toggleAll: () => void;
}

interface VirtualTableProps<R extends object> {
  /** What the table holds, for screen readers. */
  label: string;
  /** The columns that show. The main one holds an `<a>` of this console with the attribute `data-row-link`. */
  columns: readonly Column<R>[];
  count: number;
  /** A row, or undefined while it is on its way. The same row is the same object. */
  rowAt: (index: number) => R | undefined;
  nameOf: (row: R) => string;
  /** Told which rows are in the page, so that they can be fetched. */
  onRange: (first: number, last: number) => void;
  sort: { id: string; desc: boolean } | undefined;
  onSort: (id: string) => void;
  picks: RowPicks;
  /** Copies the row that has the focus. */
  onCopy: (index: number) => void;
  /** What the rows are: another text goes back to the top. */
  of: string;
}

const heights = { row: 40, card: 116 } as const;
const narrow = mediaQuery("(max-width: 47.99rem)");

const useRowHeight = (): number => (useMedia(narrow) ? heights.card : heights.row);

const arrows = { up: "↑", down: "↓", none: "" } as const;
const spoken = { up: "ascending", down: "descending", none: "none" } as const;

type HeadProps<R extends object> = Pick<
  VirtualTableProps<R>,
  "columns" | "sort" | "onSort" | "picks" | "count"
>;

const Head = <R extends object>({ columns, sort, onSort, picks, count }: HeadProps<R>) => (
  <div role="row" aria-rowindex={1} className="vtable__row vtable__head">
    <span role="columnheader" className="vtable__pick">
      <input
        type="checkbox"
        aria-label="Select all rows"
        disabled={count === 0}
        checked={picks.all}
        onChange={picks.toggleAll}
      />
    </span>
    {columns.map(({ id, header, align }) => {
      const sorted = sort?.id !== id ? "none" : sort.desc ? "down" : "up";
      return (
        <span key={id} role="columnheader" data-align={align} aria-sort={spoken[sorted]}>
          <button
            type="button"
            className="label"
            title={`Sort by ${header.toLowerCase()}`}
            onClick={() => onSort(id)}
          >
            {header}
            <span aria-hidden="true">{arrows[sorted]}</span>
          </button>
        </span>
      );
    })}
  </div>
);

interface RowProps<R extends object> {
  row: R | undefined;
  index: number;
  top: number;
  picked: boolean;
  columns: readonly Column<R>[];
  nameOf: (row: R) => string;
  onPick: (index: number) => void;
}

const Row = <R extends object>({
  row,
  index,
  top,
  picked,
  columns,
  nameOf,
  onPick,
}: RowProps<R>) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    aria-selected={picked}
    data-index={index}
    className="vtable__row"
    style={{ top }}
  >
    <span role="gridcell" className="vtable__pick">
      {row && (
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(row)}`}
          checked={picked}
          onChange={() => onPick(index)}
        />
      )}
    </span>
    {columns.map((column, place) => (
      <span
        key={column.id}
        role="gridcell"
        data-align={column.align}
        data-main={column.main}
        data-label={column.header}
      >
        {row ? column.cell(row) : <SkeletonCell width={8 + ((index + place * 3) % 5)} />}
      </span>
    ))}
  </div>
);
const MemoRow = memo(Row) as typeof Row;

const steps: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  j: () => 1,
  ArrowUp: () => -1,
  k: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

/** The row with the focus stays in the page, however far away it is scrolled: a screen reader would lose its place. */
const withActive = (range: Range, active: number | undefined): number[] => {
  const shown = defaultRangeExtractor(range);
  if (active === undefined || active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].toSorted((a, b) => a - b);
};

const leastOf = ({ width, main }: { width: number; main?: boolean }): number =>
  main ? Math.round(width * 0.7) : width;
const pickWidth = 44;

/** The columns' tracks: the main one takes what the others leave, and all together are at least so wide that none is cut. */
const tracksOf = <R extends object>(columns: readonly Column<R>[]): CSSProperties => {
  const tracks = columns.map((one) =>
    one.main ? `minmax(${leastOf(one)}px, 1fr)` : `${one.width}px`,
  );
  const least = columns.reduce((sum, one) => sum + leastOf(one), pickWidth);
  return {
    "--vtable-columns": `${pickWidth}px ${tracks.join(" ")}`,
    "--vtable-least": `${least}px`,
  } as CSSProperties;
};

/** Rows on both sides of the window that are in the page, too. */
const overscan = 5;

/** Rows by the hundred thousand: only those near the window are in the page. Arrows or j and k walk, Enter opens, x selects, c copies. */
export const VirtualTable = <R extends object>(props: VirtualTableProps<R>) => {
  const { label, columns, count, rowAt, nameOf, onRange, sort, onSort, picks, onCopy, of } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const size = useRowHeight();
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "auto" });
  const { active, setActive, goTo, events } = useRowFocus(body, scrollTo, count);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan,
    // The head stands on the rows' first lines.
    scrollPaddingStart: size === heights.row ? 36 : 0,
    rangeExtractor: (range) => withActive(range, active),
  });
  const shown = virtualizer.getVirtualItems();
  const keys = useRef<RowKeys>(new Map());
  keys.current = rowKeys(
    keys.current,
    shown.map(({ index }) => index),
  );
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  useEffect(
    () => onRange(Math.max(0, startIndex - overscan), endIndex + overscan),
    [startIndex, endIndex, onRange],
  );
  useEffect(() => {
    setActive(undefined);
    // Asking where it stands or moving it would have the browser lay out the page, after each key that is typed.
    if (virtualizer.scrollOffset) scroller.current?.scrollTo({ top: 0 });
  }, [of, setActive, virtualizer]);
  const links = useRowLinks();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rowIndexOf(event.target);
    if (index === undefined || (event.key.length === 1 && !singleKeysOn())) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? size) / size) - 2);
    const step = steps[event.key]?.(page);
    if (step !== undefined) {
      event.preventDefault();
      goTo(index + step);
    }
    if (event.key === "x") picks.toggle(index);
    if (event.key === "c") onCopy(index);
  };
  return (
    <div ref={scroller} className="vtable" tabIndex={-1}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable="true"
        className="vtable__grid"
        style={tracksOf(columns)}
      >
        <Head columns={columns} sort={sort} onSort={onSort} picks={picks} count={count} />
        <div
          ref={body}
          role="rowgroup"
          className="vtable__body"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          {...links}
          {...events}
        >
          {shown.map(({ index, start }) => (
            <MemoRow
              key={keys.current.get(index)}
              row={rowAt(index)}
              index={index}
              top={start}
              picked={picks.has(index)}
              columns={columns}
              nameOf={nameOf}
              onPick={picks.toggle}
            />
          ))}
        </div>
      </div>
    </div>
  );
};
