/* Finds misspelled words: missing, added, replaced, or swapped adjacent letters (optimal string alignment). */

/** The number of edits allowed for a word. Short words and numbers must match exactly. */
export const editsAllowed = (word: string): number => {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
};

/** Longer words are not title words. */
const longest = 40;

/** The set of letters in a word, as 32 bits. */
export const toLetterBits = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
};

export const countBits = (bits: number): number => {
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
export const createEditCounter = (
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
