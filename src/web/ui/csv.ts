import Papa from "papaparse";
import { type CsvValue, executable } from "./csv-value.ts";

/** Put before the first line, so that spreadsheets read UTF-8. */
export const byteOrderMark = "\uFEFF";

const finite = (value: CsvValue): CsvValue =>
  typeof value === "number" && !Number.isFinite(value) ? null : value;

/** Lines of a CSV file (RFC 4180): CRLF after each, and no text that a spreadsheet would execute. */
export const csvLines = (rows: readonly (readonly CsvValue[])[]): string => {
  if (rows.length === 0) return "";
  const table = rows.map((row) => row.map(finite));
  return `${Papa.unparse(table, { newline: "\r\n", escapeFormulae: executable })}\r\n`;
};

/** A whole CSV file. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  byteOrderMark + csvLines(rows);
