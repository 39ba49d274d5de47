import { codeDigits, toSearchWords } from "#web/base/code-digits.ts";
import { editsAllowed } from "./near-words.ts";
import type { CorrectedWord } from "./product-query.ts";
import type { ProductRows } from "./product-rows.ts";
import { type Scores, scoreNear, scoreWord } from "./score-word.ts";
import { createVocabularies, type TitleVocabulary } from "./title-vocabulary.ts";

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
