import type { Column } from "./data-table-model.ts";

/** The sorting of a table, and a function that changes it. */
export interface TableSort {
  by: { readonly id: string; readonly desc: boolean } | undefined;
  toggle: (id: string) => void;
  /** The title of a heading: the effect of a click. */
  title: (header: string) => string;
  /** Shown next to the arrow if only a part of the rows is sorted. */
  part?: string;
}

/** The selected rows, by index. */
export interface RowSelection {
  has: (index: number) => boolean;
  /** Selects a row, or ends its selection; `extend` selects all from the one that was selected last. */
  toggle: (index: number, extend?: boolean) => void;
  all: boolean;
  toggleAll: () => void;
  /** The label of the checkbox that selects all rows; "Select all rows" if left out. */
  allLabel?: string;
}

/** The label of the checkbox that selects all rows. */
export const nameSelectAll = ({ allLabel = "Select all rows" }: RowSelection): string => allLabel;

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
          {by && sort.part && <span className="table__part">{sort.part}</span>}
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
