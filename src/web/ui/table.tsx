import "./table.css";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
} from "react";
import { tellCutText, untellCutText } from "./cut-text.ts";
import type { Column } from "./data-table-model.ts";
import { singleKeysOn } from "./single-keys.ts";
import { type RowPicks, TableHead, type TableSort } from "./table-head.tsx";
import { rowStep } from "./table-keys.ts";
import { TableRow } from "./table-row.tsx";
import { tracksOf } from "./table-tracks.ts";
import { type RowPlace, rowPlaceOf } from "./use-row-focus.ts";
import { useRowLinks } from "./use-row-links.ts";
import { type TableRows, useTableRows } from "./use-table-rows.ts";

/** What can be asked of a table that is drawn. */
export interface TableHandle {
  /** Puts the focus on a row or one of its fields, wherever it is. */
  goTo: (place: RowPlace) => void;
}

interface TableProps<R extends object> extends TableRows {
  /** What the table holds, for screen readers. */
  label: string;
  /** The columns that show. */
  columns: readonly Column<R>[];
  /** A row, or undefined while it is on its way. A row that is the same object is not drawn again. */
  rowAt: (index: number) => R | undefined;
  /** What a row is called where it is selected. */
  nameOf?: (row: R) => string;
  picks?: RowPicks;
  sort?: TableSort;
  /** Copies the row that has the focus. */
  onCopy?: (index: number) => void;
  /** What belongs to a row and needs its whole width. */
  below?: (row: R) => ReactNode;
  /** Nothing but bones yet. */
  waits?: boolean;
  /** Takes a part of the window's height at most; without it the table fills its list. */
  bounded?: boolean;
  handle?: Ref<TableHandle>;
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type !== "checkbox";

/**
 * Rows of any number under a head that stays: all of them where they are few, those near the window where they are
 * many. Arrows or j and k walk, Enter opens, x selects, c copies; a click on a row opens it, as its link does.
 */
export const Table = <R extends object>(props: TableProps<R>) => {
  const { label, columns, count, rowAt, nameOf, picks, sort, onCopy, below, waits } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const rows = useTableRows(props, { scroller, body });
  const links = useRowLinks();
  const { goTo } = rows;
  useImperativeHandle(props.handle, () => ({ goTo }));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const place = rowPlaceOf(event.target);
    const inField = isField(event.target);
    if (!place || (event.key.length === 1 && (inField || !singleKeysOn()))) return;
    const step = rowStep(event, inField, rows.page());
    if (step !== undefined) {
      event.preventDefault();
      goTo({ index: place.index + step, field: inField ? place.field : undefined });
    }
    if (event.key === "x") picks?.toggle(place.index);
    if (event.key === "c") onCopy?.(place.index);
  };
  const onPointerOver = (event: PointerEvent<HTMLDivElement>) => {
    tellCutText(event);
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
        style={tracksOf(columns, picks !== undefined)}
      >
        <TableHead columns={columns} sort={sort} picks={picks} count={count} />
        <div
          // Rows of their own: bones that became rows would be seen to move.
          key={waits ? "bones" : "rows"}
          ref={body}
          role="rowgroup"
          className="table__body"
          aria-hidden={waits || undefined}
          style={{ height: rows.height }}
          onKeyDown={onKeyDown}
          onClick={links.onClick}
          onPointerOver={onPointerOver}
          onPointerOut={untellCutText}
          {...rows.focusEvents}
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
