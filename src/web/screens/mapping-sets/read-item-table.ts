import { unguardText } from "#web/base/csv-value.ts";
import { formatQuantity } from "#web/base/format.ts";
import { refusalTitles } from "#web/base/read-text-file.ts";
import { type ColumnChoice, countUnused } from "./file-columns.ts";
import type { ItemEdits, ItemRow, ItemValues } from "./item-edits.ts";
import { addRows, setRows } from "./item-edits.ts";
import { type CellLine, isBlankLine, readFileCells } from "./read-cells.ts";
import { estimateSize, findMost } from "./set-size.ts";
import { hasLookAlikes, isShortened, quoteValue, showValue } from "./shown-value.ts";

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

/** The longest text of a file of items. */
export const maxCharacters = 20_000_000;

const createProblem = (line: number, cells: readonly string[], message: string): TableProblem => ({
  line,
  text: showValue(cells.join(", ").slice(0, 200)),
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

/** Reads the lines of CSV, semicolon or tab separated text. */
export const readFileTable = (text: string): FileTable =>
  text.includes("\0")
    ? { refusal: notText, lines: [] }
    : { lines: readFileCells(text).filter(({ cells }) => !isBlankLine(cells)) };

/** The values of a line in the chosen columns. */
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
