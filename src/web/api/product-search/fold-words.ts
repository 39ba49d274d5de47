import { foldText } from "#rules/fold-text.ts";

/** Letters that stand for others without being composed from them. */
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
/** More marks on one letter than any writing has would cost the platform's normalization time in their square. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const accents = /[\u0300-\u036F]+/g;

/** Text for finding: in any case, without accents, compatible forms (ﬁ, full width) as their plain letters. */
export const foldWords = (text: string): string => {
  if (plain.test(text)) return text.toUpperCase();
  const bare = text.replace(tooManyMarks, "$1").normalize("NFKD").replace(accents, "");
  return foldText(bare).replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
};

/** The folded words of a text, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    foldWords(text)
      .split(/\s+/)
      .filter((word) => word !== ""),
  ),
];

/** Whether a letter, digit or mark stands before a place, so that no word begins there. */
const letterBefore = /[\p{L}\p{N}\p{M}]$/u;

/** Whether a word begins at a place of a folded text. */
export const startsWord = (text: string, at: number): boolean => {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  if (code < 128) return !((code >= 65 && code <= 90) || (code >= 48 && code <= 57));
  return !letterBefore.test(text.slice(Math.max(0, at - 2), at));
};
