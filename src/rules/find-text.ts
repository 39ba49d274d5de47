import { composeText, foldText, isSimple, splitCharacters } from "./fold-text.ts";
import { lazily } from "./lazily.ts";

/** Up to this length the built-in search, whose worst case is text times pattern, is fast enough for any text. */
const shortPattern = 64;

/** For each prefix of the pattern, the length that can be kept after a mismatch (Knuth, Morris and Pratt). */
const failureTable = (pattern: string): Uint32Array => {
  const table = new Uint32Array(pattern.length);
  let kept = 0;
  for (let at = 1; at < pattern.length; at++) {
    while (kept > 0 && pattern.charCodeAt(at) !== pattern.charCodeAt(kept))
      kept = table[kept - 1] ?? 0;
    if (pattern.charCodeAt(at) === pattern.charCodeAt(kept)) kept++;
    table[at] = kept;
  }
  return table;
};

/** A search for one pattern in many texts, in time linear in the text. -1 where there is none. */
const textFinder = (pattern: string): ((text: string, from?: number) => number) => {
  if (pattern.length <= shortPattern) return (text, from = 0) => text.indexOf(pattern, from);
  const table = failureTable(pattern);
  return (text, from = 0) => {
    let kept = 0;
    for (let at = from; at < text.length; at++) {
      while (kept > 0 && text.charCodeAt(at) !== pattern.charCodeAt(kept))
        kept = table[kept - 1] ?? 0;
      if (text.charCodeAt(at) === pattern.charCodeAt(kept)) kept++;
      if (kept === pattern.length) return at - kept + 1;
    }
    return -1;
  };
};

/** Start and end of a match, in the text's own UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * A text to search in, in the spelling that is compared: alone if each unit is a character. Else a match starts and ends
 * between characters, so that no part of “ß” or of a flag is one.
 */
export type SearchedText = string | SpelledText;

interface SpelledText {
  readonly spelled: string;
  /** By index in `spelled`, the index in the text; -1 inside a character. */
  readonly origins: () => Int32Array;
}

const findOrigins = (text: string, spelled: string, spell: (text: string) => string) => {
  const origins = new Int32Array(spelled.length + 1).fill(-1);
  let [from, at] = [0, 0];
  for (const cluster of splitCharacters(text)) {
    // A line break may be written as two characters, each of which is one to search for.
    for (const character of cluster === "\r\n" ? cluster : [cluster]) {
      origins[at] = from;
      from += character.length;
      at += spell(character).length;
    }
  }
  origins[spelled.length] = text.length;
  return origins;
};

/** Prepares a text for searching, in any case or with the same case. */
export const searchedText = (text: string, caseSensitive: boolean): SearchedText => {
  if (isSimple(text)) return caseSensitive ? text : text.toUpperCase();
  const spell = caseSensitive ? composeText : foldText;
  const spelled = spell(text);
  return { spelled, origins: lazily(() => findOrigins(text, spelled, spell)) };
};

/** Searches for one text in many prepared ones. Indexes are those of the compared spelling. */
export interface TextSearch {
  readonly isIn: (searched: SearchedText) => boolean;
  /** The first match from an index on. */
  readonly find: (searched: SearchedText, from?: number) => TextSpan | undefined;
  readonly isAtStart: (searched: SearchedText) => boolean;
  readonly isAtEnd: (searched: SearchedText) => boolean;
}

const isBetween = (searched: SearchedText, place: number): boolean =>
  typeof searched === "string" || (searched.origins()[place] ?? -1) >= 0;

const spelledIn = (searched: SearchedText): string =>
  typeof searched === "string" ? searched : searched.spelled;

/** Prepares the search for a text; an empty one is nowhere. */
export const textSearch = (pattern: string, caseSensitive: boolean): TextSearch => {
  const wanted = (caseSensitive ? composeText : foldText)(pattern);
  const { length } = wanted;
  const findIn = textFinder(wanted);
  const find = (searched: SearchedText, from = 0): TextSpan | undefined => {
    if (length === 0) return undefined;
    const spelled = spelledIn(searched);
    for (let at = findIn(spelled, from); at >= 0; at = findIn(spelled, at + 1))
      if (isBetween(searched, at) && isBetween(searched, at + length))
        return { start: at, end: at + length };
    return undefined;
  };
  return {
    find,
    isIn: (searched) =>
      typeof searched === "string"
        ? length > 0 && findIn(searched) >= 0
        : find(searched) !== undefined,
    isAtStart: (searched) =>
      length > 0 && spelledIn(searched).startsWith(wanted) && isBetween(searched, length),
    isAtEnd: (searched) => {
      const spelled = spelledIn(searched);
      return length > 0 && spelled.endsWith(wanted) && isBetween(searched, spelled.length - length);
    },
  };
};

/** All matches that do not overlap, in the compared spelling; an empty pattern matches nowhere. */
export const listMatches = (searched: SearchedText, { find }: TextSearch): TextSpan[] => {
  const spans: TextSpan[] = [];
  for (let span = find(searched); span; span = find(searched, span.end)) spans.push(span);
  return spans;
};

/** All matches of a pattern in a text that do not overlap. */
export const findText = (text: string, pattern: string, caseSensitive: boolean): TextSpan[] => {
  const searched = searchedText(text, caseSensitive);
  const spans = listMatches(searched, textSearch(pattern, caseSensitive));
  if (typeof searched === "string") return spans;
  const origins = searched.origins();
  return spans.map(({ start, end }) => ({ start: origins[start] ?? 0, end: origins[end] ?? 0 }));
};
