import type { UseQueryResult } from "@tanstack/react-query";
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Answer } from "#web/api/call.ts";
import { inSentence } from "#web/base/format.ts";
import { readPaging, type RecordKind, useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import type { CollectDialog } from "./collect-dialog.tsx";
import type { AllRows, Nouns } from "./use-listed-rows.ts";
import { later, type LaterProps } from "./later.tsx";
import { type Column, sortRows } from "./columns.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { exportRows } from "./export-rows.ts";
import { type ListFilters, NoMatchesOnPage, PastTheEnd } from "./filters.tsx";
import { ListFoot, ListTools } from "./list-bars.tsx";
import {
  explainNoRows,
  holdsAll,
  isLastPage,
  type ListPage,
  useDataTable,
} from "./use-data-table.ts";
import { setListed } from "#web/base/listed-records.ts";
import { TableFrame, type TableProps } from "./table-frame.tsx";
import { firstRow, useDrawnRows, useTablePlaces, usualDrawAll } from "./table-rows.ts";
import { focusElement, type ListTargets, useListKeys } from "./list-keys.tsx";
import "./data-table.css";

// Its library is a fifth of a list's code, and lists with server pages are short.
// A component that loads later can't be generic.
const LongTable = later<TableProps<never>>(async () => (await import("./table.tsx")).Table) as <
  R extends object,
>(
  props: TableProps<R> & LaterProps,
) => ReactNode;

const ShortTable = <R extends object>(props: TableProps<R>) => {
  const places = useTablePlaces();
  return <TableFrame {...props} places={places} rows={useDrawnRows(props, places)} />;
};

/**
 * The rows of a list: a table whose code for long ones is loaded only where the list is long. If it can't be loaded, all
 * rows are drawn.
 */
const ListTable = <R extends object>(props: TableProps<R>) => {
  const [failed, setFailed] = useState(false);
  return props.count > usualDrawAll && !failed ? (
    <LongTable
      {...props}
      instead={<ShortTable {...props} waits />}
      onFail={() => setFailed(true)}
    />
  ) : (
    <ShortTable {...props} />
  );
};

interface DataTableProps<R extends object> {
  /** The list's name for storage keys and file names: "rmas". */
  name: string;
  /** The accessible name of the table. */
  label: string;
  /** The name of one row, and of several. */
  nouns: Nouns;
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
  /** False if the API returns the whole list at once. */
  paged?: boolean;
  /** Actions on the selected rows, besides exporting them. */
  selectionActions?: (rows: readonly R[], clear: () => void) => ReactNode;
  /** The size of a page, if the API sets it. */
  pageSize?: number;
  /** The number of rows on the page before the screen filtered it by something that the API cannot filter. */
  pageHeld?: number | undefined;
  /** How to load the other pages, to export or select all rows. */
  all?: AllRows<R>;
  /** The order in which the rows come, if it is known: in words, and as a sorting of the address ("-createdAt"). */
  order?: { readonly words: string; readonly by?: string };
  /** The kind of the rows' records: their screens lead to the previous and the next one. */
  kind?: RecordKind;
}

// A component that loads later can't be generic.
const CollectLater = later(
  async () => (await import("./collect-dialog.tsx")).CollectDialog,
) as unknown as <R>(props: ComponentProps<typeof CollectDialog<R>> & LaterProps) => ReactNode;

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
    paged = true,
    selectionActions,
    pageSize,
    pageHeld,
    nouns,
    all,
    order,
    kind,
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
  const state = useDataTable({ name, columns, rows, rowId, apiOrder: order?.by });
  useListKeys(places);
  const { search } = useListSearch();
  useEffect(() => {
    if (kind && rows.length > 0)
      setListed(
        kind,
        state.rows.map(({ id }) => toRecordId(id)),
      );
  }, [kind, rows, state.rows]);
  const page: ListPage = {
    ...readPaging(search, pageSize),
    held: pageHeld ?? rows.length,
    total: query.data?.total,
  };
  const isPart = paged && query.data !== undefined && !holdsAll(page);
  // If the screen filters each page itself, the total is unknown.
  const total = paged ? (pageHeld === undefined ? page.total : undefined) : rows.length;
  const [collecting, setCollecting] = useState<{ act: (rows: readonly R[]) => void }>();
  const stopCollecting = useCallback(() => setCollecting(undefined), []);
  /** Does something with all matching rows, once they are loaded. */
  const withAll = (act: (rows: readonly R[]) => void) =>
    isPart && all ? () => setCollecting({ act }) : undefined;
  const picks = {
    ...state.picks,
    allLabel: isPart ? "Select all rows on this page" : "Select all rows",
  };
  const rowAt = useCallback((index: number) => state.rows[index]?.original, [state.rows]);
  const sorted = columns.find(({ id }) => id === state.sort?.id);
  const sortedBy = sorted ? ` by ${inSentence(sorted.header)}` : "";
  const instead = query.isError ? (
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
      <ListTools
        name={name}
        columns={columns}
        state={state}
        query={query}
        tools={tools}
        filters={filters}
        isPart={isPart}
        order={order?.words}
        total={total}
        exportAll={withAll((matching) =>
          exportRows(name, state.shown, sortRows(columns, state.sort, matching)),
        )}
      />
      {instead && <div className="list__instead">{instead}</div>}
      {(waits || rows.length > 0) && (
        <ListTable
          label={label}
          columns={state.shown}
          count={waits ? skeletonRows : state.rows.length}
          waits={waits}
          rowAt={rowAt}
          nameOf={nameOf}
          picks={picks}
          sort={{
            by: state.order,
            toggle: state.toggleSort,
            title: (header) =>
              `Sort ${isPart ? "this page " : ""}by ${inSentence(header)}${order ? `. Default order: ${order.words}.` : ""}`,
          }}
        />
      )}
      <ListFoot
        state={state}
        answer={query.data}
        paged={paged}
        page={page}
        fixedSize={pageSize}
        name={name}
        picks={picks}
        nouns={nouns}
        order={
          state.sort ? (isPart ? `sorted${sortedBy} on this page only` : undefined) : order?.words
        }
        total={total}
        selectEvery={withAll(state.selectEvery)}
        actions={selectionActions}
      />
      {collecting && all && (
        <CollectLater<R>
          nouns={nouns}
          all={all}
          rowId={rowId}
          total={page.total}
          onCollected={(matching) => {
            stopCollecting();
            collecting.act(matching);
          }}
          onClose={stopCollecting}
          onFail={stopCollecting}
        />
      )}
    </div>
  );
};
