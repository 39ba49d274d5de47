import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, useRef, useState } from "react";
import { maxAnswerBytes } from "#contract/limits.ts";
import { hasCodeDigits } from "#catalog/fold-words.ts";
import { formatCount } from "#web/base/format.ts";
import type { Column } from "#web/kit/columns.tsx";
import { notify } from "#web/kit/notify.ts";
import type { TableHandle } from "#web/kit/table-frame.tsx";
import { Table } from "#web/kit/table.tsx";
import {
  addRows,
  getValues,
  type ItemColumn,
  itemColumns,
  type ItemEdits,
  type ItemRow,
  listRows,
  pasteCells,
  type PasteStart,
  revertRow,
  type RowMark,
  setRow,
} from "./item-edits.ts";
import { readClipboardCells } from "./read-item-table.ts";
import { estimateSize, findOverflow, type Overflow, PasteRefused } from "./set-size.tsx";
import { editShown, showBreaks } from "./shown-value.ts";
import type { ItemEditing } from "./use-item-edits.ts";
import "./item-grid.css";

/** The indexes of the rows that are shown: all of them, or those that a search finds. */
interface GridView {
  readonly places: readonly number[];
  /** Whether the blank row is at the end; a search hides it. */
  readonly blank: boolean;
}

interface Search {
  /** A text in lower case; "" is any. */
  readonly needle: string;
  readonly onlyMarked: boolean;
}

const holds = ({ values }: ItemRow, needle: string): boolean =>
  `${values.from}\n${values.to}`.toLowerCase().includes(needle) ||
  hasCodeDigits([values.from, values.to], needle);

const findPlaces = (
  rows: readonly ItemRow[],
  marks: ReadonlyMap<string, RowMark>,
  { needle, onlyMarked }: Search,
  stays: ReadonlySet<string>,
): number[] =>
  rows.flatMap((row, place) =>
    stays.has(row.key) || ((!onlyMarked || marks.has(row.key)) && holds(row, needle))
      ? [place]
      : [],
  );

const none: ReadonlySet<string> = new Set();

/**
 * The rows that a search shows. Each stays until something else is searched: a row that is corrected would disappear, with
 * the focus, while it is typed in.
 */
export const useGridView = (
  rows: readonly ItemRow[],
  marks: ReadonlyMap<string, RowMark>,
  { needle, onlyMarked }: Search,
): GridView => {
  const search = `${onlyMarked} ${needle}`;
  const [held, setHeld] = useState({ search, keys: none });
  const stays = held.search === search ? held.keys : none;
  const marked = onlyMarked && (marks.size > 0 || stays.size > 0);
  const blank = needle === "" && !marked;
  const places = blank
    ? rows.map((_, place) => place)
    : findPlaces(rows, marks, { needle, onlyMarked: marked }, stays);
  const shown = blank ? [] : places.flatMap((place) => rows[place]?.key ?? []);
  if (held.search !== search || shown.some((key) => !stays.has(key)))
    setHeld({ search, keys: new Set([...stays, ...shown]) });
  return { places, blank };
};

/** A row of the grid and its index among all rows; without `row` it is the blank last row. */
interface PlacedRow {
  readonly row: ItemRow | undefined;
  readonly place: number;
  readonly mark: RowMark | undefined;
}

interface CellEvents {
  readonly onType: (row: ItemRow | undefined, column: ItemColumn, text: string) => void;
  readonly onPaste: (row: ItemRow | undefined, column: ItemColumn, event: ClipboardEvent) => void;
  readonly onRevert: (row: ItemRow) => void;
  readonly locked: string | undefined;
}

const names: Readonly<Record<ItemColumn, string>> = { from: "From", to: "To" };

const markId = (place: number): string => `item-mark-${place}`;

const isRetyped = (row: ItemRow, column: ItemColumn): boolean =>
  row.saved !== undefined && row.changed && row.values[column] !== row.saved[column];

const fieldColumn = (
  column: ItemColumn,
  { onType, onPaste, locked }: CellEvents,
): Column<PlacedRow> => ({
  id: column,
  header: names[column],
  width: 160,
  grow: true,
  field: true,
  value: ({ row }) => row?.values[column],
  cell: ({ row, place, mark }) => (
    <input
      className="item-grid__field"
      aria-label={`${names[column]}, row ${place + 1}`}
      aria-invalid={mark?.kind === "empty" && column === "from"}
      aria-describedby={mark && markId(place)}
      data-changed={(row && isRetyped(row, column)) || undefined}
      placeholder={row || column !== "from" ? undefined : "Type or paste here to add"}
      autoComplete="off"
      spellCheck={false}
      readOnly={locked !== undefined}
      title={locked}
      value={showBreaks(row?.values[column] ?? "")}
      onChange={(event) =>
        onType(row, column, editShown(row?.values[column] ?? "", event.target.value))
      }
      onPaste={(event) => onPaste(row, column, event)}
    />
  ),
});

/** Moves the focus to the From value of the same row. */
const focusFrom = (inside: Element): void =>
  inside.closest("[data-index]")?.querySelector<HTMLElement>("[data-field=from] input")?.focus();

type RevertProps = PlacedRow & Pick<CellEvents, "onRevert" | "locked">;

const Revert = ({ row, place, onRevert, locked }: RevertProps) => {
  if (!row?.changed) return null;
  const act = row.saved ? "Undo" : "Remove";
  const Icon = row.saved ? IconArrowBackUp : IconTrash;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`${act} row ${place + 1}`}
      title={locked ?? act}
      aria-disabled={locked !== undefined}
      data-disabled={locked !== undefined}
      onClick={({ currentTarget, detail }) => {
        if (locked !== undefined) return;
        // The button disappears. A click of the pointer must not open the keyboard of a phone.
        if (detail === 0) focusFrom(currentTarget);
        onRevert(row);
      }}
    >
      <Icon aria-hidden="true" />
    </ActionIcon>
  );
};

/** The columns of the grid: row number, both editable values, and undo. */
const itemGridColumns = (events: CellEvents): readonly Column<PlacedRow>[] => [
  {
    id: "place",
    header: "Row",
    width: 48,
    value: ({ place }) => place + 1,
    cell: ({ row, place }) => (
      <span className="item-grid__place faint small" data-edited={row?.changed || undefined}>
        {row ? place + 1 : "+"}
      </span>
    ),
  },
  ...itemColumns.map((column) => fieldColumn(column, events)),
  {
    id: "revert",
    header: "Undo",
    width: 40,
    value: () => null,
    cell: (placed) => <Revert {...placed} onRevert={events.onRevert} locked={events.locked} />,
  },
];

const rowMark = ({ mark, place }: PlacedRow) =>
  mark && (
    <span className="item-grid__mark small" data-kind={mark.kind} id={markId(place)}>
      {mark.message}
    </span>
  );

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
    else if (text !== "") {
      const next = addRows(edits, [{ from: "", to: "", [column]: text }]);
      edit(next, `${next.added.at(-1)?.key} ${column}`);
    }
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
