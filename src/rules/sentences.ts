import { capitalizeLetter } from "./fold-text.ts";

/* Words and sentences in text that may contain HTML, whose tags stay as they are. */

const tag = /(<\/?[a-z][^<>]*>)/i;

/** Changes a text outside of HTML tags. */
const changeOutsideTags = (text: string, change: (part: string) => string): string =>
  text
    .split(tag)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join("");

const letter = /\p{L}/u;
/** The start of a word: not inside one (“10mm”, “lamp(s)”, “email@shop.com”, “O’Neil”), nor in “&amp;”. */
const wordStart =
  /(?<![\p{L}\p{M}\p{N}]|[\p{L}\p{M}\p{N}]['’@._([{])(?!(?<=&)[a-z\d]{1,30};)\p{L}/giu;

/** Capitalizes the first letter of each word. */
export const capitalizeWords = (text: string): string =>
  changeOutsideTags(text, (part) => part.replace(wordStart, capitalizeLetter));

const sentenceEnd = /[\p{STerm}…]/u;
/** After these, the next sentence begins without a space. */
const wideEnd = /[。！？．｡]/u;
const closing = /[\p{Pe}\p{Pf}"']/u;
const space = /\s/u;

/** Capitalizes the first letter of each sentence, unless a number begins it, and lowercases the rest. */
export const capitalizeSentences = (text: string): string => {
  let [begins, ended] = [true, false];
  const change = (character: string): string => {
    if (wideEnd.test(character)) begins = true;
    else if (sentenceEnd.test(character)) ended = true;
    else if (space.test(character)) [begins, ended] = [begins || ended, false];
    else if (/\p{N}/u.test(character)) [begins, ended] = [false, false];
    else if (letter.test(character)) {
      const first = begins;
      [begins, ended] = [false, false];
      return first ? capitalizeLetter(character) : character;
    } else ended = false;
    return character;
  };
  return changeOutsideTags(text, (part) => Array.from(part.toLowerCase(), change).join(""));
};

/** The index after the last character that is no space and no HTML tag. */
const findEnd = (text: string): number => {
  let end = text.trimEnd().length;
  for (;;) {
    const from = text[end - 1] === ">" ? text.lastIndexOf("<", end - 1) : -1;
    if (from < 0 || !/^<\/?[a-z][^<>]*>$/i.test(text.slice(from, end))) return end;
    end = text.slice(0, from).trimEnd().length;
  }
};

/** Whether a text ends as a sentence does, or with a comma or a colon; closing quotes and brackets may follow. */
const endsSentence = (text: string): boolean => {
  let end = text.length;
  while (end > 0 && closing.test(text[end - 1] ?? "")) end--;
  return end === 0 || /[\p{STerm}…,:;，：；、]$/u.test(text.slice(0, end).slice(-2));
};

/** The text with a period where its last sentence has no end, before HTML tags that close it. */
const closeSentence = (text: string): string => {
  const end = findEnd(text);
  const said = text.slice(0, end);
  return endsSentence(said) ? text : `${said}.${text.slice(end)}`;
};

const capitalizeFirst = (text: string): string => {
  const [start = "", ...rest] = text.split(letter, 1);
  const first = letter.exec(text)?.[0];
  return first === undefined || /[\p{N}<]/u.test(start) || rest.length > 0
    ? text
    : start + capitalizeLetter(first) + text.slice(start.length + first.length);
};

/** A text and a sentence after it. */
export const appendSentence = (text: string, sentence: string): string => {
  const [before, added] = [text.trimEnd(), closeSentence(capitalizeFirst(sentence.trim()))];
  return before === "" ? added : `${closeSentence(before)} ${added}`;
};
