import "./data-table.css";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { isUnserved } from "#web/api/api-error.ts";
import { BaseAddressNotice } from "./base-address-notice.tsx";
import type { Answer } from "#web/api/call.ts";
import { inSentence } from "./capital.ts";
import type { Column } from "./data-table-model.ts";
import type { ListFilters } from "./list-filters.tsx";
import { ListFoot } from "./list-foot.tsx";
import { explainNoRows, holdsAll, isLastPage, type ListPage } from "./list-page.ts";
import { readPaging, useListSearch } from "./list-search.ts";
import { ListTools } from "./list-tools.tsx";
import { NoMatchesOnPage, PastTheEnd } from "./no-matches.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { firstRow } from "./opened-row.ts";
import { ListTable } from "./list-table.tsx";
import { useDataTable } from "./use-data-table.ts";
import { type ListTargets, focusElement, useListKeys } from "./use-list-keys.ts";

interface DataTableProps<R extends object> {
  /** The list's name for storage keys and file names: "rmas". */
  name: string;
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<R>[];
  query: UseQueryResult<Answer<readonly R[]>>;
  rowId: (row: R) => string;
  nameOf: (row: R) => string;
  /** The search field in the bar above the rows. */
  tools?: ReactNode;
  /** The filters: next to the search field, or in a sheet on a phone. */
  filters?: ListFilters;
  /** Shown instead of rows if there are none on any page, with the next step. */
  empty: ReactNode;
  /** Shown if the upstream does not serve the list. */
  unserved?: ReactNode;
  /** False if the API returns the whole list at once. */
  paged?: boolean;
  /** Actions on the selected rows, besides exporting them. */
  selectionActions?: (rows: readonly R[], clear: () => void) => ReactNode;
  /** The size of a page, if the API sets it. */
  pageSize?: number;
  /** The number of rows on the page before the screen filtered it by something that the API cannot filter. */
  pageHeld?: number | undefined;
  /** The API's own order, in words. */
  order?: string;
  /** Receives the rows in the order that is shown. */
  onRows?: (rows: readonly R[]) => void;
}

const none: readonly never[] = [];
/** The number of skeleton rows while rows load. */
const skeletonRows = 16;

/** Shown instead of rows: `empty`, unless other pages have or may have rows. */
const NoRows = ({ page, empty }: { page: ListPage | undefined; empty: ReactNode }) => {
  const why = page ? explainNoRows(page) : "none";
  if (page && why === "other pages") return <NoMatchesOnPage isLast={isLastPage(page)} />;
  return why === "past the end" ? <PastTheEnd /> : empty;
};

/**
 * A list with server pages, its state in the address, selectable columns, keyboard navigation, selection, and CSV
 * export.
 */
export const DataTable = <R extends object>(props: DataTableProps<R>) => {
  const {
    name,
    label,
    columns,
    query,
    rowId,
    nameOf,
    tools,
    filters,
    empty,
    unserved,
    paged = true,
    selectionActions,
    pageSize,
    pageHeld,
    order = "newest first",
    onRows,
  } = props;
  const list = useRef<HTMLDivElement>(null);
  const [places] = useState<ListTargets>(() => ({
    rows: ".table__body",
    toFirstRow: () => focusElement(firstRow(list.current)),
    toSearch: () => focusElement(list.current?.querySelector<HTMLElement>("[type=search]")),
  }));
  const rows = query.data?.value ?? none;
  // Rows that have arrived are rendered in slices, between which the page handles input.
  const isLate = useDeferredValue(query.isPending);
  const waits = query.isPending || (isLate && rows.length > 0);
  const state = useDataTable({ name, columns, rows, rowId });
  useListKeys(places);
  const { search } = useListSearch();
  useEffect(() => onRows?.(state.rows.map((row) => row.original)), [onRows, state.rows]);
  const page: ListPage = {
    ...readPaging(search, pageSize),
    held: pageHeld ?? rows.length,
    total: query.data?.total,
  };
  const isPart = paged && query.data !== undefined && !holdsAll(page);
  const rowAt = useCallback((index: number) => state.rows[index]?.original, [state.rows]);
  const missing = query.isError && unserved !== undefined && isUnserved(query.error);
  const instead = missing ? (
    <BaseAddressNotice>{unserved}</BaseAddressNotice>
  ) : query.isError ? (
    <ErrorNotice error={query.error} onRetry={() => void query.refetch()} blank />
  ) : (
    query.isSuccess && rows.length === 0 && <NoRows page={paged ? page : undefined} empty={empty} />
  );
  return (
    <div
      className="sheet list"
      ref={list}
      aria-busy={query.isFetching || waits}
      data-waits={waits || undefined}
    >
      {!missing && (
        <ListTools
          name={name}
          columns={columns}
          state={state}
          query={query}
          tools={tools}
          filters={filters}
          isPart={isPart}
          // If the screen filters each page itself, the total is unknown.
          total={
            paged
              ? pageHeld === undefined
                ? query.data?.total
                : undefined
              : query.data?.value.length
          }
        />
      )}
      {instead && <div className="list__instead">{instead}</div>}
      {(waits || rows.length > 0) && (
        <ListTable
          label={label}
          columns={state.shown}
          count={waits ? skeletonRows : state.rows.length}
          waits={waits}
          rowAt={rowAt}
          nameOf={nameOf}
          picks={state.picks}
          sort={{
            by: state.sort,
            toggle: state.toggleSort,
            title: (header) =>
              isPart
                ? `Sort this page by ${inSentence(header)}. The API's order: ${order}.`
                : `Sort by ${inSentence(header)}`,
            ...(isPart && { part: "this page only" }),
          }}
        />
      )}
      {!missing && (
        <ListFoot
          state={state}
          answer={query.data}
          paged={paged}
          page={page}
          fixedSize={pageSize}
          name={name}
          columns={columns}
          actions={selectionActions}
        />
      )}
    </div>
  );
};
