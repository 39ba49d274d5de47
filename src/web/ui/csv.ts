import Papa from "papaparse";
import { type CsvValue, executable } from "./csv-value.ts";

/** The start of a file, so that spreadsheets read it as UTF-8. */
const byteOrderMark = "\uFEFF";

const toFinite = (value: CsvValue): CsvValue =>
  typeof value === "number" && !Number.isFinite(value) ? null : value;

/** Writes the lines of a CSV file (RFC 4180): CRLF after each, and no text that a spreadsheet would execute. */
export const writeCsvLines = (rows: readonly (readonly CsvValue[])[]): string => {
  if (rows.length === 0) return "";
  const table = rows.map((row) => row.map(toFinite));
  return `${Papa.unparse(table, { newline: "\r\n", escapeFormulae: executable })}\r\n`;
};

/** Writes a complete CSV file. */
export const writeCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  byteOrderMark + writeCsvLines(rows);
