import type { Column } from "./data-table-model.ts";

/** By what a table is sorted, and how that changes. */
export interface TableSort {
  by: { readonly id: string; readonly desc: boolean } | undefined;
  toggle: (id: string) => void;
  /** What pressing a heading does, for whoever points at it. */
  title: (header: string) => string;
  /** Said beside the arrow where only a part of the rows is sorted. */
  part?: string;
}

/** Which rows are selected, by their place. */
export interface RowPicks {
  has: (index: number) => boolean;
  toggle: (index: number) => void;
  all: boolean;
  toggleAll: () => void;
  /** What the box in the head says. */
  allLabel?: string;
}

const arrows = { ascending: "↑", descending: "↓", none: "" } as const;

type Heading = Pick<Column<never>, "id" | "header" | "align">;

const HeadCell = ({ column, sort }: { column: Heading; sort: TableSort | undefined }) => {
  const { id, header, align } = column;
  const by = sort?.by?.id === id ? sort.by : undefined;
  const sorted = by === undefined ? "none" : by.desc ? "descending" : "ascending";
  return (
    <span role="columnheader" data-align={align} aria-sort={sort && sorted}>
      {sort ? (
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
  picks: RowPicks | undefined;
  count: number;
}

/** The columns' headings: each sorts, where the table can be sorted. */
export const TableHead = ({ columns, sort, picks, count }: TableHeadProps) => (
  <div role="row" aria-rowindex={1} className="table__row table__head">
    {picks && (
      <span role="columnheader" className="table__pick">
        <input
          type="checkbox"
          aria-label={picks.allLabel ?? "Select all rows"}
          disabled={count === 0}
          checked={picks.all}
          onChange={picks.toggleAll}
        />
      </span>
    )}
    {columns.map((column) => (
      <HeadCell key={column.id} column={column} sort={sort} />
    ))}
  </div>
);
