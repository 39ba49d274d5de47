import { startsWord } from "./fold-words.ts";

/** Distinct words in order of first use, in one string with a line break around each. */
export interface TermList {
  /** Starts and ends with a line break. */
  readonly joined: string;
  /** The start of each term, and the end of the last one. */
  readonly starts: Uint32Array;
}

export const noTerms: TermList = { joined: "\n", starts: Uint32Array.of(1) };

export const countTerms = ({ starts }: TermList): number => starts.length - 1;

export const termAt = ({ joined, starts }: TermList, term: number): string =>
  joined.slice(starts[term], (starts[term + 1] ?? 0) - 1);

/** Appends terms that must all be new. */
export const withTerms = (old: TermList, terms: readonly string[]): TermList => {
  if (terms.length === 0) return old;
  const starts = new Uint32Array(old.starts.length + terms.length);
  starts.set(old.starts);
  let at = old.joined.length;
  terms.forEach((term, index) => {
    at += term.length + 1;
    starts[old.starts.length + index] = at;
  });
  return { joined: `${old.joined}${terms.join("\n")}\n`, starts };
};

/** Maps each term to its number. */
export const numberTerms = (terms: TermList): Map<string, number> => {
  const numbers = new Map<string, number>();
  for (let term = 0; term < countTerms(terms); term++) numbers.set(termAt(terms, term), term);
  return numbers;
};

/** The match of a word in a text: none, inside a word, at its start, or the whole word. */
export const grades = { none: 0, inside: 1, start: 2, whole: 3 } as const;

/** Grades a match at a position. */
const gradeAt = (text: string, word: string, at: number): number => {
  if (!startsWord(text, at)) return grades.inside;
  const end = at + word.length;
  if (end === text.length) return grades.whole;
  const code = text.charCodeAt(end);
  // If the next character is no letter or digit, the word ends here; surrogate pairs are read as one character.
  const size = code >= 0xd800 && code <= 0xdbff ? 2 : 1;
  return startsWord(text, end + size) ? grades.whole : grades.start;
};

/** The best match of a word in a text. */
export const gradeInText = (text: string, word: string): number => {
  let best: number = grades.none;
  for (let at = text.indexOf(word); at >= 0 && best < grades.whole; at = text.indexOf(word, at + 1))
    best = Math.max(best, gradeAt(text, word, at));
  return best;
};

/** Calls `visit` for each term that contains a word, with its grade, in ascending order. */
export const forEachTermWith = (
  { joined, starts }: TermList,
  word: string,
  visit: (term: number, grade: number) => void,
): void => {
  let term = 0;
  let best: number = grades.none;
  for (let at = joined.indexOf(word); at >= 0; at = joined.indexOf(word, at + 1)) {
    if (at >= (starts[term + 1] ?? 0)) {
      if (best > grades.none) visit(term, best);
      best = grades.none;
      while (at >= (starts[term + 1] ?? 0)) term++;
    }
    best = Math.max(best, gradeAt(joined, word, at));
    // After a whole-word match the rest of the term can be skipped.
    if (best === grades.whole) at = Math.max(at, (starts[term + 1] ?? 0) - 2);
  }
  if (best > grades.none) visit(term, best);
};

/*
 * A trigram index of product codes (SKU, MPN, UPC, EAN, ASIN). A row's codes are one text with a line break around each
 * code. Keys are ordered by their first characters, so that the rows of one or two characters are adjacent: those of
 * `1` are from `1··` up to `2··`.
 */

/** 0 is a separator; letters, digits and the hyphen have their own numbers; all other characters share one. */
const others = 38;
const base = 39;
export const gramCount = base ** 3;

const symbols = new Uint8Array(128).fill(others);
"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-".split("").forEach((letter, at) => {
  symbols[letter.charCodeAt(0)] = at + 1;
});
symbols[10] = 0;
symbols[32] = 0;

const symbolAt = (text: string, at: number): number => symbols[text.charCodeAt(at)] ?? others;

/** Whether the keys of a text identify all of its characters. */
export const isCoveredByGrams = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (symbolAt(text, at) === others) return false;
  return true;
};

/** Calls `visit` with the key of each trigram; positions after the end of a code count as separators. */
export const forEachGram = (text: string, visit: (key: number) => void): void => {
  for (let at = 0; at < text.length; at++) {
    const first = symbolAt(text, at);
    const second = at + 1 < text.length ? symbolAt(text, at + 1) : 0;
    if (first === 0 && second === 0) continue;
    const third = second === 0 || at + 2 >= text.length ? 0 : symbolAt(text, at + 2);
    visit((first * base + second) * base + third);
  }
};

/** The range of keys that start with a text of up to three characters: inclusive start, exclusive end. */
export const gramRange = (text: string): readonly [number, number] => {
  let key = 0;
  for (let at = 0; at < 3; at++) key = key * base + (at < text.length ? symbolAt(text, at) : 0);
  return [key, key + base ** Math.max(0, 3 - text.length)];
};

/** The distinct keys of a text of at least three characters. */
export const listGrams = (text: string): number[] => {
  const keys = new Set<number>();
  for (let at = 0; at + 2 < text.length; at++) keys.add(gramRange(text.slice(at, at + 3))[0]);
  return [...keys];
};

/*
 * Texts of many rows in few strings: one string per row would use more memory than its letters, and load more slowly.
 */

/** The number of rows whose texts share a string. */
export const rowsPerPage = 256;

export interface TextPages {
  readonly pages: readonly string[];
  /** The start of each row's text in its page. */
  readonly starts: Uint32Array;
}

export const noTexts: TextPages = { pages: [], starts: new Uint32Array(0) };

