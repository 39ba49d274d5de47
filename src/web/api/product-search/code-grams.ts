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
