import type { ReactNode } from "react";
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { writeAmount } from "#web/base/amounts.ts";
import { compareTexts, formatMoney } from "#web/base/format.ts";
import type { CsvValue } from "#web/base/csv-value.ts";

/** One column of a table. Columns are constants at the top of a `…-columns.tsx` file. */
export interface Column<R> {
  id: string;
  header: string;
  /** Renders the cell. The main column contains a plain `<a>` or button with the attribute `data-row-link`. */
  cell: (row: R) => ReactNode;
  /** The value for exports and sorting. Omitted for a column of buttons, which is neither exported nor sorted. */
  value?: (row: R) => CsvValue;
  /** The value for sorting, if the exported one has no useful order. */
  rank?: (row: R) => CsvValue;
  /** In px; extra width is shared by all columns in proportion, or only by those that grow. */
  width: number;
  /** Takes the extra width, and may shrink to 70 percent. */
  grow?: boolean;
  /** Numbers and money are aligned to the end. */
  align?: "end";
  /** Hidden by default. */
  optional?: boolean;
  /**
   * Takes a full row on a narrow screen: for a text longer than half its width; `line`: limited to one line; `badge`:
   * follows the main column and is shown next to its name; `mark`: half a row without its label, for a text that
   * explains itself.
   */
  wide?: boolean | "line" | "badge" | "mark";
  /** Never hidden: the column that names the record. */
  main?: boolean;
  /** Holds an `<input>`: arrows and Enter move to the same field of the next row. */
  field?: boolean;
}

/** The parts of a column of amounts: exported as they are shown, with two decimals or more. */
export const amounts = <R>(amountOf: (row: R) => number | null | undefined) =>
  ({
    align: "end",
    value: (row: R) => writeAmount(amountOf(row)),
    rank: amountOf,
    cell: (row: R) => formatMoney(amountOf(row)),
  }) as const;

/** State only: visible columns, and the order of the page. Cells are plain elements. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const rankEmpty = (value: CsvValue): number =>
  value === null || value === undefined || value === "" ? 1 : 0;

/** Compares two cells in either direction: empty cells are last in both. */
export const compareCells = (a: CsvValue, b: CsvValue, descending: boolean): number => {
  if (rankEmpty(a) !== rankEmpty(b)) return rankEmpty(a) - rankEmpty(b);
  return descending ? compareValues(b, a) : compareValues(a, b);
};

/** The value that a column is sorted by; undefined for a column of buttons. */
export const sortValue = <R>(
  { rank, value }: Pick<Column<R>, "rank" | "value">,
  row: R,
): CsvValue => (rank ?? value)?.(row);

/** The rows in the order of a column; as they are without one. */
export const sortRows = <R>(
  columns: readonly Column<R>[],
  sort: { readonly id: string; readonly desc: boolean } | undefined,
  rows: readonly R[],
): readonly R[] => {
  const column = columns.find(({ id }) => id === sort?.id);
  return column && sort
    ? rows.toSorted((a, b) => compareCells(sortValue(column, a), sortValue(column, b), sort.desc))
    : rows;
};

/** The columns as the table sorts them: empty cells are last in both directions. */
export const defineColumns = <R extends object>(
  columns: readonly Column<R>[],
): ColumnDef<typeof features, R>[] =>
  columns.map((column) => ({
    id: column.id,
    accessorFn: (row) =>
      rankEmpty(sortValue(column, row)) === 1 ? undefined : sortValue(column, row),
    sortUndefined: "last",
    sortFn: (a, b) => compareValues(sortValue(column, a.original), sortValue(column, b.original)),
  }));

/** Compares two cells: empty cells last, numbers by value, texts in the person's language (R-9 before R-10). */
export const compareValues = (a: CsvValue, b: CsvValue): number => {
  if (rankEmpty(a) !== rankEmpty(b)) return rankEmpty(a) - rankEmpty(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareTexts(String(a ?? ""), String(b ?? ""));
};
