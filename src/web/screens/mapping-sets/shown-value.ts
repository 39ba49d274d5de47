import { cutText } from "#contract/cut-text.ts";
import { findUnseen, shownText } from "#rules/shown-text.ts";

/**
 * A text field drops line breaks and shows a tab as a space. Rules show a tab as →, which a person may type in a cell;
 * ⇥ isn't typed.
 */
const signs = { lineBreak: "↵", tab: "⇥" };

/** A value in one line, with a sign for each line break and tab. */
export const showBreaks = (value: string): string =>
  value.replaceAll(/\r\n|\r|\n/g, signs.lineBreak).replaceAll("\t", signs.tab);

/** The place in a value of a place in its shown text, where CR LF is one sign. */
const findPlace = (value: string, shown: number): number => {
  let at = 0;
  for (let left = shown; left > 0; left--) at += value.startsWith("\r\n", at) ? 2 : 1;
  return at;
};

/** The value after its shown text was edited: what is before and after the edit keeps its own line breaks. */
export const editShown = (value: string, edited: string): string => {
  const shown = showBreaks(value);
  const most = Math.min(shown.length, edited.length);
  let start = 0;
  while (start < most && shown[start] === edited[start]) start++;
  let end = 0;
  while (end < most - start && shown.at(-1 - end) === edited.at(-1 - end)) end++;
  const typed = edited
    .slice(start, edited.length - end)
    .replaceAll(signs.lineBreak, "\n")
    .replaceAll(signs.tab, "\t");
  return (
    value.slice(0, findPlace(value, start)) +
    typed +
    value.slice(findPlace(value, shown.length - end))
  );
};

/** A value in one line, with a sign for all that is unseen. */
export const showValue = (value: string): string => showBreaks(shownText(value));

/** A value in quotation marks, from shortly before its first unseen character on. */
export const quoteValue = (value: string): string => {
  const start = Math.max(0, findUnseen(value) - 40);
  const rest = cutText(value.slice(start), 80);
  const isCut = start + rest.length < value.length;
  return `“${start > 0 ? "…" : ""}${showValue(rest)}${isCut ? "…" : ""}”`;
};

/** Whether a value has spaces that only look like plain ones, or invisible characters. */
export const hasLookAlikes = (value: string): boolean => findUnseen(value) >= 0;

/** Whether a value looks like a number that a spreadsheet has rounded, as it does with long codes: 1.23E+11. */
export const isShortened = (value: string): boolean =>
  /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i.test(value.trim());
