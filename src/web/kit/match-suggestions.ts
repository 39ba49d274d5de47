import { foldWords } from "#web/base/fold-words.ts";

/** The suggestions that contain a typed text in any case and with any accents; all for an empty text. */
export const matchSuggestions = (suggestions: readonly string[], typed: string): string[] => {
  const text = foldWords(typed.trim());
  const matches = suggestions.filter((suggestion) => foldWords(suggestion).includes(text));
  // The field's own text is no suggestion.
  return matches.length === 1 && matches[0] === typed ? [] : matches;
};
