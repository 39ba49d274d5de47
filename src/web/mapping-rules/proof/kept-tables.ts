import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RecordTable } from "#rules/record-table.ts";
import { tableOf } from "#rules/record-table.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import { withAssumed } from "./assumed-values.ts";
import type { AssumedValues } from "./proof-session.ts";
import type { SampleRecord } from "./sample-record.ts";

/** More records than this are run beside the page, and only when somebody asks. */
const maxLive = 10_000;

/** What a table is made of. */
export interface TableOrigin {
  readonly from: readonly SampleRecord[];
  readonly assumed: AssumedValues;
  readonly lines: NonNullable<EvaluationContext["mappingSets"]>;
}

export interface KeptTable {
  readonly samples: readonly SampleRecord[];
  readonly table: RecordTable;
  readonly context: EvaluationContext;
}

/** Makes tables of samples; the one made last is given again as long as all it is made of is the same. */
export const keptTables = (
  catalogue: RuleCatalogue,
  clock: () => number,
): ((origin: TableOrigin) => KeptTable) => {
  let kept: { readonly origin: TableOrigin; readonly made: KeptTable } | undefined;
  return (origin) => {
    const { from, assumed, lines } = origin;
    const before = kept?.origin;
    if (kept && before?.from === from && before.assumed === assumed && before.lines === lines)
      return kept.made;
    const context = { catalogue, now: clock(), mappingSets: lines };
    const live = from.length > maxLive ? from.slice(0, maxLive) : from;
    const samples = withAssumed(live, assumed, context);
    const table = tableOf(
      samples.map(({ record }) => record),
      context,
    );
    kept = { origin, made: { samples, table, context } };
    return kept.made;
  };
};
