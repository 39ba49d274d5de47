import { parseList } from "#rules/operands.ts";

/** The operand of a list as the user edits it: one value a line. */
export const linesOf = (text: string): string =>
  text.includes("\n") ? text : parseList(text).join("\n");

/**
 * The stored text of such lines. One line with a comma gets a line break; otherwise it would be read as several
 * values.
 */
export const listTextOf = (lines: string): string =>
  !lines.includes("\n") && /,|^\s*\[/.test(lines) ? `${lines}\n` : lines;
