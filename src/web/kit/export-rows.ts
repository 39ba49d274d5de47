import type { CsvValue } from "#web/base/csv-value.ts";
import type { Column } from "./columns.tsx";
import { formatCount } from "#web/base/format.ts";
import { download } from "#web/base/download.ts";
import { formatFileDay } from "#web/base/days.ts";
import { notify } from "./notify.ts";

/** Downloads a table as a CSV file. Its code loads with the first file. */
export const downloadCsv = (name: string, rows: readonly (readonly CsvValue[])[]): void =>
  void import("#web/base/csv.ts").then(
    ({ writeCsv: csvOf }) => {
      download(`${name}.csv`, "text/csv", csvOf(rows));
      notify(`${formatCount(rows.length - 1, "row")} exported as CSV`);
    },
    () => notify("Couldn't create the file. Try again."),
  );

/** Builds a table with a header row from columns and rows, without the columns of buttons. */
export const buildTable = <R>(
  columns: readonly Pick<Column<R>, "header" | "value">[],
  rows: readonly R[],
): CsvValue[][] => {
  const cells = columns.flatMap(({ header, value }) => (value ? [{ header, value }] : []));
  return [
    cells.map(({ header }) => header),
    ...rows.map((row) => cells.map(({ value }) => value(row))),
  ];
};

/** Downloads rows as a CSV file with the given columns and today's date in its name. */
export const exportRows = <R>(
  name: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
): void => downloadCsv(`${name}-${formatFileDay()}`, buildTable(columns, rows));
