/** A line of a table: its cells, and the number of its first line in the text. */
export interface CellLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a cell starts with a quote that encloses no whole cell, and so is part of the value. */
  readonly literal: boolean;
}

/** Whether a line has no content. */
export const isBlankLine = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === "");

const countBreaks = (cell: string): number => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

/**
 * Reads a table. As in a spreadsheet, a quote opens a quoted cell only if the cell ends after the closing quote: else one
 * stray quote (an inch, a nickname) would take all lines up to the next one into its cell.
 */
export const readCells = (text: string, delimiter: string): CellLine[] => {
  const mark = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Some programs write spaces between the closing quote and a comma; a spreadsheet writes none before a tab.
  const afterQuote = new RegExp(`${delimiter === "\t" ? "" : " *"}(?:${mark}|[\\r\\n]|$)`, "y");
  const cellEnd = new RegExp(`${mark}|\\r\\n|\\r|\\n|$`, "g");
  const findClosing = (start: number): number | undefined => {
    let at = text.indexOf('"', start + 1);
    while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
    afterQuote.lastIndex = at + 1;
    return at >= 0 && afterQuote.test(text) ? at : undefined;
  };
  const lines: CellLine[] = [];
  let [at, line, breaks, literal] = [0, 1, 1, false];
  let cells: string[] = [];
  for (;;) {
    const isQuote = text[at] === '"';
    const closing = isQuote ? findClosing(at) : undefined;
    cellEnd.lastIndex = closing === undefined ? at : closing + 1;
    const end = cellEnd.exec(text);
    const next = end?.index ?? text.length;
    if (closing === undefined) {
      literal ||= isQuote;
      cells.push(text.slice(at, next));
    } else {
      const quoted = text.slice(at + 1, closing);
      breaks += countBreaks(quoted);
      cells.push(quoted.replaceAll('""', '"'));
    }
    at = next + (end?.[0].length ?? 0);
    if (end?.[0] === delimiter) continue;
    lines.push({ line, cells, literal });
    if (next === at) return lines;
    line += breaks;
    [cells, breaks, literal] = [[], 1, false];
  }
};

/** A first line that only names the delimiter, for Excel. Excel itself fills it with delimiters when it saves the file. */
const declaration = /^"?sep=([^\r\n"])"?[,;\t]*(?:\r\n|\r|\n|$)/i;

/** In the order of preference: text with decimal commas is separated by something else. */
const delimiters = ["\t", ";", "|", ","];

/** The delimiter that splits most of the first lines. */
const guessDelimiter = (text: string): string => {
  const start = text.slice(0, 50_000);
  const countSplit = (delimiter: string) =>
    readCells(start, delimiter)
      .filter(({ cells }) => !isBlankLine(cells))
      .slice(0, 20)
      .filter(({ cells, literal }) => cells.length > 1 && !literal).length;
  const counts = delimiters.map(countSplit);
  const most = Math.max(...counts);
  return most === 0 ? "," : (delimiters[counts.indexOf(most)] ?? ",");
};

/** Reads comma, semicolon or tab separated text. */
export const readFileCells = (fileText: string): CellLine[] => {
  const text = fileText.replace(/^\uFEFF/, "");
  const [declared = "", delimiter = guessDelimiter(text)] = declaration.exec(text) ?? [];
  if (declared === "") return readCells(text, delimiter);
  return readCells(text.slice(declared.length), delimiter).map((one) => ({
    ...one,
    line: one.line + 1,
  }));
};

/**
 * The cells in a spreadsheet's clipboard text: separated by tabs, quoted where a cell has several lines. A blank line is
 * a blank cell; only the line break that ends the text begins no line.
 */
export const readClipboardCells = (text: string): (readonly string[])[] =>
  readCells(text.replace(/(?:\r\n|\r|\n)$/, ""), "\t").map(({ cells }) => cells);
