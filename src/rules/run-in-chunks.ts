import type { ChangedValues } from "./changed-cells.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { createTable } from "./record-table.ts";
import { runAllColumns } from "./run-columns.ts";
import { listRuleParts } from "./rule-parts.ts";
import type { RunnableMappingRule } from "./rule-parts.ts";

/*
 * Runs rules over very many records: chunk by chunk, with a pause after each in which other work can run, and in which
 * a run can be aborted. The results can be sent between threads.
 */

/**
 * The number of records in a chunk. Large enough for columns to be efficient, small enough for a chunk to take
 * milliseconds.
 */
const chunkSize = 4_096;

/** How many records each part of a rule matched, or changed; in the order of `listRuleParts`. */
type PartCounts = readonly (number | undefined)[];

/** The result for some of the records. */
export interface ChunkOutcome {
  /** The index of the first of them among all records. */
  readonly first: number;
  readonly size: number;
  /** For each rule, in the order of the given rules. */
  readonly counts: readonly PartCounts[];
  /** The record indexes in these are those among all records. */
  readonly changes: readonly ChangedValues[];
}

/** Records in chunks. They can be run over many times. */
export interface RecordChunks {
  readonly add: (records: readonly RuleRecord[]) => void;
  /** A separate table for each chunk, created when it is needed: all of them at once would exhaust the memory. */
  readonly tables: (context: EvaluationContext) => Iterable<RecordTable>;
}

/** Collects records, any number at a time. */
export const recordChunks = (ofSize = chunkSize): RecordChunks => {
  const all: RuleRecord[] = [];
  return {
    add: (records) => {
      for (const record of records) all.push(record);
    },
    tables: function* (context) {
      const taken = all.slice();
      for (let first = 0; first < taken.length; first += ofSize)
        yield createTable(taken.slice(first, first + ofSize), context);
    },
  };
};

const countParts = (
  rules: readonly RunnableMappingRule[],
  runs: ReturnType<typeof runAllColumns>["runs"],
): PartCounts[] =>
  rules.map(({ rule }, at) =>
    rule
      ? listRuleParts(rule).map(({ kind, part }) =>
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
      counts: countParts(rules, outcome.runs),
      changes: outcome
        .changedValues()
        .map((change) => ({ ...change, records: change.records.map((record) => record + start) })),
    };
    first += table.size;
    await pause();
  }
}
