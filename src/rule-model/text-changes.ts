let segmenters: Readonly<Record<"word" | "grapheme", Intl.Segmenter>> | undefined;

const segment = (text: string, granularity: "word" | "grapheme"): Intl.Segments => {
  segmenters ??= {
    word: new Intl.Segmenter(undefined, { granularity: "word" }),
    grapheme: new Intl.Segmenter(undefined, { granularity: "grapheme" }),
  };
  return segmenters[granularity].segment(text);
};

/** The place of a cut, moved back so that no character of several code units is cut. */
const wholeAt = (text: string, at: number): number =>
  segment(text, "grapheme").containing(at)?.index ?? at;

/** The beginning of a text, at most `limit` code units, with an ellipsis where it is cut. */
export const cutEnd = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, wholeAt(text, limit - 1)).trimEnd()}…` : text;

/** The end of a text, about `limit` code units, with an ellipsis where it is cut. */
export const cutStart = (text: string, limit: number): string =>
  text.length > limit ? `…${text.slice(wholeAt(text, text.length - limit + 1))}` : text;

const firstDifference = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
};

/** The first start of a word not long before the difference, or else a whole character there. */
const startNear = (text: string, near: number, at: number): number => {
  const word = text.slice(near - 1, at).search(/\s\S/u);
  if (word >= 0) return near + word;
  const { index, segment: character } = segment(text, "grapheme").containing(near)!;
  const next = index + character.length;
  return index === near || next > at ? index : next;
};

/** Two texts, each at most `limit` code units, cut so that their first difference is visible. */
export const cutPair = (
  before: string,
  after: string,
  limit: number,
): readonly [before: string, after: string] => {
  const at = firstDifference(before, after);
  const fits = before.length <= limit && after.length <= limit;
  if (fits || at <= limit / 2 || before === after)
    return [cutEnd(before, limit), cutEnd(after, limit)];
  const lengths = Math.max(before.length, after.length);
  const start = startNear(before, Math.min(at - Math.floor(limit / 3), lengths - limit + 1), at);
  const cut = (text: string) => `…${cutEnd(text.slice(start), limit - 1)}`;
  return [cut(before), cut(after)];
};

/** A section of two texts: the same in both, or changed. */
export interface TextSection {
  readonly changed: boolean;
  readonly before: string;
  readonly after: string;
}

const same = (text: string): TextSection => ({ changed: false, before: text, after: text });
const changed = (before: string, after: string): TextSection => ({ changed: true, before, after });

/** A longer word is compared by its characters: a link, a picture in the text. */
const longWord = 40;

const wordsOf = (text: string): string[] =>
  [...segment(text, "word")].flatMap(({ segment: word }) =>
    word.length > longWord
      ? Array.from(segment(word, "grapheme"), ({ segment: character }) => character)
      : [word],
  );

const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Comparing every word with every other takes too long for more pairs than this: 500 changed words in both. */
const mostPairs = 250_000;

/** The longest common subsequence; a word counts more than any number of spaces beside it. */
const alignWords = (one: readonly string[], other: readonly string[]): TextSection[] => {
  if (one.length * other.length > mostPairs) return [changed(one.join(""), other.join(""))];
  const width = other.length + 1;
  const best = new Uint32Array((one.length + 1) * width);
  const valueAt = (at: number): number => best[at] ?? 0;
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--) {
      const at = row * width + column;
      const word = one[row] ?? "";
      best[at] =
        word === other[column]
          ? valueAt(at + width + 1) + (hasLetters(word) ? 1_000 : 1)
          : Math.max(valueAt(at + width), valueAt(at + 1));
    }
  const sections: TextSection[] = [];
  let [row, column] = [0, 0];
  while (row < one.length || column < other.length) {
    const [before = "", after = ""] = [one[row], other[column]];
    const at = row * width + column;
    if (row < one.length && column < other.length && before === after) {
      sections.push(same(before));
      row++;
      column++;
    } else if (
      column === other.length ||
      (row < one.length && valueAt(at + width) >= valueAt(at + 1))
    ) {
      sections.push(changed(before, ""));
      row++;
    } else {
      sections.push(changed("", after));
      column++;
    }
  }
  return sections;
};

/** Joins neighbors of one kind, and leaves out what is empty. */
const joinNeighbors = (sections: readonly TextSection[]): TextSection[] => {
  const joined: TextSection[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (last?.changed === section.changed)
      joined[joined.length - 1] = {
        changed: last.changed,
        before: last.before + section.before,
        after: last.after + section.after,
      };
    else if (section.before !== "" || section.after !== "") joined.push(section);
  }
  return joined;
};

/** Spaces and signs between two changes are part of the change: word by word, it would be hard to read. */
const withSpacesBetween = (sections: readonly TextSection[]): TextSection[] =>
  sections.map((section, at) =>
    at > 0 && at < sections.length - 1 && !hasLetters(section.before + section.after)
      ? { ...section, changed: true }
      : section,
  );

/** Two texts as sections, changed or not, by whole words. */
export const diffTexts = (before: string, after: string): readonly TextSection[] => {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [from, to] = [one.length - end, other.length - end];
  const sections = joinNeighbors([
    same(one.slice(0, start).join("")),
    ...alignWords(one.slice(start, from), other.slice(start, to)),
    same(one.slice(from).join("")),
  ]);
  return joinNeighbors(withSpacesBetween(sections));
};
