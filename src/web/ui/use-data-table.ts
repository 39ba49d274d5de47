import { useCallback, useMemo, useState } from "react";
import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { type Column, defineColumns, features } from "./data-table-model.ts";
import { useVisibleColumns } from "./columns-choice.ts";
import { useListSearch } from "./list-search.ts";
import type { RowSelection } from "./table-head.tsx";

interface Options<R> {
  /** The list's name, for its stored columns and its exports. */
  name: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
}

/** The state of one list: columns and sorting from the address, and a selection that lasts for this visit. */
export const useDataTable = <R extends object>({ name, columns, rows, rowId }: Options<R>) => {
  const { shown, visibility, setVisible } = useVisibleColumns(name, columns);
  const [selection, setSelection] = useState<RowSelectionState>({});
  const { search, turn } = useListSearch();
  const definitions = useMemo(() => defineColumns(columns), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const sorting = useMemo(
    () =>
      search.sort ? [{ id: search.sort.replace(/^-/, ""), desc: search.sort.startsWith("-") }] : [],
    [search.sort],
  );
  const known = sorting.filter(({ id }) =>
    columns.some((column) => column.id === id && column.value),
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { columnVisibility: visibility, rowSelection: selection, sorting: known },
    onRowSelectionChange: setSelection,
  });
  const toggleSort = (id: string) => {
    const now = search.sort === id ? "up" : search.sort === `-${id}` ? "down" : "none";
    turn({ sort: { none: id, up: `-${id}`, down: "" }[now] });
  };
  const { rows: ordered } = table.getRowModel();
  const toggle = useCallback((index: number) => ordered[index]?.toggleSelected(), [ordered]);
  const picks: RowSelection = {
    has: (index) => ordered[index]?.getIsSelected() ?? false,
    toggle,
    all: ordered.length > 0 && table.getIsAllRowsSelected(),
    toggleAll: () => table.toggleAllRowsSelected(),
    allLabel: "Select all rows on this page",
  };
  return {
    shown,
    rows: ordered,
    picks,
    /** In the order of the screen. */
    selected: ordered.filter((row) => row.getIsSelected()).map((row) => row.original),
    clearSelection: () => setSelection({}),
    sort: known[0],
    toggleSort,
    visibility,
    setVisible,
  };
};

/** The result of `useDataTable`. */
export type DataTableState<R extends object> = ReturnType<typeof useDataTable<R>>;
