/** In longer texts a run of marks may need quadratic time in the built-in normalization. */
const harmless = 500;
/** The longest run of marks in any real writing (Unicode's stream-safe format); later marks are composed separately. */
const pieces = /[^]*?\p{M}{30}|[^]+$/gu;

/** Text in one spelling, so that é written as one character equals é written as two. */
export const composeText = (text: string): string =>
  text.length <= harmless
    ? text.normalize("NFC")
    : text.replace(pieces, (piece) => piece.normalize("NFC"));

/**
 * Text for comparing in any case. Lower then upper, because each direction alone distinguishes letters that people
 * consider equal: “ß” and “SS”, “ς” and “Σ”.
 */
export const foldText = (text: string): string => composeText(text).toLowerCase().toUpperCase();
