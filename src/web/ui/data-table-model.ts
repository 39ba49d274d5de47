import type { ReactNode } from "react";
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { compareTexts } from "./compare-texts.ts";
import type { CsvValue } from "./csv-value.ts";

/** One column of a table. Columns are constants at the top of a `…-columns.tsx` file. */
export interface Column<R> {
  id: string;
  header: string;
  /** What the cell shows. The main column holds a plain `<a>` or button with the attribute `data-row-link`. */
  cell: (row: R) => ReactNode;
  /** What the cell is worth: exported, and sorted by. */
  value: (row: R) => CsvValue;
  /** In px; spare room is shared by all columns in proportion, or only by those that grow. */
  width: number;
  /** Takes the spare room, and may shrink to 70 percent if there is none. */
  grow?: boolean;
  /** Numbers and money stand at the end. */
  align?: "end";
  /** Shown only when a person asks for it. */
  optional?: boolean;
  /**
   * Takes a row of its own on a narrow screen: a text longer than half its width; `line`: never more than one line of it;
   * `badge`: follows the main column and is shown beside its name.
   */
  wide?: boolean | "line" | "badge";
  /** Never hidden: the column that names the record. */
  main?: boolean;
  /** Holds an `<input>`: arrows and Enter move to the same field of the next row. */
  field?: boolean;
}

/** State only: which columns show, which rows are selected, in what order the page stands. Cells are plain. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const rankOf = (value: CsvValue): number =>
  value === null || value === undefined || value === "" ? 1 : 0;

/** Orders two cells: nothing last, numbers by size, texts as a person orders them (R-9 before R-10). */
export const compareValues = (a: CsvValue, b: CsvValue): number => {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareTexts(String(a ?? ""), String(b ?? ""));
};
