import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from "react";
import { hideCutText, showCutText } from "#web/base/cut-text.ts";
import { pressedKey, singleKeysOn } from "#web/base/keys.ts";
import type { Column } from "./columns.tsx";
import { nameSelectAll, type RowSelection } from "./row-selection.tsx";
import { SkeletonCell } from "./skeleton.tsx";
import {
  type DrawnRows,
  findRowPlace,
  type RowPlace,
  rowStep,
  type TablePlaces,
  type TableRows,
  useRowLinks,
} from "./table-rows.ts";
import "./table.css";

type Widths = Pick<Column<never>, "width" | "grow">;

const pickWidth = 44;

const computeMinWidth = ({ width, grow }: Widths): number =>
  grow ? Math.round(width * 0.7) : width;

/** The column tracks for the style sheet; together they are wide enough that no column is cut off. */
export const computeTracks = (columns: readonly Widths[], picks: boolean): CSSProperties => {
  const anyGrows = columns.some(({ grow }) => grow);
  const pick = picks ? [pickWidth] : [];
  const tracks = columns.map((one) =>
    anyGrows && !one.grow ? `${one.width}px` : `minmax(${computeMinWidth(one)}px, ${one.width}fr)`,
  );
  const least = [...pick, ...columns.map(computeMinWidth)].reduce((sum, width) => sum + width, 0);
  return {
    "--table-columns": [...pick.map((width) => `${width}px`), ...tracks].join(" "),
    "--table-least": `${least}px`,
  } as CSSProperties;
};

/** The sorting of a table, and a function that changes it. */
interface TableSort {
  by: { readonly id: string; readonly desc: boolean } | undefined;
  toggle: (id: string) => void;
  /** The title of a heading: the effect of a click. */
  title: (header: string) => string;
}

const arrows = { ascending: "↑", descending: "↓", none: "" } as const;

type Heading = Pick<Column<never>, "id" | "header" | "align" | "value">;

interface HeadCellProps {
  column: Heading;
  sort: TableSort | undefined;
  unseen: boolean;
}

const HeadCell = ({ column, sort: ofTable, unseen }: HeadCellProps) => {
  const { id, header, align, value } = column;
  const sort = value && ofTable;
  const by = sort?.by?.id === id ? sort.by : undefined;
  const sorted = by === undefined ? "none" : by.desc ? "descending" : "ascending";
  return (
    <span role="columnheader" data-align={align} aria-sort={sort && sorted}>
      {sort && !unseen ? (
        <button
          type="button"
          className="label"
          title={sort.title(header)}
          onClick={() => sort.toggle(id)}
        >
          {header}
          <span aria-hidden="true">{arrows[sorted]}</span>
        </button>
      ) : (
        <span className="label">{header}</span>
      )}
    </span>
  );
};

interface TableHeadProps {
  columns: readonly Heading[];
  sort: TableSort | undefined;
  picks: RowSelection | undefined;
  count: number;
  /** Above cards the head is only read aloud: nothing that isn't visible may have the focus. */
  unseen: boolean;
}

/** The column headings; in a sortable table each one sorts, unless its column has only buttons. */
export const TableHead = ({ columns, sort, picks, count, unseen }: TableHeadProps) => (
  <div role="row" aria-rowindex={1} className="table__row table__head">
    {picks && (
      <span role="columnheader" className="table__pick">
        {unseen ? (
          "Select"
        ) : (
          <input
            type="checkbox"
            aria-label={nameSelectAll(picks)}
            disabled={count === 0}
            checked={picks.all}
            onChange={picks.toggleAll}
          />
        )}
      </span>
    )}
    {columns.map((column) => (
      <HeadCell key={column.id} column={column} sort={sort} unseen={unseen} />
    ))}
  </div>
);

