import Papa from "papaparse";
import { unguardText } from "#web/ui/csv-value.ts";
import { refusalTitles } from "#web/ui/read-text-file.ts";
import type { ItemEdits, ItemRow, ItemValues } from "./item-edits.ts";
import { addRows, setRows } from "./item-edits.ts";
import { estimateSize, findMost } from "./set-size.ts";

/** A line of a file without an item, and the reason. */
export interface TableProblem {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

/** Why a whole file can't be imported, and what to do. */
export interface FileRefusal {
  readonly title: string;
  readonly message: string;
}

/** The content of a file of items. */
export interface ItemTable {
  /** Set if the file has no table; there are no rows then. */
  readonly refusal?: FileRefusal;
  readonly rows: readonly (ItemValues & { readonly line: number })[];
  readonly problems: readonly TableProblem[];
  /** True if the first line names the columns. */
  readonly header: boolean;
}

const fromNames = new Set(["from", "fromvalue", "from value", "source", "value"]);
const toNames = new Set(["to", "tovalue", "to value", "target", "maps to"]);
/** The longest text of a file of items. */
export const maxCharacters = 20_000_000;

const parseCells = (text: string, delimiter: string) =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter });

/** Guessed from the first lines with content; blank lines have no delimiter. */
const detectDelimiter = (text: string): string =>
  Papa.parse(text, { preview: 20, skipEmptyLines: "greedy" }).meta.delimiter;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
/** The number of lines of a row's text: quoted cells may contain several. */
const countLines = (cells: readonly string[]): number =>
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1);

/**
 * The cells in a spreadsheet's clipboard text: separated by tabs, quoted where a cell has several lines. A blank line is
 * a blank cell; only the line break that ends the text begins no line.
 */
export const clipboardCells = (text: string): string[][] =>
  parseCells(text.replace(/\r?\n$/, ""), "\t").data;

const findColumns = (first: readonly string[]): { from: number; to: number } | undefined => {
  const names = first.map((name) => name.trim().toLowerCase());
  const from = names.findIndex((name) => fromNames.has(name));
  const to = names.findIndex((name) => toNames.has(name));
  return from < 0 || (to < 0 && first.length > 1) ? undefined : { from, to };
};

const createProblem = (line: number, cells: readonly string[], message: string): TableProblem => ({
  line,
  text: cells.join(", ").slice(0, 200),
  message,
});

/** The refusals of files that aren't read at all. */
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

/** The table of a file that can't be imported. */
export const refusedTable = (refusal: FileRefusal): ItemTable => ({
  refusal,
  rows: [],
  problems: [],
  header: false,
});

/**
 * Reads items from CSV, semicolon or tab separated text. Columns are found by their names (from, to), else the first
 * two are taken. A line without an item is reported as a problem with its number.
 */
export const readItemTable = (text: string): ItemTable => {
  if (text.includes("\0")) return refusedTable(notText);
  const { data, errors } = parseCells(text, detectDelimiter(text));
  const broken = new Map(
    errors.flatMap(({ row, message }) => (row === undefined ? [] : [[row, message]])),
  );
  const first = data.findIndex((cells) => !isBlank(cells));
  const named = findColumns(data[first] ?? []);
  const { from, to } = named ?? { from: 0, to: 1 };
  let next = 1;
  const rows: (ItemValues & { line: number })[] = [];
  const problems: TableProblem[] = [];
  const seen = new Map<string, { line: number; to: string }>();
  data.forEach((cells, at) => {
    const line = next;
    next += countLines(cells);
    if (isBlank(cells) || (named && at === first)) return;
    const values = { from: unguardText(cells[from] ?? ""), to: unguardText(cells[to] ?? "") };
    const error = broken.get(at);
    if (error !== undefined) problems.push(createProblem(line, cells, `Unreadable: ${error}.`));
    else if (values.from.trim() === "")
      problems.push(createProblem(line, cells, "It has no From value."));
    else {
      const earlier = seen.get(values.from);
      if (earlier && earlier.to !== values.to)
        problems.push(
          createProblem(
            line,
            cells,
            `Line ${earlier.line} has another value for it. This line is used.`,
          ),
        );
      seen.set(values.from, { line, to: values.to });
      rows.push({ ...values, line });
      if (!named && cells.slice(2).some((cell) => cell.trim() !== ""))
        problems.push(createProblem(line, cells, "Only the first two columns are used."));
    }
  });
  return { rows, problems, header: named !== undefined };
};

/** The effect of an import. */
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

/** Merges a table into the rows: values known in this spelling are changed, all others added, none deleted. */
export const mergeTable = (
  edits: ItemEdits,
  rows: readonly ItemRow[],
  table: ItemTable,
): TableMerge => {
  const known = new Map(rows.toReversed().map((row) => [row.values.from, row]));
  const wanted = new Map(table.rows.map(({ from, to }) => [from, to]));
  let equal = 0;
  const additions: ItemValues[] = [];
  const changes: (readonly [ItemRow, ItemValues])[] = [];
  for (const [from, to] of wanted) {
    const row = known.get(from);
    if (!row) additions.push({ from, to });
    else if (row.values.to === to) equal++;
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
