/** One cell of an export. Numbers stay numbers; everything else is text. */
export type CsvValue = string | number | boolean | null | undefined;

/** Matches a text that a spreadsheet would read as a formula or a command. */
export const executable = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text that no spreadsheet executes: an apostrophe is put before one that it would. */
export const guarded = (text: string): string => (executable.test(text) ? `'${text}` : text);

/** Removes what `guarded` put before a text. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && executable.test(text.slice(1)) ? text.slice(1) : text;
