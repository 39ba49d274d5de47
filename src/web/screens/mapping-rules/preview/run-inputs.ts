import type { AssumedValues, Preview } from "./preview-session.ts";
import { type SampleKind, type SampleRecord, sampleWords } from "./sample-record.ts";

/** What a run over all records depends on. */
export interface RunInputs {
  readonly rule: Preview["rule"];
  /** The records as they were loaded or pasted, without assumed values. */
  readonly source: readonly SampleRecord[];
  readonly assumed: AssumedValues;
  readonly mappingSets: Preview["context"]["mappingSets"];
}

/** A pool makes another list each time it shows its records, also of the same ones. */
const sameRecords = (one: readonly SampleRecord[], other: readonly SampleRecord[]): boolean =>
  one === other || (one.length === other.length && one.every((sample, at) => sample === other[at]));

/** Why the result of a run is not what the same run would give now, in words; undefined if it still is. */
export const whyStale = (run: RunInputs, now: RunInputs, kind: SampleKind): string | undefined => {
  if (run.rule !== now.rule) return "The rule has changed since this run.";
  if (!sameRecords(run.source, now.source))
    return `The ${sampleWords[kind].many} have changed since this run.`;
  if (run.assumed !== now.assumed) return "The test values have changed since this run.";
  return run.mappingSets === now.mappingSets
    ? undefined
    : "The mapping sets have changed since this run.";
};
