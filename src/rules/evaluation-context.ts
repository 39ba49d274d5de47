import { foldName } from "./fold-text.ts";
import type { RuleCatalogue } from "./rule-catalogue.ts";

/** One line of a mapping set. */
export interface MappingLine {
  readonly from: string;
  readonly to: string;
}

/** Finds the value that a value maps to; undefined if no line contains it. */
type LineFinder = (value: string) => string | undefined;

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

/** The same lines, for a run that reports each value that it looks up, and whether a line contains it. */
export const watchedLines = (
  lines: readonly MappingLine[],
  report: (value: string, isFound: boolean) => void,
): readonly MappingLine[] => {
  const find = makeFinder(lines);
  const watched = lines.slice();
  finders.set(watched, (value) => {
    const found = find(value);
    report(value, found !== undefined);
    return found;
  });
  return watched;
};

/** Learns of all that a run reads and writes, in order to limit it. What it throws ends the run. */
export interface RunMeter {
  /** A part reads values of a record, or a formula. */
  readonly read: (values: readonly unknown[]) => void;
  /** A part goes through the texts of its operands for each of so many values. */
  readonly used: (operands: string, times: number) => void;
  /** An action replaces a value. */
  readonly wrote: (before: unknown, after: unknown) => void;
}

/** Values by the index of an element, reported each time that they are read. */
export const meteredValues = (
  values: (index: number) => readonly unknown[],
  meter: RunMeter | undefined,
): ((index: number) => readonly unknown[]) =>
  meter === undefined
    ? values
    : (index) => {
        const found = values(index);
        meter.read(found);
        return found;
      };

/** The inputs of evaluation besides the rule and the record. */
export interface EvaluationContext {
  readonly catalogue: RuleCatalogue;
  /** The current time as epoch milliseconds; rules have no clock of their own. */
  readonly now: number;
  /** Mapping sets by id, for the actions that look values up. */
  readonly mappingSets?: ReadonlyMap<number, readonly MappingLine[]>;
  /** Limits a run over a single record; runs over columns have no limit. */
  readonly meter?: RunMeter;
}
