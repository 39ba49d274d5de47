/**
 * Invisible characters that change the meaning: control characters, those that change the direction of writing, and
 * empty ones.
 */
const unseen = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u00ad\u200b\ufeff]/gu;

const toSymbol = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20
    ? String.fromCodePoint(0x2400 + code)
    : `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
};

/**
 * A text for a sentence, with a visible sign for each invisible character: a rule with one has another meaning than it
 * appears to, and one that changes the direction of writing would also change the words after it.
 */
export const shownText = (text: string): string => text.replaceAll(unseen, toSymbol);
