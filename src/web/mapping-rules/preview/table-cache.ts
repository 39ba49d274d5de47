import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RecordTable } from "#rules/record-table.ts";
import { tableOf } from "#rules/record-table.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import { withAssumed } from "./assumed-values.ts";
import type { AssumedValues } from "./preview-session.ts";
import type { SampleRecord } from "./sample-record.ts";

/** More records than this are only run in a worker, on request. */
const maxLive = 10_000;

/** The input of a table. */
export interface TableOrigin {
  readonly from: readonly SampleRecord[];
  readonly assumed: AssumedValues;
  readonly lines: NonNullable<EvaluationContext["mappingSets"]>;
}

export interface CachedTable {
  readonly samples: readonly SampleRecord[];
  readonly table: RecordTable;
  readonly context: EvaluationContext;
}

/** Makes tables of samples; returns the last table again as long as its input is the same. */
export const createTableCache = (
  catalogue: RuleCatalogue,
  clock: () => number,
): ((origin: TableOrigin) => CachedTable) => {
  let cached: { readonly origin: TableOrigin; readonly made: CachedTable } | undefined;
  return (origin) => {
    const { from, assumed, lines } = origin;
    const before = cached?.origin;
    if (cached && before?.from === from && before.assumed === assumed && before.lines === lines)
      return cached.made;
    const context = { catalogue, now: clock(), mappingSets: lines };
    const live = from.length > maxLive ? from.slice(0, maxLive) : from;
    const samples = withAssumed(live, assumed, context);
    const table = tableOf(
      samples.map(({ record }) => record),
      context,
    );
    cached = { origin, made: { samples, table, context } };
    return cached.made;
  };
};
