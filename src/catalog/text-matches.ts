import { codeDigits, toSearchWords } from "./fold-words.ts";
import type { BaseRows } from "./base-rows.ts";
import {
  countTerms,
  forEachTermWith,
  getText,
  gradeInText,
  grades,
  gramRange,
  isCoveredByGrams,
  listGrams,
  type Postings,
  rowsPerPage,
  termAt,
} from "./text-store.ts";
import type { CorrectedWord } from "#contract/catalog.ts";
import { countRows, type ProductRows, type WaitingRow } from "./product-rows.ts";

/** The match of a word in a row's codes: none, inside a code, at its start, or the whole code. */
const codeGrades = { none: 0, inside: 1, start: 2, whole: 3 } as const;

const isSeparator = (code: number): boolean => code === 10 || code === 32;

const gradeAt = (text: string, word: string, at: number): number => {
  if (!isSeparator(text.charCodeAt(at - 1))) return codeGrades.inside;
  return isSeparator(text.charCodeAt(at + word.length)) ? codeGrades.whole : codeGrades.start;
};

const gradeInCodes = (text: string, word: string): number => {
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
const forEachRowWithCode = (base: BaseRows, word: string, visit: Visit): void => {
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

/** Points for a match, by its grade: titles count more than details. The points of several words are added. */
const codePoints = { none: 0, inside: 3, start: 12, whole: 20 } as const;
const titlePoints = { none: 0, inside: 3, start: 5, whole: 6 } as const;
const detailPoints = { none: 0, inside: 1, start: 2, whole: 2 } as const;
/** Points for a corrected word, by the number of edits. */
const nearPoints = [0, 2, 1] as const;

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
type Scores = Uint8Array;

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
const scoreWord = (rows: ProductRows, word: string): Scores => {
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
const scoreNear = (rows: ProductRows, word: string, edits: number, scores: Scores): void => {
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

/* Finds misspelled words: missing, added, replaced, or swapped adjacent letters (optimal string alignment). */

/** The number of edits allowed for a word. Short words and numbers must match exactly. */
const editsAllowed = (word: string): number => {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
};

/** Longer words are not title words. */
const longest = 40;

const toLetterBits = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
};

const countBits = (bits: number): number => {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
};

/** Computes one row of the edit table from the two rows above, and returns its minimum. */
const computeLine = (
  word: string,
  other: string,
  at: number,
  above: Uint8Array,
  twoAbove: Uint8Array,
  line: Uint8Array,
): number => {
  line[0] = at;
  let least = at;
  for (let to = 1; to <= other.length; to++) {
    const same = word.charCodeAt(at - 1) === other.charCodeAt(to - 1);
    let cost = Math.min(
      (above[to] ?? 0) + 1,
      (line[to - 1] ?? 0) + 1,
      (above[to - 1] ?? 0) + (same ? 0 : 1),
    );
    const swapped =
      at > 1 &&
      to > 1 &&
      word.charCodeAt(at - 1) === other.charCodeAt(to - 2) &&
      word.charCodeAt(at - 2) === other.charCodeAt(to - 1);
    if (swapped) cost = Math.min(cost, (twoAbove[to - 2] ?? 0) + 1);
    line[to] = cost;
    if (cost < least) least = cost;
  }
  return least;
};

/**
 * Creates a function that counts the edits between `word` and another word: up to `most`, else infinite. With
 * `unfinished`, `word` may also be a prefix of the other word.
 */
const createEditCounter = (
  word: string,
  most: number,
  unfinished = false,
): ((other: string) => number) => {
  let [twoAbove, above, line] = [0, 1, 2].map(() => new Uint8Array(longest + 3)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  return (full) => {
    if (word.length > longest) return Infinity;
    const other = unfinished ? full.slice(0, word.length + most) : full;
    if (other.length > longest || Math.abs(other.length - word.length) > most) return Infinity;
    for (let to = 0; to <= other.length; to++) above[to] = to;
    for (let at = 1; at <= word.length; at++) {
      if (computeLine(word, other, at, above, twoAbove, line) > most) return Infinity;
      [twoAbove, above, line] = [above, line, twoAbove];
    }
    let edits = above[other.length] ?? Infinity;
    if (unfinished)
      for (let to = 0; to < other.length; to++) edits = Math.min(edits, above[to] ?? edits);
    return edits > most ? Infinity : edits;
  };
};

const plainWord = /^[A-Z0-9]+$/;
const wordParts = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter title words are not offered as corrections. */
const shortest = 3;

/** Words with the number of rows that contain them, and their letters. */
interface Words {
  readonly words: readonly string[];
  readonly counts: readonly number[];
  readonly letters: Int32Array;
}

/** Counts words without surrounding punctuation. */
const countWords = (texts: Iterable<readonly [text: string, rows: number]>): Words => {
  const counts = new Map<string, number>();
  const count = (word: string, rows: number) => {
    if (word.length >= shortest) counts.set(word, (counts.get(word) ?? 0) + rows);
  };
  for (const [text, rows] of texts) {
    if (plainWord.test(text)) count(text, rows);
    else for (const [word] of text.matchAll(wordParts)) count(word, rows);
  }
  const words = [...counts.keys()];
  return { words, counts: [...counts.values()], letters: Int32Array.from(words, toLetterBits) };
};

function* baseTexts({ terms, titlePostings: { starts } }: BaseRows) {
  for (let term = 0; term < countTerms(terms); term++) {
    const rows = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
    if (rows > 0) yield [termAt(terms, term), rows] as const;
  }
}

const waitingTexts = (waiting: readonly WaitingRow[]) =>
  waiting.map(({ title }) => [title, 1] as const);

/** A title word that is similar to a typed one. */
interface NearWord {
  readonly word: string;
  readonly edits: number;
}

const maxCorrections = 4;

const findNearWords = (
  { words, counts, letters }: Words,
  word: string,
  edits: number,
  unfinished: boolean,
) => {
  const measure = createEditCounter(word, edits, unfinished);
  const mine = toLetterBits(word);
  const near: (NearWord & { readonly count: number })[] = [];
  words.forEach((other, at) => {
    if (countBits(mine & ~(letters[at] ?? 0)) > edits || other === word) return;
    const distance = measure(other);
    if (distance < Infinity)
      near.push({ word: other, edits: Math.max(1, distance), count: counts[at] ?? 0 });
  });
  return near;
};

interface TitleVocabulary {
  /** The words with the fewest edits, most frequent first. */
  near(word: string, edits: number, unfinished: boolean): readonly NearWord[];
}

/**
 * Creates a function that returns the current vocabulary of all titles; the words of the base are cached while the base
 * is unchanged.
 */
const createVocabularies = (rows: ProductRows): (() => TitleVocabulary) => {
  let base: { readonly of: BaseRows["titlePostings"]; readonly words: Words } | undefined;
  return () => {
    const of = rows.base.titlePostings;
    if (base?.of !== of) base = { of, words: countWords(baseTexts(rows.base)) };
    const parts = [base.words, countWords(waitingTexts(rows.waiting))];
    const findWithin = (word: string, edits: number, unfinished: boolean): NearWord[] =>
      parts
        .flatMap((part) => findNearWords(part, word, edits, unfinished))
        .toSorted((a, b) => a.edits - b.edits || b.count - a.count || (a.word < b.word ? -1 : 1))
        .filter(({ edits: distance }, _, [nearest]) => distance === nearest?.edits)
        .filter(({ word: one }, at, all) => all.findIndex((other) => other.word === one) === at)
        .slice(0, maxCorrections);
    return {
      near: (word, edits, unfinished) => {
        const whole = findWithin(word, edits, false);
        return whole.length > 0 || !unfinished ? whole : findWithin(word, edits, true);
      },
    };
  };
};

/** The scores of rows for a text; rows with 0 points do not match. */
interface TextMatches {
  /** Undefined without a search text: all rows match. */
  readonly scores: Scores | undefined;
  readonly corrected: readonly CorrectedWord[];
}

export interface TextSearch {
  match(text: string, exact: boolean): TextMatches;
}

/** With fewer matches than this, similar words are searched too. */
const few = 3;
/** The number of cached words, so that typing on only searches the changed word. */
const maxCachedWords = 24;
/** The maximum number of searched words; pasted texts may have more. */
const maxWords = 40;
/** The maximum sum of points. */
const maxPoints = 255;

const countMatches = ({ columns }: ProductRows, scores: Scores): number => {
  let count = 0;
  for (let row = 0; row < scores.length; row++)
    if ((scores[row] ?? 0) > 0 && columns.live[row] === 1) count++;
  return count;
};

/** Sums the points of rows that contain all words. */
const sumScores = (lists: readonly Scores[]): Scores => {
  const [first, ...others] = lists;
  if (first === undefined || others.length === 0) return first ?? new Uint8Array(0);
  const sum = first.slice();
  for (const other of others) {
    for (let row = 0; row < sum.length; row++) {
      const [mine, more] = [sum[row] ?? 0, other[row] ?? 0];
      // No branch on a row's points: branch misprediction would cost more than the sum.
      sum[row] = (mine && more && 1) * Math.min(maxPoints, mine + more);
    }
  }
  return sum;
};

/** Scores a word, and the same code in another spelling. */
const scoreSpellings = (rows: ProductRows, word: string): Scores => {
  const scores = scoreWord(rows, word);
  const code = codeDigits(word);
  if (code === undefined || code === word) return scores;
  const others = scoreWord(rows, code);
  return scores.map((points, row) => Math.max(points, others[row] ?? 0));
};

/** Searches words in rows; cached results are valid for one version of the texts. */
export const createTextSearch = (rows: ProductRows): TextSearch => {
  let version = -1;
  let found = new Map<string, Scores>();
  const vocabularyNow = createVocabularies(rows);
  let vocabulary: TitleVocabulary | undefined;
  const resetIfChanged = () => {
    if (version === rows.textVersion) return;
    version = rows.textVersion;
    found = new Map();
    vocabulary = undefined;
  };
  const getScores = (word: string): Scores => {
    const scores = found.get(word) ?? scoreSpellings(rows, word);
    found.delete(word);
    found.set(word, scores);
    const [oldest] = found.keys();
    if (found.size > maxCachedWords && oldest !== undefined) found.delete(oldest);
    return scores;
  };
  const correctWords = (
    words: readonly string[],
    exactly: readonly Scores[],
    fewer: number,
  ): TextMatches | undefined => {
    vocabulary ??= vocabularyNow();
    const corrected: CorrectedWord[] = [];
    const lists = exactly.map((scores, at) => {
      const typed = words[at] ?? "";
      const edits = editsAllowed(typed);
      if (edits === 0 || countMatches(rows, scores) >= fewer) return scores;
      const unfinished = at === words.length - 1 && typed.length > 4;
      const near = vocabulary?.near(typed, edits, unfinished) ?? [];
      if (near.length === 0) return scores;
      const more = scores.slice();
      for (const one of near) scoreNear(rows, one.word, one.edits, more);
      corrected.push({ typed, used: near.map(({ word }) => word) });
      return more;
    });
    return corrected.length === 0 ? undefined : { scores: sumScores(lists), corrected };
  };
  return {
    match: (text, exact) => {
      resetIfChanged();
      const words = toSearchWords(text).slice(0, maxWords);
      if (words.length === 0) return { scores: undefined, corrected: [] };
      const lists = words.map(getScores);
      const scores = sumScores(lists);
      const matches = { scores, corrected: [] };
      if (exact || countMatches(rows, scores) >= few) return matches;
      // A word with matches may still be misspelled if no row contains it together with the others.
      for (const fewer of [few, Infinity]) {
        const near = correctWords(words, lists, fewer);
        if (near?.scores && countMatches(rows, near.scores) > countMatches(rows, scores))
          return near;
        if (words.length === 1 || countMatches(rows, scores) > 0) break;
      }
      return matches;
    },
  };
};
