import { foldName } from "./fold-text.ts";

/** One line of a mapping set. */
export interface MappingLine {
  readonly from: string;
  readonly to: string;
}

/** Finds the value that a value maps to; undefined if no line contains it. */
export type LineFinder = (value: string) => string | undefined;

const makeFinder = (lines: readonly MappingLine[]): LineFinder => {
  const [exact, folded] = [new Map<string, string>(), new Map<string, string>()];
  for (const { from, to } of lines.toReversed()) {
    exact.set(from.trim(), to);
    folded.set(foldName(from), to);
  }
  return (value) => exact.get(value.trim()) ?? folded.get(foldName(value));
};

const finders = new WeakMap<readonly MappingLine[], LineFinder>();

/**
 * Prepares a mapping set for look-ups, once for each list of lines: without spaces around the value, exact
 * spelling first, else any case; of equal lines the first counts.
 */
export const lineFinder = (lines: readonly MappingLine[] | undefined): LineFinder | undefined => {
  if (!lines) return undefined;
  const finder = finders.get(lines) ?? makeFinder(lines);
  finders.set(lines, finder);
  return finder;
};
