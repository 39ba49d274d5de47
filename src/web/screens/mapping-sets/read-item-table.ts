import { unguardText } from "#web/base/csv-value.ts";
import { formatQuantity } from "#web/base/format.ts";
import { refusalTitles } from "#web/base/read-text-file.ts";
import { addRows, type ItemEdits, type ItemRow, type ItemValues, setRows } from "./item-edits.ts";
import { estimateSize, findMost } from "./set-size.tsx";
import { hasLookAlikes, isShortened, quoteValue, showValue } from "./shown-value.ts";

/** A line of a table: its cells, and the number of its first line in the text. */
export interface CellLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a cell starts with a quote that encloses no whole cell, and so is part of the value. */
  readonly literal: boolean;
}

const isBlankLine = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === "");

const countBreaks = (cell: string): number => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

/**
 * Reads a table. As in a spreadsheet, a quote opens a quoted cell only if the cell ends after the closing quote: else one
 * stray quote (an inch, a nickname) would take all lines up to the next one into its cell.
 */
const readCells = (text: string, delimiter: string): CellLine[] => {
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
const readFileCells = (fileText: string): CellLine[] => {
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

export interface ColumnChoice {
  readonly from: number;
  readonly to: number | undefined;
  /** Whether the first line has the names of the columns. */
  readonly heading: boolean;
}

const fromWords = new Set(
  "from source key old original previous current before input search".split(" "),
);
const toWords = new Set(
  "to target new maps mapped replace replacement after output result destination".split(" "),
);
const nameWords = new Set(
  "value name id sku code label title handle number ean gtin upc".split(" "),
);

/** “Old SKU” and “oldSku” are “old”, “sku”. */
const splitWords = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** The columns whose names say what they are. */
const findNamed = (first: readonly string[]) => {
  const words = first.map(splitWords);
  const find = (known: ReadonlySet<string>) => words.findIndex(([word = ""]) => known.has(word));
  const value = words.findIndex((all) => all.join(" ") === "value");
  const [from, to] = [find(fromWords), find(toWords)];
  return { from: from < 0 && to >= 0 ? value : from, to: to < 0 && from >= 0 ? value : to };
};

const isNumber = (cell: string): boolean => /^[+-]?[\d\s.,]*\d\s*%?$/.test(cell.trim());

/**
 * Whether the cells of the first line end like names of columns. Among more than two columns one is enough, or one above
 * numbers; among two, a size without a number may stand above others.
 */
const looksLikeHeading = (first: readonly string[], rest: readonly CellLine[]): boolean => {
  if (first.length < 2 || first.some((cell) => cell.trim() === "" || isNumber(cell))) return false;
  const isName = (cell: string) => {
    const words = splitWords(cell);
    const [start = "", end = ""] = [words[0], words.at(-1)];
    return fromWords.has(start) || toWords.has(start) || nameWords.has(end);
  };
  const isAboveNumbers = (_: string, column: number) => {
    const below = rest.map(({ cells }) => cells[column] ?? "").filter((cell) => cell.trim() !== "");
    return below.length > 0 && below.every(isNumber);
  };
  if (first.length === 2) return first.every(isName);
  return first.some(isName) || first.some(isAboveNumbers);
};

/** The columns of a file by the names in its first line, else the first two. */
export const guessColumns = (lines: readonly CellLine[]): ColumnChoice => {
  const { cells: first } = lines[0] ?? { cells: [] };
  const { from, to } = findNamed(first);
  if (first.length === 1) {
    const heading = from === 0 || splitWords(first[0] ?? "").join(" ") === "value";
    return { from: 0, to: lines.some(({ cells }) => cells.length > 1) ? 1 : undefined, heading };
  }
  const heading = (from >= 0 && to >= 0) || looksLikeHeading(first, lines.slice(1, 20));
  if (!heading || (from < 0 && to < 0))
    return { from: 0, to: first.length > 1 ? 1 : undefined, heading };
  const others = first.map((_, column) => column);
  return {
    from: from >= 0 ? from : (others.find((column) => column !== to) ?? 0),
    to: to >= 0 ? to : (others.find((column) => column > from) ?? 0),
    heading,
  };
};

/** More columns than a spreadsheet of values has; a list of thousands would block the browser. */
const mostColumns = 500;

export const countColumns = (lines: readonly CellLine[]): number =>
  Math.min(
    mostColumns,
    lines.reduce((most, { cells }) => Math.max(most, cells.length), 0),
  );

/** The number of columns with content that are not chosen. */
export const countUnused = (lines: readonly CellLine[], { from, to }: ColumnChoice): number => {
  const used = new Set<number>();
  for (const { cells } of lines)
    cells.forEach((cell, column) => {
      if (column !== from && column !== to && cell.trim() !== "") used.add(column);
    });
  return used.size;
};

/** A line of a file without an item, and the reason. */
export interface TableProblem {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

export interface FileRefusal {
  readonly title: string;
  readonly message: string;
}

/** The lines of a file that have content, or why there are none. */
export interface FileTable {
  /** Set if the file has no table; there are no lines then. */
  readonly refusal?: FileRefusal;
  readonly lines: readonly CellLine[];
}

/** The items in the columns of a file that were chosen. */
export interface ItemTable {
  readonly rows: readonly (ItemValues & { readonly line: number })[];
  readonly problems: readonly TableProblem[];
  /** What concerns several lines, each in one sentence. */
  readonly notes: readonly string[];
}

export const maxCharacters = 20_000_000;

const createProblem = (line: number, cells: readonly string[], message: string): TableProblem => ({
  line,
  text: showValue(cells.join(", ").slice(0, 200)),
  message,
});

export const fileRefusals = {
  "too-large": {
    title: refusalTitles["too-large"],
    message: "The limit is 20 million characters. Split the file, then import each part.",
  },
  unreadable: { title: refusalTitles.unreadable, message: "Select another file." },
} as const satisfies Record<string, FileRefusal>;

/** A spreadsheet's own format, for example, contains NUL, and text never does. */
const notText: FileRefusal = {
  title: "This file isn't text",
  message: "Save it as CSV, then import it.",
};

/** Reads the lines of CSV, semicolon or tab separated text. */
export const readFileTable = (text: string): FileTable =>
  text.includes("\0")
    ? { refusal: notText, lines: [] }
    : { lines: readFileCells(text).filter(({ cells }) => !isBlankLine(cells)) };

export const takeValues = ({ cells }: CellLine, { from, to }: ColumnChoice): ItemValues => ({
  from: unguardText(cells[from] ?? ""),
  to: unguardText((to === undefined ? undefined : cells[to]) ?? ""),
});

type FoundValue = readonly [value: string, line: number];

const listValues = (
  rows: ItemTable["rows"],
  isOne: (value: string) => boolean,
): readonly FoundValue[] =>
  rows.flatMap(({ from, to, line }) =>
    [from, to].filter(isOne).map((value): FoundValue => [value, line]),
  );

/** A sentence about values, with the first of them; none if there are none. */
const noteValues = (found: readonly FoundValue[], one: string, many: string): string[] => {
  const [[value, line] = ["", 0]] = found;
  if (found.length === 0) return [];
  const said =
    found.length === 1 ? `1 value ${one}` : `${formatQuantity(found.length)} values ${many}`;
  return [`${said}: ${quoteValue(value)} in line ${line}.`];
};

const writeNotes = (rows: ItemTable["rows"], unused: number, kept: number): string[] => [
  ...(unused === 0
    ? []
    : [
        unused === 1
          ? "1 other column isn't used."
          : `${formatQuantity(unused)} other columns aren't used.`,
      ]),
  ...(kept === 0
    ? []
    : [
        kept === 1
          ? "1 line repeats a From value without a To value and isn't used."
          : `${formatQuantity(kept)} lines repeat a From value without a To value and aren't used.`,
      ]),
  ...noteValues(
    listValues(rows, hasLookAlikes),
    "has unusual spaces or invisible characters",
    "have unusual spaces or invisible characters, the first",
  ),
  ...noteValues(
    listValues(rows, isShortened),
    "looks like a number that a spreadsheet rounded",
    "look like numbers that a spreadsheet rounded, the first",
  ).map((said) => `${said} Format the column as text there, enter the codes again, and export it.`),
];

/**
 * Takes the items from the chosen columns. A line without an item is reported as a problem with its number. A later line
 * without a To value replaces none: in a list of variants, only the first line of a product has its title.
 */
export const takeItems = ({ lines }: FileTable, choice: ColumnChoice): ItemTable => {
  const below = choice.heading ? lines.slice(1) : lines;
  const rows: (ItemValues & { line: number })[] = [];
  const problems: TableProblem[] = [];
  const seen = new Map<string, { line: number; to: string }>();
  let kept = 0;
  for (const one of below) {
    const { line, cells, literal } = one;
    const values = takeValues(one, choice);
    const report = (message: string) => problems.push(createProblem(line, cells, message));
    if (values.from.trim() === "") {
      report("It has no From value.");
      continue;
    }
    if (literal) report("A quote in it doesn't enclose a whole value, so it's imported as it is.");
    const earlier = seen.get(values.from);
    const hasValue = earlier !== undefined && earlier.to.trim() !== "";
    if (hasValue && values.to.trim() === "") {
      kept += 1;
      continue;
    }
    if (hasValue && earlier.to !== values.to)
      report(`Line ${earlier.line} has another value for it. This line is used.`);
    seen.set(values.from, { line, to: values.to });
    rows.push({ ...values, line });
  }
  return { rows, problems, notes: writeNotes(rows, countUnused(below, choice), kept) };
};

export interface TableMerge {
  readonly edits: ItemEdits;
  readonly added: number;
  readonly updated: number;
  readonly same: number;
  /** Set if the set would be too large to be loaded again: how many of the new items fit, and the changed ones. */
  readonly most?: number;
}

/** How many of the new items fit (see `findMost`), with items that are changed to other values. */
const findMostOf = (
  rows: readonly ItemRow[],
  changes: readonly (readonly [ItemRow, ItemValues])[],
  additions: readonly ItemValues[],
): number | undefined => {
  const [olds, news] = [changes.map(([{ values }]) => values), changes.map(([, one]) => one)];
  const before = estimateSize(rows.map(({ values }) => values));
  return findMost(before, before + estimateSize(news) - estimateSize(olds), additions);
};

/**
 * Merges a table into the rows: values known in this spelling are changed, all others added, none deleted. Without To
 * values (`hasTo`), no known item changes.
 */
export const mergeTable = (
  edits: ItemEdits,
  rows: readonly ItemRow[],
  table: ItemTable,
  hasTo: boolean,
): TableMerge => {
  const known = new Map(rows.toReversed().map((row) => [row.values.from, row]));
  const wanted = new Map(table.rows.map(({ from, to }) => [from, to]));
  let equal = 0;
  const additions: ItemValues[] = [];
  const changes: (readonly [ItemRow, ItemValues])[] = [];
  for (const [from, to] of wanted) {
    const row = known.get(from);
    if (!row) additions.push({ from, to });
    else if (row.values.to === to || !hasTo) equal++;
    else changes.push([row, { from, to }]);
  }
  const most = findMostOf(rows, changes, additions);
  return {
    ...(most === undefined ? {} : { most }),
    edits: addRows(setRows(edits, changes), additions),
    added: additions.length,
    updated: changes.length,
    same: equal,
  };
};
