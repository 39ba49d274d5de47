import { codeGrades, forEachRowWithCode, gradeInCodes } from "./score-codes.ts";
import type { Postings } from "./postings.ts";
import { type ProductRows, countRows } from "./product-rows.ts";
import { forEachTermWith, gradeInText, grades } from "./term-list.ts";

/** Points for a match, by its grade: titles count more than details. The points of several words are added. */
const codePoints = { none: 0, inside: 3, start: 12, whole: 20 } as const;
const titlePoints = { none: 0, inside: 3, start: 5, whole: 6 } as const;
const detailPoints = { none: 0, inside: 1, start: 2, whole: 2 } as const;
/** Points for a corrected word, by the number of edits. */
const nearPoints = [0, 2, 1] as const;

/** A table of points by grade number. */
const tabulate = <Grade extends string>(
  numbers: Readonly<Record<Grade, number>>,
  points: Readonly<Record<Grade, number>>,
): Uint8Array => {
  const table = new Uint8Array(4);
  for (const grade of Object.keys(numbers) as Grade[]) table[numbers[grade]] = points[grade];
  return table;
};
const ofCode = tabulate(codeGrades, codePoints);
const ofTitle = tabulate(grades, titlePoints);
const ofDetail = tabulate(grades, detailPoints);

/** The points of each row; 0 if a word does not occur in it. */
export type Scores = Uint8Array;

/** Raises all rows of a key to at least `points`. */
const raise = ({ starts, rows }: Postings, key: number, points: number, scores: Scores): void => {
  const to = starts[key + 1] ?? 0;
  for (let at = starts[key] ?? 0; at < to; at++) {
    const row = rows[at] ?? 0;
    if ((scores[row] ?? 0) < points) scores[row] = points;
  }
};

/** Sets all rows of the keys to `points` without a comparison, which is faster. */
const setAll = (
  { starts, rows }: Postings,
  keys: readonly number[],
  points: number,
  scores: Scores,
): void => {
  for (const key of keys) {
    const to = starts[key + 1] ?? 0;
    for (let at = starts[key] ?? 0; at < to; at++) scores[rows[at] ?? 0] = points;
  }
};

/** Scores words, lowest points first, so that the highest are written last. */
const scoreTerms = ({ base }: ProductRows, word: string, scores: Scores): void => {
  const byGrades: number[][] = [[], [], [], []];
  forEachTermWith(base.terms, word, (term, grade) => byGrades[grade]?.push(term));
  for (const [postings, points] of [
    [base.detailPostings, ofDetail],
    [base.titlePostings, ofTitle],
  ] as const)
    byGrades.forEach((terms, grade) => setAll(postings, terms, points[grade] ?? 0, scores));
};

const scoreWaiting = ({ base, waiting }: ProductRows, word: string, scores: Scores): void => {
  waiting.forEach(({ read, title, details }, at) => {
    scores[base.rows + at] = Math.max(
      ofCode[gradeInCodes(read.foldedCodes, word)] ?? 0,
      ofTitle[gradeInText(title, word)] ?? 0,
      ofDetail[gradeInText(details, word)] ?? 0,
    );
  });
};

/** Scores each row, live or dead, for a folded word. */
export const scoreWord = (rows: ProductRows, word: string): Scores => {
  const { base } = rows;
  const scores = new Uint8Array(countRows(rows));
  scoreTerms(rows, word, scores);
  forEachRowWithCode(base, word, (row, grade) => {
    const points = ofCode[grade] ?? 0;
    if ((scores[row] ?? 0) < points) scores[row] = points;
  });
  scoreWaiting(rows, word, scores);
  return scores;
};

/** Scores rows whose titles contain a corrected word. */
export const scoreNear = (rows: ProductRows, word: string, edits: number, scores: Scores): void => {
  const { base, waiting } = rows;
  const points = nearPoints[edits] ?? 1;
  forEachTermWith(base.terms, word, (term, grade) => {
    if (grade === grades.whole) raise(base.titlePostings, term, points, scores);
  });
  waiting.forEach(({ title }, at) => {
    const row = base.rows + at;
    if ((scores[row] ?? 0) < points && gradeInText(title, word) === grades.whole)
      scores[row] = points;
  });
};
