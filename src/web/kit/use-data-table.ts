import { useMemo, useState } from "react";
import { useTable } from "@tanstack/react-table";
import { type Column, defineColumns, features } from "./data-table-model.ts";
import { useVisibleColumns } from "./columns-choice.ts";
import { pickFilters, useListSearch } from "#web/base/list-search.ts";
import { useRowSelection } from "./use-row-selection.ts";

interface Options<R> {
  /** The list's name, for its stored columns and its exports. */
  name: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  /** The column of the API's order, as in the address: "-createdAt". */
  apiOrder: string | undefined;
}

/** A sorting as it is in an address. */
const parseSort = (sort: string) => ({ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") });

/** The state of one list: columns and sorting from the address, and a selection that lasts for this visit. */
export const useDataTable = <R extends object>(options: Options<R>) => {
  const { name, columns, rows, rowId, apiOrder = "" } = options;
  const { shown, visibility, setVisible } = useVisibleColumns(name, columns);
  const { search, turn } = useListSearch();
  const definitions = useMemo(() => defineColumns(columns), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const sorting = useMemo(() => (search.sort ? [parseSort(search.sort)] : []), [search.sort]);
  const known = sorting.filter(({ id }) =>
    columns.some((column) => column.id === id && column.value),
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { columnVisibility: visibility, sorting: known },
  });
  const [sort] = known;
  const toggleSort = (id: string) => {
    const orders = [id, `-${id}`, ""].filter((order) => order !== apiOrder);
    const now = orders.indexOf(sort ? (search.sort ?? "") : "");
    turn({ sort: orders[(now + 1) % orders.length]! });
  };
  const { rows: ordered } = table.getRowModel();
  const picks = useRowSelection(useMemo(() => ordered.map(({ id }) => id), [ordered]));
  const filters = JSON.stringify(pickFilters(search));
  // All rows that match these filters, once a person has selected them.
  const [every, setEvery] = useState<{ filters: string; rows: readonly R[] }>();
  const isEvery = every?.filters === filters && picks.ids.size > 0;
  const selected = useMemo(() => {
    const pool = new Map(isEvery ? every.rows.map((row) => [rowId(row), row]) : []);
    // Those of the page may have changed since.
    for (const { id, original } of ordered) pool.set(id, original);
    return [...pool].flatMap(([id, row]) => (picks.ids.has(id) ? [row] : []));
  }, [ordered, isEvery, every, picks.ids, rowId]);
  return {
    shown,
    rows: ordered,
    picks,
    /** In the order of the screen; also of other pages once all matching rows are selected. */
    selected,
    selectEvery: (matching: readonly R[]) => {
      setEvery({ filters, rows: matching });
      picks.replace(matching.map(rowId));
    },
    clear: () => {
      setEvery(undefined);
      picks.clear();
    },
    /** The sorting that a person chose. */
    sort,
    /** The sorting that the rows have, as far as it is known. */
    order: sort ?? (apiOrder ? parseSort(apiOrder) : undefined),
    toggleSort,
    visibility,
    setVisible,
  };
};

/** The result of `useDataTable`. */
export type DataTableState<R extends object> = ReturnType<typeof useDataTable<R>>;
