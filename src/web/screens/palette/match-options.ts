import { foldWords, startsWord, toFoldedWords } from "#web/base/fold-words.ts";
import type { PaletteOption } from "./palette-option.ts";

/** Best first: equal, starts with the text, contains it at the start of words, contains it. */
const ranks = { exact: 0, start: 1, words: 2, inside: 3 } as const;

interface Folded {
  readonly label: string;
  readonly text: string;
}

const known = new WeakMap<PaletteOption, Folded>();

/** Folding thousands of labels for each key would take longer than the rest of the search. */
const fold = (option: PaletteOption): Folded => {
  const before = known.get(option);
  if (before) return before;
  const label = foldWords(option.label);
  const folded = { label, text: `${label} ${foldWords(option.words ?? "")}` };
  known.set(option, folded);
  return folded;
};

const rankOf = (option: PaletteOption, typed: string, words: readonly string[]) => {
  const { label, text } = fold(option);
  if (!words.every((word) => text.includes(word))) return undefined;
  if (label === typed) return ranks.exact;
  if (label.startsWith(typed)) return ranks.start;
  return words.every((word) => startsWord(text, text.indexOf(word))) ? ranks.words : ranks.inside;
};

/** Returns the options that contain all typed words, best first. Without a text it returns all of them. */
export const matchOptions = (
  options: readonly PaletteOption[],
  text: string,
  limit = Infinity,
): PaletteOption[] => {
  const words = toFoldedWords(text);
  if (words.length === 0) return options.slice(0, limit);
  const typed = foldWords(text.trim());
  return options
    .flatMap((option) => {
      const rank = rankOf(option, typed, words);
      return rank === undefined ? [] : { option, rank };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ option }) => option);
};
