import type { Comparator } from "./comparator.ts";
import type { Judging } from "./met-in-column.ts";
import { metByValue } from "./met-in-column.ts";
import type { RecordTable } from "./record-table.ts";
import type { ValueColumn } from "./value-column.ts";

/** Beyond this number for one comparator the older ones are removed: operands are typed letter by letter. */
const maxKept = 512;

type Verdicts = Map<string, Uint8Array>;
type VerdictsByComparator = Map<Comparator, Verdicts>;

/**
 * The cached results of a comparator on a column. They are valid as long as the table's `kept` is, which has a fixed
 * current time.
 */
const keptIn = ({ kept }: RecordTable, column: ValueColumn, comparator: Comparator) => {
  const ofColumn: VerdictsByComparator =
    (kept.get(column) as VerdictsByComparator | undefined) ?? new Map();
  const ofComparator: Verdicts = ofColumn.get(comparator) ?? new Map();
  kept.set(column, ofColumn.set(comparator, ofComparator));
  return ofComparator;
};

/** The elements of a column that match a condition. Rules repeat the same conditions: each one is evaluated once. */
export const matchWithCache = (
  column: ValueColumn,
  judging: Judging,
  table: RecordTable,
): Uint8Array => {
  const { first, second, third, fourth, matchAll } = judging.operands;
  const key = JSON.stringify([first, second, third, fourth, matchAll, judging.mustMatchAll]);
  const verdicts = keptIn(table, column, judging.comparator);
  const met = verdicts.get(key) ?? metByValue(column, judging);
  if (verdicts.size >= maxKept) verdicts.clear();
  verdicts.set(key, met);
  return met;
};
