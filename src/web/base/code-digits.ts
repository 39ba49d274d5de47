import { toFoldedWords } from "./fold-words.ts";

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
