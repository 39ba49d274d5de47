import { nearTo } from "./near-words.ts";
import type { ProductRows } from "./product-rows.ts";
import { termAt, termCount } from "./term-list.ts";

const wordParts = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of all titles, without what stands around them; commoner ones count more rows. */
const wordCounts = ({ base, waiting }: ProductRows): Map<string, number> => {
  const counts = new Map<string, number>();
  const count = (text: string, rows: number) => {
    for (const [word] of text.matchAll(wordParts)) counts.set(word, (counts.get(word) ?? 0) + rows);
  };
  const { starts } = base.titlePostings;
  for (let term = 0; term < termCount(base.terms); term++) {
    const rows = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
    if (rows > 0) count(termAt(base.terms, term), rows);
  }
  for (const { title } of waiting) count(title, 1);
  return counts;
};

/** A word of a title that is nearly a typed one. */
export interface NearWord {
  readonly word: string;
  readonly edits: number;
}

/** So many words are taken for a typed one. */
const most = 4;

export interface TitleVocabulary {
  /** The nearest words, the commonest of them first. */
  near(word: string, edits: number, unfinished: boolean): readonly NearWord[];
}

export const createVocabulary = (rows: ProductRows): TitleVocabulary => {
  const counts = [...wordCounts(rows)].filter(([word]) => word.length > 2);
  const within = (word: string, edits: number, unfinished: boolean): NearWord[] => {
    const measure = nearTo(word, edits, unfinished);
    return counts
      .flatMap(([other, count]) => {
        const distance = other === word ? Infinity : measure(other);
        return distance === Infinity ? [] : [{ word: other, edits: Math.max(1, distance), count }];
      })
      .toSorted((a, b) => a.edits - b.edits || b.count - a.count || (a.word < b.word ? -1 : 1))
      .filter(({ edits: distance }, _, [nearest]) => distance === nearest?.edits)
      .slice(0, most);
  };
  return {
    near: (word, edits, unfinished) => {
      const whole = within(word, edits, false);
      return whole.length > 0 || !unfinished ? whole : within(word, edits, true);
    },
  };
};
