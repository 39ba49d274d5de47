import Papa from "papaparse";
import { type CsvValue, executable } from "./csv-value.ts";

/** The start of a file, so that spreadsheets read it as UTF-8. */
const byteOrderMark = "\uFEFF";

const toFinite = (value: CsvValue): CsvValue =>
  typeof value === "number" && !Number.isFinite(value) ? null : value;

/** Whether a formula would begin after a separator of another country's files, as in "foo;=1+1". */
const hasInnerFormula = (value: unknown): boolean =>
  typeof value === "string" && /[;,|\t]['"\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(value);

/** Writes the lines of a CSV file (RFC 4180): CRLF after each, and no text that a spreadsheet would execute. */
export const writeCsvLines = (rows: readonly (readonly CsvValue[])[]): string => {
  if (rows.length === 0) return "";
  const table = rows.map((row) => row.map(toFinite));
  const options = { newline: "\r\n", escapeFormulae: executable, quotes: hasInnerFormula };
  return `${Papa.unparse(table, options)}\r\n`;
};

/** Writes a complete CSV file. */
export const writeCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  byteOrderMark + writeCsvLines(rows);
