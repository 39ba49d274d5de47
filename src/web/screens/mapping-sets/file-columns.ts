import type { CellLine } from "./read-cells.ts";

/** Which columns of a file are imported. */
export interface ColumnChoice {
  readonly from: number;
  /** Undefined if the file has no To values. */
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

/** The number of columns that can be chosen. */
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
