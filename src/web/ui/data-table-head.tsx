import type { DataTableState } from "./use-data-table.ts";
import type { Column } from "./data-table-model.ts";

const arrows = { up: "↑", down: "↓", none: "" } as const;

const HeadCell = <R extends object>({
  state,
  column,
  order,
}: {
  state: DataTableState<R>;
  column: Column<R>;
  order: string;
}) => {
  const sorted = state.sort?.id !== column.id ? "none" : state.sort.desc ? "down" : "up";
  const spoken = { up: "ascending", down: "descending", none: "none" } as const;
  return (
    <th scope="col" role="columnheader" data-align={column.align} aria-sort={spoken[sorted]}>
      <button
        type="button"
        className="label"
        title={`Sort this page by ${column.header.toLowerCase()}; the API itself lists ${order}`}
        onClick={() => state.toggleSort(column.id)}
      >
        {column.header}
        <span aria-hidden="true">{arrows[sorted]}</span>
      </button>
    </th>
  );
};

/** The columns' headings: each sorts the rows of this page, since the API has no sorting. */
export const DataTableHead = <R extends object>({
  state,
  order,
}: {
  state: DataTableState<R>;
  /** The API's own order, in words. */
  order: string;
}) => (
  <>
    <colgroup>
      <col className="table__pick" />
      {state.shown.map(({ id, width }) => (
        <col key={id} style={{ width }} />
      ))}
    </colgroup>
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader" className="table__pick">
          <input
            type="checkbox"
            aria-label="Select all rows of this page"
            checked={state.rows.length > 0 && state.table.getIsAllRowsSelected()}
            onChange={state.table.getToggleAllRowsSelectedHandler()}
          />
        </th>
        {state.shown.map((column) => (
          <HeadCell key={column.id} state={state} column={column} order={order} />
        ))}
      </tr>
    </thead>
  </>
);
