import { startsWord } from "#web/base/fold-words.ts";

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
