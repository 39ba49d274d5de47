/** One cell of an export. Numbers stay numbers; everything else is text. */
export type CsvValue = string | number | boolean | null | undefined;

/** What makes a spreadsheet read a text as a formula or a command. */
const executable = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

const quoted = (text: string): string =>
  /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One cell, written as RFC 4180 says, with an apostrophe before what a spreadsheet would otherwise execute. */
export const csvCell = (value: CsvValue): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = String(value);
  return quoted(executable.test(text) ? `'${text}` : text);
};

/** A table as CSV (RFC 4180): CRLF between the rows, and a byte-order mark so that spreadsheets read UTF-8. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
