import type { BaseRows } from "./base-rows.ts";
import { countBits, toLetterBits, createEditCounter } from "./near-words.ts";
import type { ProductRows, WaitingRow } from "./product-rows.ts";
import { termAt, countTerms } from "./term-list.ts";

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

/** The maximum number of corrections of a typed word. */
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

export interface TitleVocabulary {
  /** The words with the fewest edits, most frequent first. */
  near(word: string, edits: number, unfinished: boolean): readonly NearWord[];
}

/**
 * Creates a function that returns the current vocabulary of all titles; the words of the base are cached while the base
 * is unchanged.
 */
export const createVocabularies = (rows: ProductRows): (() => TitleVocabulary) => {
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
