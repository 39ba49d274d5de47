/** Longer texts may hold a run of marks that costs the platform's normalization time in its square. */
const harmless = 500;
/** As many marks in a row as any writing needs (Unicode's stream-safe format); what follows is composed by itself. */
const pieces = /[^]*?\p{M}{30}|[^]+$/gu;

/** Text in one spelling, so that é written as one character equals é written as two. */
export const composeText = (text: string): string =>
  text.length <= harmless
    ? text.normalize("NFC")
    : text.replace(pieces, (piece) => piece.normalize("NFC"));

/**
 * Text for comparing in any case. Lower then upper, because each direction alone keeps letters apart that people take
 * for one: “ß” and “SS”, “ς” and “Σ”.
 */
export const foldText = (text: string): string => composeText(text).toLowerCase().toUpperCase();
