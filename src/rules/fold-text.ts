/*
 * The text model of all handles. Characters are grapheme clusters: what a person counts as one, a flag too. Text is
 * equal in any case by full Unicode case folding after normalization.
 */

/** In longer texts a run of marks may need quadratic time in the built-in normalization. */
const harmless = 500;
/** The longest run of marks in any real writing (Unicode's stream-safe format); later marks are composed separately. */
const pieces = /[^]*?\p{M}{30}|[^]+$/gu;

const normalize = (text: string, form: "NFC" | "NFD"): string =>
  text.length <= harmless
    ? text.normalize(form)
    : text.replace(pieces, (piece) => piece.normalize(form));

/** Only characters of one UTF-16 unit each, in either case, in one spelling, and without a part in the next one. */
const simple =
  /^[\t\n -~\u00a0-\u00de\u00e0-\u012f\u0132-\u0148\u014a-\u017e\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2122]*$/;

/** Whether each unit of a text is a character, which nearly all texts are: they need no normalization. */
export const isSimple = (text: string): boolean => simple.test(text);

/** Text in one spelling, so that é written as one character equals é written as two. */
export const composeText = (text: string): string => normalize(text, "NFC");

/**
 * Text for comparing in any case. Decomposed before, because a capital may have other marks; lower then upper, because
 * each direction alone distinguishes letters that are equal: “ß” and “SS”, “ς” and “Σ”. “ı” equals no “I”.
 */
export const foldText = (text: string): string => {
  if (isSimple(text)) return text.toUpperCase();
  const upper = normalize(text, "NFD")
    .toLowerCase()
    .split("ı")
    .map((part) => part.toUpperCase());
  return composeText(upper.join("ı"));
};

/** The comparable form of what people type as a name: without spaces around it, in any case. */
export const foldName = (text: string): string => foldText(text.trim());

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The characters of a text: its grapheme clusters. */
export const splitCharacters = (text: string): readonly string[] =>
  isSimple(text) ? text.split("") : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The number of characters. */
export const countCharacters = (text: string): number =>
  isSimple(text) ? text.length : splitCharacters(text).length;

/** Letters whose form at the start of a word is a third one. */
const titleForms = new Map(
  Array.from("ǅǈǋǲᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ").flatMap((title): [string, string][] => [
    [title.toLowerCase(), title],
    [title.toUpperCase(), title],
  ]),
);

/** A letter as at the start of a word: ß becomes Ss, ǆ becomes ǅ. Georgian has no capitals there. */
export const capitalizeLetter = (letter: string): string => {
  const title = titleForms.get(letter);
  if (title !== undefined) return title;
  if (/\p{Script=Georgian}/u.test(letter)) return letter;
  return letter
    .toUpperCase()
    .replace(/(\p{Lu})(.+)/u, (_all, first: string, rest: string) => first + rest.toLowerCase());
};