interface RowProps<R extends object> {
  /** Undefined while it is loading. */
  row: R | undefined;
  index: number;
  /** Its distance from the top in px; undefined in normal flow. */
  top: number | undefined;
  /** Undefined if rows cannot be selected. */
  picked: boolean | undefined;
  columns: readonly Column<R>[];
  nameOf: ((row: R) => string) | undefined;
  onPick: ((index: number, extend: boolean) => void) | undefined;
  below: ((row: R) => ReactNode) | undefined;
  measure: Ref<HTMLDivElement> | undefined;
}

type PickProps<R extends object> = Pick<
  RowProps<R>,
  "row" | "index" | "picked" | "nameOf" | "onPick"
>;

/** Called as a function: one more component in each row would slow down every key that is typed. */
const pickCell = <R extends object>({ row, index, picked, nameOf, onPick }: PickProps<R>) => (
  <span role="gridcell" className="table__pick">
    {row && (
      // A tap beside the box means the box: elsewhere it would open the row.
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf?.(row) ?? `row ${index + 1}`}`}
          checked={picked}
          // The click knows whether Shift is pressed.
          onClick={(event) => onPick?.(index, event.shiftKey)}
          onChange={() => undefined}
        />
      </label>
    )}
  </span>
);

/** One row: plain elements, since there are hundreds of cells. */
const Row = <R extends object>(props: RowProps<R>) => {
  const { row, index, top, picked, columns, below, measure } = props;
  const more = row && below?.(row);
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={picked}
      data-index={index}
      className="table__row"
      style={top === undefined ? undefined : { top }}
    >
      {picked !== undefined && pickCell(props)}
      {columns.map((column, place) => (
        <span
          key={column.id}
          role="gridcell"
          data-align={column.align}
          data-main={column.main}
          data-wide={column.wide}
          data-field={column.field ? column.id : undefined}
          data-label={column.header}
        >
          {row ? column.cell(row) : <SkeletonCell width={8 + ((index + place * 3) % 5)} />}
        </span>
      ))}
      {more && (
        <span role="gridcell" className="table__below">
          {more}
        </span>
      )}
    </div>
  );
};

/** A row that renders again only when its properties change. */
const TableRow = memo(Row) as typeof Row;

/** Commands for a rendered table. */
export interface TableHandle {
  /** Moves the focus to a row or one of its fields, wherever it is. */
  goTo: (place: RowPlace) => void;
}

export interface TableProps<R extends object> extends TableRows {
  /** The accessible name of the table. */
  label: string;
  /** The visible columns. */
  columns: readonly Column<R>[];
  /** A row, or undefined while it is loading. A row that is the same object does not render again. */
  rowAt: (index: number) => R | undefined;
  /** The name of a row in the label of its checkbox. */
  nameOf?: (row: R) => string;
  picks?: RowSelection;
  sort?: TableSort;
  /** Copies the row that has the focus. */
  onCopy?: (index: number) => void;
  /** Content below a row in its full width. */
  below?: (row: R) => ReactNode;
  /** Limits the height to a part of the window; otherwise the table fills its list. */
  bounded?: boolean;
  handle?: Ref<TableHandle>;
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type !== "checkbox";

interface FrameProps<R extends object> extends TableProps<R> {
  places: TablePlaces;
  /** The rows to render. */
  rows: DrawnRows;
}

/** The columns, as wide as their widest number: a cut number is another one. In long tables numbers are not cut. */
const useNumberWidths = <R extends object>(props: FrameProps<R>): readonly Column<R>[] => {
  const { columns, rowAt, waits, heights, rows } = props;
  const { body } = props.places;
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const drawn = rows.shown.length;
  useEffect(() => {
    const place = body.current;
    if (waits || heights || rows.isCards || !place) return;
    const observer = new ResizeObserver(() => {
      const wider: Record<string, number> = {};
      for (const cell of place.querySelectorAll<HTMLElement>("[data-align=end]")) {
        const { label = "" } = cell.dataset;
        if (cell.scrollWidth > cell.clientWidth)
          wider[label] = Math.max(cell.scrollWidth, wider[label] ?? 0);
      }
      if (Object.keys(wider).length > 0) setWidths((before) => ({ ...before, ...wider }));
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [columns, rowAt, waits, heights, rows.isCards, drawn, body]);
  return useMemo(
    () => columns.map((one) => ({ ...one, width: Math.max(one.width, widths[one.header] ?? 0) })),
    [columns, widths],
  );
};

/**
 * Rendered rows below a fixed head. Arrows or j and k move between rows, Enter opens, x selects, c copies; a click on a
 * row opens it, as its link does. With Shift, each of them selects all rows from the one that was selected last.
 */
export const TableFrame = <R extends object>(props: FrameProps<R>) => {
  const columns = useNumberWidths(props);
  const { label, count, rowAt, nameOf, picks, sort, onCopy, below, waits } = props;
  const { rows } = props;
  const { scroller, body } = props.places;
  const links = useRowLinks();
  const { goTo } = rows.focus;
  useImperativeHandle(props.handle, () => ({ goTo }));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = findRowPlace(event.target);
    const inField = isField(event.target);
    if (!place || (event.key.length === 1 && (inField || !singleKeysOn()))) return;
    const pressed = pressedKey(event);
    const extend = event.shiftKey && picks !== undefined && !inField;
    const key = extend ? pressed.replace(/^[A-Z]$/, (letter) => letter.toLowerCase()) : pressed;
    const step = rowStep({ key, shiftKey: event.shiftKey }, inField, rows.page());
    if (step !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(count - 1, place.index + step));
      if (extend) for (const end of [place.index, index]) picks.toggle(end, true);
      goTo({ index, field: inField ? place.field : undefined });
    }
    if (key === "x") picks?.toggle(place.index, extend);
    if (key === "c") onCopy?.(place.index);
    // A checkbox is clicked with this key.
    if (extend && key === " " && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      picks.toggle(place.index, true);
    }
  };
  /** Whether a click selects rows: with Shift, except on a link, which opens in another window. */
  const isRange = (event: MouseEvent): boolean =>
    event.shiftKey && picks !== undefined && !(event.target as Element).closest("a, button");
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (!isRange(event)) return links.onClick(event);
    const place = findRowPlace(event.target);
    if (place && !(event.target as Element).closest(".table__pick"))
      picks?.toggle(place.index, true);
  };
  const onPointerOver = (event: PointerEvent<HTMLDivElement>) => {
    showCutText(event);
    links.onPointerOver(event);
  };
  return (
    <div
      ref={scroller}
      className="table"
      tabIndex={-1}
      data-virtual={rows.isVirtual || undefined}
      data-fixed={props.heights !== undefined || undefined}
      data-cards={props.cards ?? true}
      data-bounded={props.bounded}
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={picks && true}
        className="table__grid"
        style={computeTracks(columns, picks !== undefined)}
      >
        <TableHead
          columns={columns}
          sort={sort}
          picks={picks}
          count={waits ? 0 : count}
          unseen={rows.isCards}
        />
        <div
          // A separate element: skeleton rows that turned into rows would count as a layout shift.
          key={waits ? "skeleton" : "rows"}
          ref={body}
          role="rowgroup"
          className="table__body"
          aria-hidden={waits || undefined}
          style={{ height: rows.height }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          // The browser would select the text between.
          onMouseDown={(event) => isRange(event) && event.preventDefault()}
          onPointerOver={onPointerOver}
          onPointerOut={hideCutText}
          {...rows.focus.events}
        >
          {rows.shown.map(({ index, key, top }) => (
            <TableRow
              key={key}
              row={waits ? undefined : rowAt(index)}
              index={index}
              top={top}
              picked={picks?.has(index)}
              columns={columns}
              nameOf={nameOf}
              onPick={picks?.toggle}
              below={below}
              measure={rows.measure}
            />
          ))}
        </div>
      </div>
    </div>
  );
};
