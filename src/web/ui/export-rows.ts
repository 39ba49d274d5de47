import type { Column } from "./data-table-model.ts";
import { csvOf } from "./csv.ts";
import { download } from "./download.ts";

/** Hands rows to the person as a CSV file, with the columns that the list shows. */
export const exportRows = <R>(
  name: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
): void => {
  const head = columns.map(({ header }) => header);
  const body = rows.map((row) => columns.map(({ value }) => value(row)));
  download(
    `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
    "text/csv",
    csvOf([head, ...body]),
  );
};
