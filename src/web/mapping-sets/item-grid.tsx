import "./item-grid.css";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { Table, type TableHandle } from "#web/ui/table.tsx";
import { type CellEvents, itemGridColumns, rowMark } from "./item-columns.tsx";
import { addRows, pasteCells, revertRow, type RowMark, setRow } from "./item-edits.ts";
import { clipboardCells } from "./read-item-table.ts";
import type { ItemEditing } from "./use-item-edits.ts";

/** The blank row at the end: typing into it adds a row. */
const blankKey = "blank";

/** The indexes of the rows that are shown: all of them, or those that a search finds. */
export interface GridView {
  readonly places: readonly number[];
  /** Whether the blank row is at the end; a search hides it. */
  readonly blank: boolean;
}

interface ItemGridProps {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
  view: GridView;
}

const cellEvents = ({ edit, edits, rows, forbidden }: ItemEditing): CellEvents => ({
  forbidden,
  onType: (row, column, text) => {
    if (row) edit(setRow(edits, row, { ...row.values, [column]: text }), `${row.key} ${column}`);
    else if (text !== "")
      edit(
        addRows(edits, [{ from: "", to: "", [column]: text }]),
        `new ${edits.nextKey} ${column}`,
      );
  },
  onPaste: (place, column, event) => {
    const text = event.clipboardData.getData("text/plain");
    // A single value is pasted into the cell as usual; a table is spread over the cells.
    if (!/[\t\n]/.test(text.replace(/\r?\n$/, ""))) return;
    event.preventDefault();
    edit(pasteCells(edits, rows, { row: place, column }, clipboardCells(text)));
  },
  onRevert: (row) => edit(revertRow(edits, row)),
});

/** The items as a scrolling grid: every cell is editable, tables can be pasted, arrow keys move. */
export const ItemGrid = ({ editing, marks, view }: ItemGridProps) => {
  const table = useRef<TableHandle>(null);
  const { rows } = editing;
  const count = view.places.length + (view.blank ? 1 : 0);
  // A new row keeps the index of the blank row it was typed into, so that the cursor stays in its cell.
  const placeAt = (at: number) => view.places[at] ?? rows.length;
  return (
    <div className="item-grid">
      <Table
        handle={table}
        label="Items of this mapping set"
        columns={itemGridColumns(cellEvents(editing))}
        count={count}
        rowAt={(at) => {
          const place = placeAt(at);
          const row = rows[place];
          return { row, place, mark: marks.get(row?.key ?? blankKey) };
        }}
        keyAt={placeAt}
        below={rowMark}
        cards={false}
        bounded
      />
      {view.blank && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className="item-grid__add"
          leftSection={<IconPlus aria-hidden="true" />}
          onClick={() => table.current?.goTo({ index: count - 1, field: "from" })}
        >
          Add item
        </Button>
      )}
    </div>
  );
};
