import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import type { ClipboardEvent } from "react";
import type { Column } from "#web/kit/data-table-model.ts";
import { type ItemColumn, itemColumns, type ItemRow, type RowMark } from "./item-edits.ts";
import { editShown, showBreaks } from "./shown-value.ts";

/** A row of the grid and its index among all rows; without `row` it is the blank last row. */
export interface PlacedRow {
  readonly row: ItemRow | undefined;
  readonly place: number;
  readonly mark: RowMark | undefined;
}

/** The events of the cells. */
export interface CellEvents {
  readonly onType: (row: ItemRow | undefined, column: ItemColumn, text: string) => void;
  readonly onPaste: (row: ItemRow | undefined, column: ItemColumn, event: ClipboardEvent) => void;
  readonly onRevert: (row: ItemRow) => void;
  /** Why the cells can only be read. */
  readonly locked: string | undefined;
}

const names: Readonly<Record<ItemColumn, string>> = { from: "From", to: "To" };

const markId = (place: number): string => `item-mark-${place}`;

const isRetyped = (row: ItemRow, column: ItemColumn): boolean =>
  row.changed && row.values[column] !== (row.saved?.[column] ?? "");

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
export const itemGridColumns = (events: CellEvents): readonly Column<PlacedRow>[] => [
  {
    id: "place",
    header: "Row",
    width: 48,
    value: ({ place }) => place + 1,
    cell: ({ row, place }) => <span className="faint small">{row ? place + 1 : "+"}</span>,
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

/** The note below a row. */
export const rowMark = ({ mark, place }: PlacedRow) =>
  mark && (
    <span className="item-grid__mark" data-kind={mark.kind} id={markId(place)}>
      {mark.message}
    </span>
  );
