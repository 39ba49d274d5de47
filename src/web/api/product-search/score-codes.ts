import type { BaseRows } from "./base-rows.ts";
import { gramRange, listGrams, isCoveredByGrams } from "./code-grams.ts";
import type { Postings } from "./postings.ts";
import { rowsPerPage, getText } from "./text-pages.ts";

/** The match of a word in a row's codes: none, inside a code, at its start, or the whole code. */
export const codeGrades = { none: 0, inside: 1, start: 2, whole: 3 } as const;

const isSeparator = (code: number): boolean => code === 10 || code === 32;

const gradeAt = (text: string, word: string, at: number): number => {
  if (!isSeparator(text.charCodeAt(at - 1))) return codeGrades.inside;
  return isSeparator(text.charCodeAt(at + word.length)) ? codeGrades.whole : codeGrades.start;
};

/** The best match of a word in a row's codes. */
export const gradeInCodes = (text: string, word: string): number => {
  let best: number = codeGrades.none;
  for (let at = text.indexOf(word); at >= 0 && best < codeGrades.whole;) {
    best = Math.max(best, gradeAt(text, word, at));
    at = text.indexOf(word, at + 1);
  }
  return best;
};

/** The rows that are in all of up to four shortest lists. */
const findCommonRows = ({ starts, rows }: Postings, keys: readonly number[], total: number) => {
  const lists = keys
    .map((key) => rows.subarray(starts[key], starts[key + 1]))
    .toSorted((a, b) => a.length - b.length)
    .slice(0, 4);
  const [shortest = new Uint32Array(0), ...others] = lists;
  if (others.length === 0) return shortest;
  const seen = new Uint8Array(total);
  for (const row of shortest) seen[row] = 1;
  others.forEach((list, at) => {
    for (const row of list) if (seen[row] === at + 1) seen[row] = at + 2;
  });
  return shortest.filter((row) => seen[row] === others.length + 1);
};

type Visit = (row: number, grade: number) => void;

/** Searches the word in the codes of candidate rows. */
const gradeEach = (base: BaseRows, word: string, rows: Uint32Array, visit: Visit): void => {
  for (const row of rows) {
    const text = getText(base.foldedCodes, row);
    const grade = gradeInCodes(text, word);
    if (grade > codeGrades.none) visit(row, grade);
  }
};

/** From this share of all rows, whole pages are searched. */
const denseShare = 1 / 16;

/** Searches the word in all codes, page by page: faster than row by row for many rows. */
const gradeAll = ({ foldedCodes, rows }: BaseRows, word: string, visit: Visit): void => {
  const { pages, starts } = foldedCodes;
  pages.forEach((page, nth) => {
    let row = nth * rowsPerPage;
    const last = Math.min(row + rowsPerPage, rows) - 1;
    for (let at = page.indexOf(word); at >= 0; at = page.indexOf(word, at + 1)) {
      while (row < last && at >= (starts[row + 1] ?? 0)) row++;
      visit(row, gradeAt(page, word, at));
    }
  });
};

const findRange = ({ starts, rows }: Postings, text: string): Uint32Array => {
  const [from, below] = gramRange(text);
  return rows.subarray(starts[from], starts[below]);
};

const forEachRowOfPart = (
  base: BaseRows,
  part: Postings,
  candidates: Uint32Array,
  word: string,
  visit: Visit,
): void => {
  if (word.length > 2) return gradeEach(base, word, candidates, visit);
  if (!isCoveredByGrams(word))
    return gradeEach(base, word, Uint32Array.from(new Set(candidates)), visit);
  for (const row of candidates) visit(row, codeGrades.inside);
  for (const row of findRange(part, `\n${word}`)) visit(row, codeGrades.start);
  // For one character, the trigram identifies the whole code. For two characters, only rows in which both halves are at
  // an end of a code are searched.
  if (word.length === 1)
    return findRange(part, `\n${word}\n`).forEach((row) => visit(row, codeGrades.whole));
  const ends = [gramRange(`\n${word}`)[0], gramRange(`${word}\n`)[0]];
  gradeEach(base, word, findCommonRows(part, ends, base.rows), visit);
};

/** Calls `visit` for the rows of the base whose codes contain a word; a row may occur more than once. */
export const forEachRowWithCode = (base: BaseRows, word: string, visit: Visit): void => {
  const long = word.length > 2;
  const found = base.codePostings.map((part) => {
    return {
      part,
      rows: long ? findCommonRows(part, listGrams(word), base.rows) : findRange(part, word),
    };
  });
  const total = found.reduce((sum, { rows }) => sum + rows.length, 0);
  if (long && total > base.rows * denseShare) return gradeAll(base, word, visit);
  for (const { part, rows } of found) forEachRowOfPart(base, part, rows, word, visit);
};