/** The text of one row. */
export const getText = ({ pages, starts }: TextPages, row: number): string => {
  const page = pages[Math.floor(row / rowsPerPage)] ?? "";
  const last = row % rowsPerPage === rowsPerPage - 1 || row + 1 >= starts.length;
  return page.slice(starts[row], last ? page.length : starts[row + 1]);
};

/** Appends the texts of more rows. */
export const withTexts = (old: TextPages, texts: readonly string[]): TextPages => {
  const starts = new Uint32Array(old.starts.length + texts.length);
  starts.set(old.starts);
  const pages = [...old.pages];
  let row = old.starts.length;
  let [open, length] =
    row % rowsPerPage === 0
      ? [[] as string[], 0]
      : [[pages.at(-1) ?? ""], (pages.pop() ?? "").length];
  for (const text of texts) {
    starts[row++] = length;
    open.push(text);
    length += text.length;
    if (row % rowsPerPage === 0) {
      pages.push(open.join(""));
      [open, length] = [[], 0];
    }
  }
  if (row % rowsPerPage !== 0) pages.push(open.join(""));
  return { pages, starts };
};

/** Replaces pages that equal another list's page by that string, so that it is stored once. */
export const sharePages = (pages: readonly string[], others: readonly string[]): string[] =>
  pages.map((page, at) => (page === others[at] ? others[at] : page));

/** The rows of each key, in ascending order; those of key k are from `starts[k]` up to `starts[k + 1]`. */
export interface Postings {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

export const noPostings = (keys: number): Postings => ({
  starts: new Uint32Array(keys + 1),
  rows: new Uint32Array(0),
});

/** Added pairs of keys and rows, in ascending order of rows. */
export interface Additions {
  add(key: number, row: number): void;
  readonly keys: () => Uint32Array;
  readonly rows: () => Uint32Array;
}

export const createAdditions = (expected: number): Additions => {
  let [keys, rows] = [new Uint32Array(expected), new Uint32Array(expected)];
  let count = 0;
  const grown = (old: Uint32Array) => {
    const larger = new Uint32Array(Math.max(1024, old.length * 2));
    larger.set(old);
    return larger;
  };
  return {
    add: (key, row) => {
      if (count === keys.length) [keys, rows] = [grown(keys), grown(rows)];
      keys[count] = key;
      rows[count++] = row;
    },
    keys: () => keys.subarray(0, count),
    rows: () => rows.subarray(0, count),
  };
};

/** Groups added rows by key. */
const groupPostings = (keyCount: number, additions: Additions): Postings => {
  const keys = additions.keys();
  const added = additions.rows();
  const starts = new Uint32Array(keyCount + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key < keyCount; key++)
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const places = starts.slice();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    const place = places[key] ?? 0;
    rows[place] = added[at] ?? 0;
    places[key] = place + 1;
  }
  return { starts, rows };
};

/** Up to this many numbers are copied faster one by one than as a block. */
const fewRows = 32;
/** The number of rows copied per step. */
const rowsPerStep = 1_000_000;

/** Joins two postings in steps; all rows of the second follow those of the first, which may have fewer keys. */
function* joinPostings(first: Postings, second: Postings): Generator<void, Postings> {
  const keyCount = second.starts.length - 1;
  const starts = new Uint32Array(keyCount + 1);
  const rows = new Uint32Array(first.rows.length + second.rows.length);
  let [at, stepEnd] = [0, rowsPerStep];
  const copy = (from: Postings, key: number) => {
    const start = from.starts[key] ?? 0;
    const end = from.starts[key + 1] ?? start;
    if (end - start > fewRows) rows.set(from.rows.subarray(start, end), at);
    else for (let one = start; one < end; one++) rows[at + one - start] = from.rows[one] ?? 0;
    at += end - start;
  };
  const firstKeys = first.starts.length - 1;
  for (let key = 0; key < keyCount; key++) {
    if (at > stepEnd) {
      yield;
      stepEnd = at + rowsPerStep;
    }
    starts[key] = at;
    if (key < firstKeys) copy(first, key);
    copy(second, key);
  }
  starts[keyCount] = at;
  return { starts, rows };
}

/** Adds keys and rows to postings, in steps; the new rows follow all existing ones. */
export const withAdditions = (
  old: Postings,
  keyCount: number,
  additions: Additions,
): Generator<void, Postings> => joinPostings(old, groupPostings(keyCount, additions));

/** A part is joined with the previous one unless it is smaller by this factor. */
const partRatio = 4;

/**
 * Adds a part to postings that are kept in parts of decreasing size, so that few additions do not copy everything; in
 * steps.
 */
export function* withPart(
  parts: readonly Postings[],
  keyCount: number,
  additions: Additions,
): Generator<void, Postings[]> {
  const kept = [...parts];
  let last = groupPostings(keyCount, additions);
  for (let before = kept.at(-1); before; before = kept.at(-1)) {
    if (last.rows.length * partRatio < before.rows.length) break;
    kept.pop();
    last = yield* joinPostings(before, last);
  }
  return [...kept, last];
}

/** Renumbers the rows of postings; rows without a new number are removed. */
export const renumberPostings = (old: Postings, numbers: Int32Array): Postings => {
  const starts = new Uint32Array(old.starts.length);
  const rows = new Uint32Array(old.rows.length);
  let at = 0;
  for (let key = 0; key + 1 < starts.length; key++) {
    starts[key] = at;
    const to = old.starts[key + 1] ?? 0;
    for (let one = old.starts[key] ?? 0; one < to; one++) {
      const number = numbers[old.rows[one] ?? 0] ?? -1;
      if (number >= 0) rows[at++] = number;
    }
  }
  starts[starts.length - 1] = at;
  return { starts, rows: rows.slice(0, at) };
};
