import type { Place } from "./field-values.ts";
import { valueAt, withValueAt, writeAt } from "./field-values.ts";
import { isRecord } from "./read-value.ts";
import type { RecordTable } from "./record-table.ts";
import { byPlace } from "./record-table.ts";
import type { ValueColumn } from "./value-column.ts";
import { changedColumn } from "./value-column.ts";

/** New values of one place: by element, in ascending order. */
export interface ColumnWrites {
  readonly place: Place;
  readonly at: readonly number[];
  readonly values: readonly unknown[];
}

/** Whether the elements have a record to write to, as in `withValueAt`. */
const makeHolder = (table: RecordTable, place: Place): ((element: number) => boolean) => {
  if (place === "value") return () => true;
  const { objectHandle, path } = place.field;
  const holder = { field: { objectHandle, path: path.slice(0, -1) } };
  // No write replaces a whole element, so the original one can be used.
  const holders = path.length > 1 ? table.columnOf(holder).values : table.rowsOf(place).elements;
  return (element) => isRecord(holders[element]);
};

/** The relation of a column's path to the path of the writes; undefined if neither contains the other. */
const relation = (place: Place, written: Place) => {
  if (place === "value" || written === "value")
    return place === written ? { below: [], above: [] } : undefined;
  const [own, other] = [place.field.path, written.field.path];
  const shared = Math.min(own.length, other.length);
  return place.field.objectHandle === written.field.objectHandle &&
    own.slice(0, shared).every((key, at) => key === other[at])
    ? { below: own.slice(shared), above: other.slice(shared) }
    : undefined;
};

const columnAfter = (
  before: RecordTable,
  place: Place,
  { place: written, at, values }: ColumnWrites,
  isHeld: (element: number) => boolean,
): ValueColumn => {
  const column = before.columnOf(place);
  const paths = relation(place, written);
  if (!paths) return column;
  const { below, above } = paths;
  const after = column.values.slice();
  for (let write = 0; write < at.length; write++) {
    const element = at[write] ?? 0;
    if (above.length > 0) after[element] = withValueAt(after[element], above, values[write]);
    else if (isHeld(element))
      after[element] = below.length === 0 ? values[write] : valueAt(values[write], below);
  }
  return changedColumn(column, after, at);
};

/** The first index in an ascending list whose number is not below the given one. */
const firstFrom = (list: readonly number[], least: number): number => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The writes to one record, by the indexes of its elements. */
const writesIn = (table: RecordTable, { place, at, values }: ColumnWrites, record: number) => {
  const { starts } = table.rowsOf(place);
  const [start, end] = [starts[record] ?? 0, starts[record + 1] ?? 0];
  const writes = new Map<number, unknown>();
  for (let write = firstFrom(at, start); (at[write] ?? end) < end; write++)
    writes.set((at[write] ?? 0) - start, values[write]);
  return writes;
};

/** The table with some values written. It shares every column that the writes do not affect. */
export const writtenTable = (before: RecordTable, writes: ColumnWrites): RecordTable => {
  if (writes.at.length === 0) return before;
  const isHeld = makeHolder(before, writes.place);
  return {
    ...before,
    recordAt: (record) =>
      writeAt(before.recordAt(record), writes.place, writesIn(before, writes, record)),
    columnOf: byPlace((place) => columnAfter(before, place, writes, isHeld)),
  };
};
