/** What is not seen and changes what is meant: control characters, those that turn the direction of writing, and empty ones. */
const unseen = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u00ad\u200b\ufeff]/gu;

const symbolOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20
    ? String.fromCodePoint(0x2400 + code)
    : `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
};

/**
 * A text for a sentence, with a sign for each character that nobody would see: a rule that looks for one means another
 * text than it seems to, and one that turns the direction of writing would turn the words behind it too.
 */
export const shownText = (text: string): string => text.replaceAll(unseen, symbolOf);
