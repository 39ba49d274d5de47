import Papa from "papaparse";
import { unguarded } from "#web/ui/csv-value.ts";
import type { ItemEdits, ItemRow, ItemValues } from "./item-edits.ts";
import { addRows, setRows } from "./item-edits.ts";

/** One line of a file that became no item, and why. */
export interface TableProblem {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

/** What a file of items says. */
export interface ItemTable {
  readonly rows: readonly (ItemValues & { readonly line: number })[];
  readonly problems: readonly TableProblem[];
  /** The first line named the columns. */
  readonly header: boolean;
}

const fromNames = new Set(["from", "fromvalue", "from value", "source", "value"]);
const toNames = new Set(["to", "tovalue", "to value", "target", "maps to"]);
const maxCharacters = 20_000_000;

const cellsOf = (text: string, delimiter: string) =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter });

/** Guessed from the first lines that hold something; blank ones would tell of none. */
const delimiterOf = (text: string): string =>
  Papa.parse(text, { preview: 20, skipEmptyLines: "greedy" }).meta.delimiter;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
/** How many lines of the text a row of cells takes: quoted cells may hold several. */
const linesOf = (cells: readonly string[]): number =>
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1);

/** Cells as they lie on the clipboard after copying from a spreadsheet: tabs between them, quotes where a cell has lines. */
export const clipboardCells = (text: string): string[][] =>
  cellsOf(text, "\t").data.filter((cells) => !isBlank(cells));

const placesOf = (first: readonly string[]): { from: number; to: number } | undefined => {
  const names = first.map((name) => name.trim().toLowerCase());
  const from = names.findIndex((name) => fromNames.has(name));
  const to = names.findIndex((name) => toNames.has(name));
  return from < 0 || (to < 0 && first.length > 1) ? undefined : { from, to };
};

const problemOf = (line: number, cells: readonly string[], message: string): TableProblem => ({
  line,
  text: cells.join(", ").slice(0, 200),
  message,
});

/**
 * Reads items from CSV, semicolon or tab separated text. Columns are found by their names (from, to), else the first two
 * are taken. A line that is no item is a problem with its number, never lost in silence.
 */
export const readItemTable = (text: string): ItemTable => {
  if (text.length > maxCharacters)
    return {
      rows: [],
      problems: [
        {
          line: 0,
          text: "",
          message: "This file is too large. The limit is 20 million characters.",
        },
      ],
      header: false,
    };
  const { data, errors } = cellsOf(text, delimiterOf(text));
  const broken = new Map(
    errors.flatMap(({ row, message }) => (row === undefined ? [] : [[row, message]])),
  );
  const first = data.findIndex((cells) => !isBlank(cells));
  const named = placesOf(data[first] ?? []);
  const { from, to } = named ?? { from: 0, to: 1 };
  let next = 1;
  const rows: (ItemValues & { line: number })[] = [];
  const problems: TableProblem[] = [];
  const seen = new Map<string, { line: number; to: string }>();
  data.forEach((cells, at) => {
    const line = next;
    next += linesOf(cells);
    if (isBlank(cells) || (named && at === first)) return;
    const values = { from: unguarded(cells[from] ?? ""), to: unguarded(cells[to] ?? "") };
    const error = broken.get(at);
    if (error !== undefined) problems.push(problemOf(line, cells, `Unreadable: ${error}.`));
    else if (values.from.trim() === "")
      problems.push(problemOf(line, cells, "It has no From value."));
    else {
      const earlier = seen.get(values.from);
      if (earlier && earlier.to !== values.to)
        problems.push(
          problemOf(
            line,
            cells,
            `Line ${earlier.line} has another value for it. This line is used.`,
          ),
        );
      seen.set(values.from, { line, to: values.to });
      rows.push({ ...values, line });
      if (!named && cells.slice(2).some((cell) => cell.trim() !== ""))
        problems.push(problemOf(line, cells, "Only the first two columns are used."));
    }
  });
  return { rows, problems, header: named !== undefined };
};

/** What taking a table over would do. */
export interface TableMerge {
  readonly edits: ItemEdits;
  readonly added: number;
  readonly updated: number;
  readonly same: number;
}

/** Lays a table over the rows: values known in this spelling are changed, all others added, nothing is taken away. */
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
  return {
    edits: addRows(setRows(edits, changes), additions),
    added: additions.length,
    updated: changes.length,
    same: equal,
  };
};
