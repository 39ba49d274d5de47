import "./data-table.css";
import "./field.css";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { isUnserved } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import type { Column } from "./data-table-model.ts";
import { DataTableBody, SkeletonBody } from "./data-table-body.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import { ListFoot, newestFirstOrder } from "./list-foot.tsx";
import { ListTools } from "./list-tools.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { useDataTable } from "./use-data-table.ts";
import { type ListPlaces, reach, useListKeys } from "./use-list-keys.ts";

interface DataTableProps<R extends object> {
  /** The list's name in words and files: "rmas". */
  name: string;
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  query: UseQueryResult<Answer<readonly R[]>>;
  rowId: (row: R) => string;
  nameOf: (row: R) => string;
  /** Filters, left in the bar above the rows. */
  tools?: ReactNode;
  /** What stands in place of the rows when there are none, with what to do next. */
  empty: ReactNode;
  /** What stands there when the upstream has no such list. */
  unserved?: ReactNode;
  /** False where the API answers the whole list at once. */
  paged?: boolean;
  /** What can be done with the selected rows, besides exporting them. */
  selectionActions?: (rows: readonly R[], clear: () => void) => ReactNode;
  /** Where the API sets the size of a page itself. */
  pageSize?: number;
  /** How many rows the page held before the screen narrowed it by what the API cannot filter. */
  pageHeld?: number | undefined;
  /** The API's own order, in words. */
  order?: string;
}

const none: readonly never[] = [];

/** A list: server pages, filters, sorting and page in the address, columns to choose, rows by keyboard, selection, CSV. */
export const DataTable = <R extends object>(props: DataTableProps<R>) => {
  const {
    name,
    label,
    columns,
    query,
    rowId,
    nameOf,
    tools,
    empty,
    unserved,
    paged = true,
    selectionActions,
    pageSize,
    pageHeld,
    order = newestFirstOrder,
  } = props;
  const list = useRef<HTMLDivElement>(null);
  const [places] = useState<ListPlaces>(() => ({
    rows: "tbody",
    toFirstRow: () => reach(list.current?.querySelector<HTMLElement>("[data-row-link]")),
    toSearch: () => reach(list.current?.querySelector<HTMLElement>("[type=search]")),
  }));
  const rows = query.data?.value ?? none;
  const state = useDataTable({ name, columns, rows, rowId });
  useListKeys(places);
  const missing = query.isError && unserved !== undefined && isUnserved(query.error);
  return (
    <div
      className="sheet list"
      ref={list}
      aria-busy={query.isFetching}
      data-waits={query.isPending || undefined}
    >
      {!missing && (
        <ListTools name={name} columns={columns} state={state} query={query} tools={tools} />
      )}
      <div className="list__scroll" role="region" aria-label={label} tabIndex={-1}>
        {missing && unserved}
        {query.isError && !missing && (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} blank />
        )}
        {query.isSuccess && rows.length === 0 && empty}
        {(query.isPending || rows.length > 0) && (
          <table className="table" role="table" aria-label={label}>
            <DataTableHead state={state} order={order} />
            {query.isPending ? (
              <SkeletonBody state={state} />
            ) : (
              <DataTableBody state={state} nameOf={nameOf} />
            )}
          </table>
        )}
      </div>
      {!missing && (
        <ListFoot
          state={state}
          answer={query.data}
          paged={paged}
          pageSize={pageSize}
          pageHeld={pageHeld}
          name={name}
          columns={columns}
          actions={selectionActions}
          order={order}
        />
      )}
    </div>
  );
};
