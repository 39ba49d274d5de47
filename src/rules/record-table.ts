import type { EvaluationContext } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";

/** Records to run rules over. Columns of their values are made when they are first needed, and kept. */
export interface RecordTable {
  readonly records: readonly RuleRecord[];
  readonly context: EvaluationContext;
}

/** Makes a table of records, which must not change any more. */
export const tableOf = (
  records: readonly RuleRecord[],
  context: EvaluationContext,
): RecordTable => ({ records, context });
