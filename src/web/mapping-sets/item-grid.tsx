import "./item-grid.css";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { formatCount } from "#web/ui/format.ts";
import { notify } from "#web/ui/notify.ts";
import { Table, type TableHandle } from "#web/ui/table.tsx";
import { type CellEvents, itemGridColumns, rowMark } from "./item-columns.tsx";
import {
  addRows,
  pasteCells,
  type PasteStart,
  revertRow,
  type RowMark,
  setRow,
} from "./item-edits.ts";
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

/** Spreads a table over the shown rows, and tells of new rows at the end, which a filter may hide. */
const pasteTable = (
  { edit, edits, locked, rows }: ItemEditing,
  { places }: GridView,
  start: PasteStart,
  text: string,
) => {
  if (locked !== undefined) return;
  const shown = places.flatMap((place) => rows[place] ?? []);
  const pasted = pasteCells(edits, shown, start, clipboardCells(text));
  edit(pasted);
  const added = pasted.added.length - edits.added.length;
  if (added > 0 && shown.length < rows.length)
    notify(`${formatCount(added, "item")} added at the end of the list`);
};

const cellEvents = (editing: ItemEditing, view: GridView): CellEvents => ({
  locked: editing.locked,
  onType: (row, column, text) => {
    const { edit, edits } = editing;
    if (row) edit(setRow(edits, row, { ...row.values, [column]: text }), `${row.key} ${column}`);
    else if (text !== "")
      edit(
        addRows(edits, [{ from: "", to: "", [column]: text }]),
        `new ${edits.nextKey} ${column}`,
      );
  },
  onPaste: (row, column, event) => {
    const text = event.clipboardData.getData("text/plain");
    // A single value is pasted into the cell as usual; a table is spread over the cells.
    if (!/[\t\n]/.test(text.replace(/\r?\n$/, ""))) return;
    event.preventDefault();
    pasteTable(editing, view, { row, column }, text);
  },
  onRevert: (row) => editing.edit(revertRow(editing.edits, row)),
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
        columns={itemGridColumns(cellEvents(editing, view))}
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
