import "#web/ui/button.css";
import "./item-grid.css";
import { IconPlus } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import {
  addRows,
  type ItemColumn,
  itemColumns,
  type ItemRow,
  pasteCells,
  revertRow,
  type RowMark,
  setRow,
} from "./item-edits.ts";
import { clipboardCells } from "./read-item-table.ts";
import type { ItemEditing } from "./use-item-edits.ts";

const names: Readonly<Record<ItemColumn, string>> = { from: "From", to: "To" };
const rowHeight = 38;
/** The row at the end that is not there yet: typing into it adds it. */
const blankKey = "blank";

interface CellEvents {
  onType: (row: ItemRow | undefined, column: ItemColumn, text: string) => void;
  onPaste: (index: number, column: ItemColumn, event: ClipboardEvent) => void;
  onKey: (index: number, column: ItemColumn, event: KeyboardEvent) => void;
  onRevert: (row: ItemRow) => void;
}

interface RowProps extends CellEvents {
  row: ItemRow | undefined;
  index: number;
  mark: RowMark | undefined;
}

const Row = ({ row, index, mark, onType, onPaste, onKey, onRevert }: RowProps) => (
  <>
    <span className="item-grid__place" role="rowheader">
      {row ? index + 1 : "+"}
    </span>
    {itemColumns.map((column) => (
      <span key={column} role="gridcell" className="item-grid__cell">
        <input
          className="input"
          aria-label={`${names[column]}, row ${index + 1}`}
          aria-invalid={mark?.kind === "empty" && column === "from"}
          aria-describedby={mark ? `item-mark-${index}` : undefined}
          data-cell={`${index} ${column}`}
          data-changed={
            (row?.changed && row.values[column] !== (row.saved?.[column] ?? "")) || undefined
          }
          placeholder={row ? undefined : column === "from" ? "Type or paste here to add" : ""}
          autoComplete="off"
          spellCheck={false}
          value={row?.values[column] ?? ""}
          onChange={(event) => onType(row, column, event.target.value)}
          onPaste={(event) => onPaste(index, column, event)}
          onKeyDown={(event) => onKey(index, column, event)}
        />
      </span>
    ))}
    <span role="gridcell" className="item-grid__tools">
      {row?.changed && (
        <button
          type="button"
          className="button"
          data-kind="plain"
          data-size="small"
          aria-label={`${row.saved ? "Take back" : "Remove"} row ${index + 1}`}
          onClick={() => onRevert(row)}
        >
          {row.saved ? "Take back" : "Remove"}
        </button>
      )}
    </span>
    {mark && (
      <span className="item-grid__mark" data-kind={mark.kind} id={`item-mark-${index}`}>
        {mark.message}
      </span>
    )}
  </>
);

/** Places of the rows that are shown: all of them, or those that a search finds. */
export interface GridView {
  readonly places: readonly number[];
  /** Whether the row for adding stands at the end; not under a search. */
  readonly blank: boolean;
}

interface ItemGridProps {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
  view: GridView;
}

const cellEvents = (
  { editing, view }: ItemGridProps,
  goTo: (at: number, column: ItemColumn) => void,
): CellEvents => {
  const { edit, edits, rows } = editing;
  return {
    onType: (row, column, text) => {
      if (row) edit(setRow(edits, row, { ...row.values, [column]: text }), `${row.key} ${column}`);
      else if (text !== "")
        edit(
          addRows(edits, [{ from: "", to: "", [column]: text }]),
          `new ${edits.nextKey} ${column}`,
        );
    },
    onPaste: (index, column, event) => {
      const text = event.clipboardData.getData("text/plain");
      // One value goes into the cell as text does anywhere; a table goes over the cells.
      if (!/[\t\n]/.test(text.replace(/\r?\n$/, ""))) return;
      event.preventDefault();
      edit(pasteCells(edits, rows, { row: index, column }, clipboardCells(text)));
    },
    onKey: (index, column, event) => {
      const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
      if (step === undefined || event.nativeEvent.isComposing) return;
      event.preventDefault();
      const at = view.places.indexOf(index);
      const from = at < 0 ? view.places.length : at;
      goTo(Math.max(0, from + (event.shiftKey ? -step : step)), column);
    },
    onRevert: (row) => edit(revertRow(edits, row)),
  };
};

/** The items as a grid that scrolls: every cell is typed into, tables are pasted over them, arrows walk. */
export const ItemGrid = (props: ItemGridProps) => {
  const { editing, marks, view } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = editing;
  const count = view.places.length + (view.blank ? 1 : 0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // A new row keeps the key of the blank one that it was typed into, so that the caret stays in its cell.
    getItemKey: (at) => view.places[at] ?? rows.length,
    overscan: 12,
  });
  const goTo = (at: number, column: ItemColumn) => {
    const place = view.places[at] ?? rows.length;
    if (at >= count) return;
    virtualizer.scrollToIndex(at);
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLInputElement>(`[data-cell="${place} ${column}"]`)
        ?.focus(),
    );
  };
  const events = cellEvents(props, goTo);
  return (
    <>
      <div
        ref={scroller}
        className="item-grid"
        role="grid"
        aria-label="Items of this mapping set"
        aria-rowcount={count + 1}
      >
        <div className="item-grid__head" role="row" aria-rowindex={1}>
          <span role="columnheader">Row</span>
          {itemColumns.map((column) => (
            <span key={column} role="columnheader">
              {names[column]}
            </span>
          ))}
          <span role="columnheader">
            <span className="visually-hidden">Undo</span>
          </span>
        </div>
        <div
          className="item-grid__rows"
          role="rowgroup"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index: at, key, start }) => {
            const place = view.places[at] ?? rows.length;
            const row = rows[place];
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={at}
                className="item-grid__row"
                role="row"
                aria-rowindex={at + 2}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row row={row} index={place} mark={marks.get(row?.key ?? blankKey)} {...events} />
              </div>
            );
          })}
        </div>
      </div>
      {view.blank && (
        <button
          type="button"
          className="button item-grid__add"
          data-kind="plain"
          data-size="small"
          onClick={() => goTo(count - 1, "from")}
        >
          <IconPlus aria-hidden="true" /> Add an item
        </button>
      )}
    </>
  );
};
