import "./table.css";
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from "react";
import { showCutText, hideCutText } from "#web/base/cut-text.ts";
import type { Column } from "./data-table-model.ts";
import { pressedKey, singleKeysOn } from "#web/base/keys.ts";
import { type RowSelection, TableHead, type TableSort } from "./table-head.tsx";
import { rowStep } from "./table-keys.ts";
import { TableRow } from "./table-row.tsx";
import { computeTracks } from "./table-tracks.ts";
import { type RowPlace, findRowPlace } from "./use-row-focus.ts";
import { useRowLinks } from "./use-row-links.ts";
import type { DrawnRows, TablePlaces, TableRows } from "./use-drawn-rows.ts";

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

/**
 * Rendered rows below a fixed head. Arrows or j and k move between rows, Enter opens, x selects, c copies; a click on a
 * row opens it, as its link does. With Shift, each of them selects all rows from the one that was selected last.
 */
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
