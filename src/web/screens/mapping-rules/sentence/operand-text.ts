import { parseList } from "#rules/operands.ts";

/** A value of a list on a line of its own; in quotation marks if it would be read as another one. */
const toLine = (value: string): string =>
  /^"|[\t\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** The operand of a list as the user edits it: one value a line. */
export const toLines = (text: string): string =>
  text.includes("\n") ? text : parseList(text).map(toLine).join("\n");

const quotedAndMore = /^\s*"(?:[^"]|"")*"\s*,/;

/**
 * The stored text of such lines. One line with a comma gets a line break, because otherwise it would be read as several
 * values; values in quotation marks were meant to be several.
 */
export const toListText = (lines: string): string =>
  !lines.includes("\n") && /,|^\s*\[/.test(lines) && !quotedAndMore.test(lines)
    ? `${lines}\n`
    : lines;

const marks: Readonly<Record<string, string>> = {
  " ": "·",
  "\u00a0": "⍽",
  "\t": "→",
  "\n": "↵",
  "\r": "↵",
};

const marked = (text: string): string =>
  text.replace(/[ \u00a0\t\n\r]/g, (space) => marks[space] ?? space);

/** Marks significant spaces that would be invisible, at the ends of a text; undefined where there are none. */
export const shownSpaces = (text: string): string | undefined => {
  if (text === "" || (text === text.trim() && !/[\t\n\r\u00a0]| {2}/.test(text))) return undefined;
  const inner = text.trim();
  if (inner === "") return marked(text);
  const from = text.indexOf(inner);
  const middle = inner.replace(/[\t\n\r\u00a0]| {2,}/g, marked);
  return `${marked(text.slice(0, from))}${middle}${marked(text.slice(from + inner.length))}`;
};
