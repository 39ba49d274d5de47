import type { Comparator } from "./comparator.ts";
import type { Judging } from "./met-in-column.ts";
import { metByValue } from "./met-in-column.ts";
import type { RecordTable } from "./record-table.ts";
import type { ValueColumn } from "./value-column.ts";

/** Past this many of one comparator the earlier ones are forgotten: operands are typed letter by letter. */
const maxKept = 512;

type Verdicts = Map<string, Uint8Array>;
type VerdictsByComparator = Map<Comparator, Verdicts>;

/** What was found in a column by a comparator. It is good as long as the table's `kept` is: the present is the same. */
const keptIn = ({ kept }: RecordTable, column: ValueColumn, comparator: Comparator) => {
  const ofColumn: VerdictsByComparator =
    (kept.get(column) as VerdictsByComparator | undefined) ?? new Map();
  const ofComparator: Verdicts = ofColumn.get(comparator) ?? new Map();
  kept.set(column, ofColumn.set(comparator, ofComparator));
  return ofComparator;
};

/** Which elements of a column meet a condition. Rules ask the same again and again: each question is answered once. */
export const metAsBefore = (
  column: ValueColumn,
  judging: Judging,
  table: RecordTable,
): Uint8Array => {
  const { first, second, third, fourth, matchAll } = judging.operands;
  const question = JSON.stringify([first, second, third, fourth, matchAll, judging.mustMatchAll]);
  const verdicts = keptIn(table, column, judging.comparator);
  const met = verdicts.get(question) ?? metByValue(column, judging);
  if (verdicts.size >= maxKept) verdicts.clear();
  verdicts.set(question, met);
  return met;
};
