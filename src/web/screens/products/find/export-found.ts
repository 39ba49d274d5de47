import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { ProductQuery, ProductRow } from "#web/api/product-search/product-query.ts";
import { type CsvValue, guardText } from "#web/base/csv-value.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { downloadBlob } from "#web/base/download.ts";
import { buildTable } from "#web/kit/export-rows.ts";
import { formatFileDay } from "#web/base/file-day.ts";
import { exportColumns } from "./found-columns.tsx";

type Exported = Pick<Column<ProductRow>, "header" | "value">;

/** The columns of a file: the id first, so that rows can be found again, then the visible columns, then all others. */
export const fileColumns = (shown: readonly Column<ProductRow>[]): Exported[] => [
  { header: "ID", value: (row) => row.id },
  ...shown.filter(({ id }) => id !== "id"),
  ...exportColumns,
];

/** Writes all matches to a CSV file, a few hundred rows at a time. */
export const exportFound = async (
  copy: Pick<ProductCopy, "exportRows">,
  query: ProductQuery,
  shown: readonly Column<ProductRow>[],
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
): Promise<void> => {
  const columns = fileColumns(shown);
  const { writeCsvLines, writeCsv } = await import("#web/base/csv.ts");
  const parts = [writeCsv(buildTable(columns, []))];
  await copy.exportRows(
    query,
    (rows, progress) => {
      parts.push(writeCsvLines(buildTable(columns, rows).slice(1)));
      onProgress(progress);
    },
    signal,
  );
  if (signal.aborted) return;
  downloadBlob(
    `products-${formatFileDay()}.csv`,
    new Blob(parts, { type: "text/csv;charset=utf-8" }),
  );
};

const formatCell = (value: CsvValue): string =>
  typeof value === "string" ? guardText(value).replaceAll(/[\t\r\n]+/g, " ") : String(value ?? "");

/** Rows as clipboard text that spreadsheets accept. */
export const formatForClipboard = (
  shown: readonly Column<ProductRow>[],
  rows: readonly ProductRow[],
): string =>
  buildTable(shown, rows)
    .map((row) => row.map(formatCell).join("\t"))
    .join("\n");
