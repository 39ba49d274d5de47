/** Formats a count as the rules do: with a comma for thousands. */
export const formatNumber = (count: number): string => count.toLocaleString("en");

/** Formats a count with its noun: "1 condition", "2 conditions". */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Capitalizes the first letter of a text. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A handle of the API as words: "purchase_order" is "Purchase order". */
export const handleWords = (handle: string): string =>
  handle.charAt(0).toUpperCase() + handle.slice(1).replaceAll("_", " ");

/** The name of an object in the middle of a sentence: “Purchase order” becomes “purchase order”, “RMA” stays. */
export const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** The plural of an object's name: “variants”, “entries”. */
export const plural = (name: string): string => {
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
};

/**
 * Characters that change the meaning unseen: control characters, those that change the direction of writing, empty ones,
 * spaces that only look like a space, and several spaces in a row.
 */
const unseen =
  /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u2800\u3164\ufeff\uffa0]|(?! )\p{Zs}| {2,}/gu;

const hexCode = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

const toSymbol = (found: string): string => {
  // As in the fields of a rule.
  if (found.startsWith(" ")) return "·".repeat(found.length);
  const code = found.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `‹U+${hexCode(found)}›`;
};

/** Characters that look like such a sign. */
const signs = /·(?=·)|(?<=·)·|‹(?=U\+)|[\u2400-\u241f]/g;

/**
 * A text for a sentence, with a visible sign for each invisible character: a rule with one has another meaning than it
 * appears to, and one that changes the direction of writing would also change the words after it.
 */
export const shownText = (text: string): string =>
  text.replaceAll(signs, (sign) => `‹U+${hexCode(sign)}›`).replaceAll(unseen, toSymbol);

/** The text that `shownText` shows. */
export const readShownText = (shown: string): string =>
  shown.replaceAll(/·{2,}|‹U\+([0-9A-F]{4,6})›|[\u2400-\u241f]/g, (sign, code?: string) => {
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      return point > 0x10_ff_ff ? sign : String.fromCodePoint(point);
    }
    return sign.startsWith("·")
      ? " ".repeat(sign.length)
      : String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x2400);
  });

/** Most texts have none of them, which a simple search tells in a tenth of the time. */
const mayBeUnseen = /[^ -~]| {2}/;

/** Where the first character is that `shownText` replaces; -1 if there is none. */
export const findUnseen = (text: string): number =>
  mayBeUnseen.test(text) ? text.search(unseen) : -1;
