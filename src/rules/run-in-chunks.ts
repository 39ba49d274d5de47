import type { ChangedValues } from "./column-run.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { tableOf, withContext } from "./record-table.ts";
import { runAllColumns } from "./run-columns.ts";
import { partsOf } from "./rule-parts.ts";
import type { RunnableMappingRule } from "./runnable-rule.ts";

/*
 * Rules over more records than one would wait for: chunk by chunk, with a pause after each in which others have their
 * turn, and in which a run can be ended. What comes of it can be sent from one thread to another.
 */

/** Records that are run at once. Large enough for columns to pay, small enough for a chunk to take a blink. */
export const chunkSize = 4_096;

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

/** Records in chunks, each a table of its own. They may be run over many times; their columns are made once. */
export interface RecordChunks {
  readonly add: (records: readonly RuleRecord[]) => void;
  readonly size: () => number;
  readonly tables: (context: EvaluationContext) => readonly RecordTable[];
}

/** Takes records in, however many at a time. */
export const recordChunks = (ofSize = chunkSize): RecordChunks => {
  const chunks: { readonly records: RuleRecord[]; table?: RecordTable }[] = [];
  let size = 0;
  return {
    add: (records) => {
      size += records.length;
      for (const record of records) {
        const last = chunks.at(-1);
        if (last && last.records.length < ofSize) {
          last.records.push(record);
          delete last.table;
        } else chunks.push({ records: [record] });
      }
    },
    size: () => size,
    tables: (context) =>
      chunks.map((chunk) => {
        chunk.table ??= tableOf(chunk.records.slice(), context);
        return withContext(chunk.table, context);
      }),
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

/** The counts of several chunks together. */
export const addCounts = (
  one: readonly PartCounts[],
  other: readonly PartCounts[],
): readonly PartCounts[] =>
  one.length === 0
    ? other
    : one.map((counts, rule) =>
        counts.map((count, part) => {
          const more = other[rule]?.[part];
          return count === undefined || more === undefined ? (count ?? more) : count + more;
        }),
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
