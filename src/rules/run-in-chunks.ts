import type { ChangedValues } from "./column-run.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { tableOf } from "./record-table.ts";
import { runAllColumns } from "./run-columns.ts";
import { partsOf } from "./rule-parts.ts";
import type { RunnableMappingRule } from "./runnable-rule.ts";

/*
 * Rules over more records than one would wait for: chunk by chunk, with a pause after each in which others have their
 * turn, and in which a run can be ended. What comes of it can be sent from one thread to another.
 */

/** Records that are run at once. Large enough for columns to pay, small enough for a chunk to take a blink. */
const chunkSize = 4_096;

/** How many records each part of a rule held for, or changed; in the order of `partsOf`. */
export type PartCounts = readonly (number | undefined)[];

/** What came of some of the records. */
export interface ChunkOutcome {
  /** The place of the first of them among all. */
  readonly first: number;
  readonly size: number;
  /** For each rule, in the order in which the rules were given. */
  readonly counts: readonly PartCounts[];
  /** The places of records in these are those among all. */
  readonly changes: readonly ChangedValues[];
}

/** Records in chunks. They may be run over many times. */
export interface RecordChunks {
  readonly add: (records: readonly RuleRecord[]) => void;
  /** A table of its own for each chunk, made when its turn has come: all of them at once would fill the memory. */
  readonly tables: (context: EvaluationContext) => Iterable<RecordTable>;
}

/** Takes records in, however many at a time. */
export const recordChunks = (ofSize = chunkSize): RecordChunks => {
  const all: RuleRecord[] = [];
  return {
    add: (records) => {
      for (const record of records) all.push(record);
    },
    tables: function* (context) {
      const taken = all.slice();
      for (let first = 0; first < taken.length; first += ofSize)
        yield tableOf(taken.slice(first, first + ofSize), context);
    },
  };
};

const countsOf = (
  rules: readonly RunnableMappingRule[],
  runs: ReturnType<typeof runAllColumns>["runs"],
): PartCounts[] =>
  rules.map(({ rule }, at) =>
    rule
      ? partsOf(rule).map(({ kind, part }) =>
          kind === "action" ? runs[at]?.changedCount(part) : runs[at]?.count(part),
        )
      : [],
  );

/** Runs mapping rules in rank order over chunks of records; `pause` is awaited after each chunk. */
export async function* runInChunks(
  rules: readonly RunnableMappingRule[],
  tables: Iterable<RecordTable>,
  pause: () => Promise<void>,
): AsyncGenerator<ChunkOutcome, void, undefined> {
  let first = 0;
  for (const table of tables) {
    const start = first;
    const outcome = runAllColumns(rules, table);
    yield {
      first,
      size: table.size,
      counts: countsOf(rules, outcome.runs),
      changes: outcome
        .changedValues()
        .map((change) => ({ ...change, records: change.records.map((record) => record + start) })),
    };
    first += table.size;
    await pause();
  }
}
