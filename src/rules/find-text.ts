import { composeText, foldText } from "./fold-text.ts";

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
export const textFinder = (pattern: string): ((text: string, from?: number) => number) => {
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

const spansBy = (text: string, pattern: string): TextSpan[] => {
  const find = textFinder(pattern);
  const spans: TextSpan[] = [];
  if (pattern === "") return spans;
  for (let start = find(text); start >= 0; start = find(text, start + pattern.length))
    spans.push({ start, end: start + pattern.length });
  return spans;
};

/** A letter with its marks; marks beyond any real writing are characters of their own. */
const clusters = /\P{M}\p{M}{0,30}|\p{M}/gu;

/** The characters of a text as comparators count them: single ones, or a letter with its combining marks. */
export const splitCharacters = (text: string): readonly string[] => {
  if (composeText(text) === text) return Array.from(text);
  return (text.match(clusters) ?? []).flatMap((cluster) =>
    composeText(cluster) === cluster ? Array.from(cluster) : [cluster],
  );
};

/**
 * The comparable form of a text, and for each unit of it the start of its original character; -1 inside a character.
 */
const spellWithOrigins = (text: string, spell: (text: string) => string) => {
  const [parts, origins]: [string[], number[]] = [[], []];
  let start = 0;
  for (const character of splitCharacters(text)) {
    const part = spell(character);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit++) origins.push(unit === 0 ? start : -1);
    start += character.length;
  }
  return { spelled: parts.join(""), origins: [...origins, start] };
};

const plain = /^[\t\n\r -~]*$/;

/** All non-overlapping matches of the pattern in the text; an empty pattern matches nowhere. */
export const findText = (text: string, pattern: string, caseSensitive: boolean): TextSpan[] => {
  const spell = caseSensitive ? composeText : foldText;
  // The usual case: every character is one unit in either form.
  if (plain.test(text)) return spansBy(spell(text), spell(pattern));
  const { spelled, origins } = spellWithOrigins(text, spell);
  return spansBy(spelled, spellWithOrigins(pattern, spell).spelled)
    .map(({ start, end }) => ({ start: origins[start] ?? -1, end: origins[end] ?? -1 }))
    .filter(({ start, end }) => start >= 0 && end >= 0);
};
