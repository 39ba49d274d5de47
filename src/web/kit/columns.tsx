import type { ReactNode } from "react";
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { writeAmount } from "#web/base/amounts.ts";
import { compareTexts } from "#web/base/format.ts";
import type { CsvValue } from "#web/base/csv-value.ts";
import { formatMoney, formatQuantity } from "#web/base/format.ts";
import { StatusBadge, type Tone } from "./status-badge.tsx";
import { Code, Flag, Moment, Text } from "./values.tsx";

/** One column of a table; `createColumnHelper` builds the usual ones. */
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
  /** Hidden by default: always, on a tablet, or in all but very wide windows, which keeps lists from scrolling sideways. */
  optional?: boolean | "tablet" | "narrow";
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

/** The fields of a record whose values have a type. */
type FieldOf<R, V> = { [F in keyof R & string]-?: R[F] extends V ? F : never }[keyof R & string];

/** What a column may have besides what its type gives it. */
type More<R> = Partial<Omit<Column<R>, "id" | "header" | "width">>;

/** Builds a column of a field of the record, or of what `of` returns. */
interface BuildColumn<R, V> {
  (
    id: FieldOf<R, V>,
    header: string,
    width: number,
    more?: More<R> & { of?: (row: R) => V },
  ): Column<R>;
  (id: string, header: string, width: number, more: More<R> & { of: (row: R) => V }): Column<R>;
}

const build =
  <R, V>(describe: (of: (row: R) => V) => Pick<Column<R>, "cell"> & More<R>): BuildColumn<R, V> =>
  (id: string, header: string, width: number, options: More<R> & { of?: (row: R) => V } = {}) => {
    const { of = (row: R) => row[id as keyof R] as V, ...more } = options;
    return { id, header, width, ...describe(of), ...more };
  };

type Id = number | null | undefined;

/** Builds the columns of one kind of record: the type of a column gives its cell, its exported value and its order. */
export const createColumnHelper = <R extends object>() => ({
  text: build<R, string | number | null | undefined>((of) => ({
    value: of,
    cell: (row) => <Text value={of(row)} />,
  })),
  code: build<R, string | number | null | undefined>((of) => ({
    value: of,
    cell: (row) => <Code value={of(row)} />,
  })),
  quantity: build<R, number | null | undefined>((of) => ({
    align: "end",
    value: of,
    cell: (row) => formatQuantity(of(row)),
  })),
  /** Exported as it is shown, with two decimals or more. */
  money: build<R, number | null | undefined>((of) => ({
    align: "end",
    value: (row) => writeAmount(of(row)),
    rank: of,
    cell: (row) => formatMoney(of(row)),
  })),
  date: build<R, string | null | undefined>((of) => ({
    value: of,
    cell: (row) => <Moment at={of(row)} />,
  })),
  flag: build<R, boolean | null | undefined>((of) => ({
    value: of,
    cell: (row) => <Flag value={of(row)} />,
  })),
  status: build<R, { label: string | null | undefined; tone: Tone | undefined }>((of) => ({
    value: (row) => of(row).label,
    cell: (row) => <StatusBadge {...of(row)} />,
  })),
  /** The main column, which names the record and opens it. */
  link: (
    id: string,
    header: string,
    width: number,
    { of, to, ...more }: More<R> & { of: (row: R) => string; to: (row: R) => string },
  ): Column<R> => ({
    id,
    header,
    width,
    main: true,
    value: of,
    cell: (row) => (
      <a href={to(row)} data-row-link>
        <bdi>{of(row)}</bdi>
      </a>
    ),
    ...more,
  }),
  /** A source or channel by its name: another element once the name is known, so that nothing moves. */
  party: (
    id: FieldOf<R, Id>,
    header: string,
    width: number,
    nameOf: (id: Id) => string,
    more: More<R> = {},
  ): Column<R> => {
    const of = (row: R) => nameOf(row[id] as Id);
    return {
      id,
      header,
      width,
      value: of,
      cell: (row) => <bdi key={of(row)}>{of(row)}</bdi>,
      ...more,
    };
  },
});

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
export const sortValue = <R,>(
  { rank, value }: Pick<Column<R>, "rank" | "value">,
  row: R,
): CsvValue => (rank ?? value)?.(row);

/** The rows in the order of a column; as they are without one. */
export const sortRows = <R,>(
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
