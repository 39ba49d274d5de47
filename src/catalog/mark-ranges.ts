import { foldWords, toFoldedWords } from "./fold-words.ts";

export interface MarkRange {
  readonly start: number;
  readonly end: number;
}

/** A letter with its accents; accents beyond what any script uses count as separate letters. */
const clusters = /\P{M}\p{M}{0,30}|\p{M}/gu;
const plain = /^[ -~]*$/;

/** Folds a text and maps each unit of the result to the start and end of its original letter. */
const foldWithOrigins = (text: string) => {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const part = foldWords(cluster);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return {
    folded: parts.join(""),
    startOf: (at: number) => starts[at] ?? 0,
    endOf: (at: number) => ends[at] ?? text.length,
  };
};

const unfolded = {
  startOf: (at: number) => at,
  endOf: (at: number) => at + 1,
};

const joinRanges = (ranges: MarkRange[]): MarkRange[] => {
  const ordered = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: MarkRange[] = [];
  for (const range of ordered) {
    const last = kept.at(-1);
    if (last && range.start <= last.end)
      kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else kept.push(range);
  }
  return kept;
};

/**
 * Finds the words of a query in a text, as ordered ranges that do not overlap. For corrected words
 * (`ProductMatches.corrected`), pass the query's text and the words used.
 */
export const findMarkRanges = (text: string, query: string): MarkRange[] => {
  const words = toFoldedWords(query);
  if (words.length === 0 || text === "") return [];
  const { folded, startOf, endOf } = plain.test(text)
    ? { folded: text.toUpperCase(), ...unfolded }
    : foldWithOrigins(text);
  const found: MarkRange[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push({ start: startOf(at), end: endOf(at + word.length - 1) });
  }
  return joinRanges(found);
};
