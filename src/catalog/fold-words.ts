import { foldText } from "#rules/fold-text.ts";

/**
 * The digits of a product code (UPC, EAN, GTIN) as all its spellings have them, without hyphens, spaces and leading
 * zeros; undefined for a text that is no such code.
 */
export const codeDigits = (text: string): string | undefined => {
  const digits = text.replace(/[-\u2010-\u2015\s]/g, "");
  const code = /^\d{7,}$/.test(digits) ? digits.replace(/^0+/, "") : "";
  return code.length < 7 ? undefined : code;
};

/** Whether a code is among texts, or a part of one. */
export const hasCodeDigits = (texts: readonly string[], typed: string): boolean => {
  const code = codeDigits(typed);
  return code !== undefined && texts.some((text) => codeDigits(text)?.includes(code));
};

/** Beyond the digits of a GTIN-14, a text with spaces is several codes. */
const longest = 14;

/** The searched words of a text: a code that is typed with spaces is one word. */
export const toSearchWords = (text: string): string[] => {
  const code = codeDigits(text);
  return code !== undefined && code.length <= longest && /\s/.test(text.trim())
    ? [code]
    : toFoldedWords(text);
};

/** Letters without a decomposition, and their plain equivalents. */
const plainLetters: Readonly<Record<string, string>> = {
  Æ: "AE",
  Œ: "OE",
  Ø: "O",
  Đ: "D",
  Ð: "D",
  Ł: "L",
  Ħ: "H",
  Þ: "TH",
};
const otherLetters = /[ÆŒØĐÐŁĦÞ]/g;
const plain = /^[\n -~]*$/;
/** More marks on one letter than any script uses; normalization would need quadratic time for them. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const accents = /[\u0300-\u036F]+/g;

/**
 * Folds text for searching: ignores case and accents, and converts compatible forms (ﬁ, full width) to plain letters.
 */
export const foldWords = (text: string): string => {
  if (plain.test(text)) return text.toUpperCase();
  const bare = text.replace(tooManyMarks, "$1").normalize("NFKD").replace(accents, "");
  return foldText(bare).replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
};

/** Splits a text into its distinct folded words. */
export const toFoldedWords = (text: string): string[] => [
  ...new Set(
    foldWords(text)
      .split(/\s+/)
      .filter((word) => word !== ""),
  ),
];

/** Matches if a letter, digit or mark precedes a position, so that no word starts there. */
const letterBefore = /[\p{L}\p{N}\p{M}]$/u;

/** Whether a word starts at a position of a folded text. */
export const startsWord = (text: string, at: number): boolean => {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  if (code < 128) return !((code >= 65 && code <= 90) || (code >= 48 && code <= 57));
  return !letterBefore.test(text.slice(Math.max(0, at - 2), at));
};
