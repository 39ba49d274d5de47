import type { MappingLine } from "./evaluation-context.ts";
import { foldText } from "./fold-text.ts";

/** Finds the value that a value maps to; undefined if no line contains it. */
export type LineFinder = (value: string) => string | undefined;

/** Prepares a mapping set for look-ups: exact spelling first, else any case; of equal lines the first counts. */
export const lineFinder = (lines: readonly MappingLine[] | undefined): LineFinder | undefined => {
  if (!lines) return undefined;
  const [exact, folded] = [new Map<string, string>(), new Map<string, string>()];
  for (const { from, to } of lines.toReversed()) {
    exact.set(from, to);
    folded.set(foldText(from.trim()), to);
  }
  return (value) => exact.get(value) ?? folded.get(foldText(value.trim()));
};
