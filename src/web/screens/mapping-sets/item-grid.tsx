import "./item-grid.css";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { maxAnswerBytes } from "#contract/limits.ts";
import { formatCount } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import type { TableHandle } from "#web/kit/table-frame.tsx";
import { Table } from "#web/kit/table.tsx";
import { type CellEvents, itemGridColumns, rowMark } from "./item-columns.tsx";
import type { GridView } from "./grid-view.ts";
import {
  addRows,
  getValues,
  type ItemEdits,
  listRows,
  pasteCells,
  type PasteStart,
  revertRow,
  type RowMark,
  setRow,
} from "./item-edits.ts";
import { readClipboardCells } from "./read-cells.ts";
import { estimateSize, findOverflow, type Overflow } from "./set-size.ts";
import { PasteRefused } from "./too-large.tsx";
import type { ItemEditing } from "./use-item-edits.ts";

/** The blank row at the end: typing into it adds a row. */
const blankKey = "blank";

interface ItemGridProps {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
  view: GridView;
}

/** How far a set with pasted items doesn't fit; undefined if it does, or if the paste makes it no larger. */
const findPasteOverflow = (
  { items, edits, rows }: ItemEditing,
  pasted: ItemEdits,
): Overflow | undefined => {
  const saved = estimateSize(items.map(getValues));
  const pastedRows = listRows(items, pasted);
  const overflow = findOverflow(saved, pastedRows);
  const [before, after] = [rows, pastedRows].map((some) =>
    estimateSize(some.map(({ values }) => values)),
  );
  if (!overflow || after! <= before!) return undefined;
  // Rows without a value to replace aren't sent.
  const [had, has] = [edits, pasted].map(
    (some) => some.added.filter(({ values }) => values.from.trim() !== "").length,
  );
  const added = has! - had!;
  return { added, most: Math.max(0, overflow.most - (overflow.added - added)) };
};

/**
 * Spreads a table over the shown rows, and tells of new rows at the end, which a filter may hide. Returns why it does not:
 * the set would be too large to be loaded again.
 */
const pasteTable = (
  editing: ItemEditing,
  { places }: GridView,
  start: PasteStart,
  text: string,
): Overflow | undefined => {
  const { edit, edits, locked, rows } = editing;
  if (locked !== undefined) return undefined;
  const shown = places.flatMap((place) => rows[place] ?? []);
  const pasted = pasteCells(edits, shown, start, readClipboardCells(text));
  const overflow = findPasteOverflow(editing, pasted);
  if (overflow) return overflow;
  edit(pasted);
  const added = pasted.added.length - edits.added.length;
  if (added > 0 && shown.length < rows.length)
    notify(`${formatCount(added, "item")} added at the end of the list`);
  return undefined;
};

const cellEvents = (
  editing: ItemEditing,
  view: GridView,
  refuse: (overflow: Overflow) => void,
): CellEvents => ({
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
    const isTooLong = text.length > maxAnswerBytes;
    // A single value is pasted into the cell as usual; a table is spread over the cells.
    if (!isTooLong && !/[\t\r\n]/.test(text.replace(/(?:\r\n|\r|\n)$/, ""))) return;
    event.preventDefault();
    // No set has room for it, and to read it would block the browser.
    const overflow = isTooLong
      ? { added: 0, most: 0 }
      : pasteTable(editing, view, { row, column }, text);
    if (overflow) refuse(overflow);
  },
  onRevert: (row) => editing.edit(revertRow(editing.edits, row)),
});

/** The items as a scrolling grid: every cell is editable, tables can be pasted, arrow keys move. */
export const ItemGrid = ({ editing, marks, view }: ItemGridProps) => {
  const table = useRef<TableHandle>(null);
  const [refused, setRefused] = useState<Overflow>();
  const { rows } = editing;
  const count = view.places.length + (view.blank ? 1 : 0);
  // A new row keeps the index of the blank row it was typed into, so that the cursor stays in its cell.
  const placeAt = (at: number) => view.places[at] ?? rows.length;
  return (
    <div className="item-grid">
      <Table
        handle={table}
        label="Items of this mapping set"
        columns={itemGridColumns(cellEvents(editing, view, setRefused))}
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
      {refused && <PasteRefused overflow={refused} onClose={() => setRefused(undefined)} />}
    </div>
  );
};
