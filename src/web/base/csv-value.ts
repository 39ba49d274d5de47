/** A cell of an export. Numbers stay numbers; everything else becomes text. */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * Matches a text that a spreadsheet would interpret as a formula or a command, also after apostrophes: a text that has one
 * before such a character gets another, so that reading the file removes only ours. An amount below zero is a number.
 */
export const executable = /^(?!-\d+\.\d\d+$)'*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Adds an apostrophe before a text that a spreadsheet would execute. */
export const guardText = (text: string): string => (executable.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `guardText` added. */
export const unguardText = (text: string): string =>
  text.startsWith("'") && executable.test(text.slice(1)) ? text.slice(1) : text;
