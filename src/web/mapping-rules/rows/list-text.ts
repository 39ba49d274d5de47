import { parseList } from "#rules/operands.ts";

/** The operand of a list as a person edits it: one value a line. */
export const linesOf = (text: string): string =>
  text.includes("\n") ? text : parseList(text).join("\n");

/** What is kept of such lines. One line with a comma gets a line break, or it would be read as several values. */
export const listTextOf = (lines: string): string =>
  !lines.includes("\n") && /,|^\s*\[/.test(lines) ? `${lines}\n` : lines;
