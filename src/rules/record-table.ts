import type { EvaluationContext } from "./evaluation-context.ts";
import {
  isCollection,
  listElements,
  type Place,
  type RuleRecord,
  valueAt,
  withValueAt,
  writeAt,
} from "./field-values.ts";
import { lazily } from "./lazily.ts";
import { isRecord, type ReadingKind, readings } from "./read-value.ts";

/*
 * The values of one field over all elements. Results for a value are computed once for each different value: many
 * records have the same brand, status or price.
 */

/** Values by element, and the different ones among them. Immutable. */
export interface ValueColumn {
  readonly values: readonly unknown[];
  /**
   * The different values (a few of them may be unused), indexed by `codes`; records and arrays differ unless they are
   * the same object.
   */
  readonly distinct: () => readonly unknown[];
  /** For each element the index of its value in `distinct`. */
  readonly codes: () => Uint32Array;
  /** Whether each element has a separate value in `distinct`, in the order of the elements. */
  readonly inOrder: () => boolean;
  /** Whether a value is an array, whose entries most comparators evaluate one by one. */
  readonly hasArrays: () => boolean;
  /** The readings of the different values. */
  readonly readingsOf: (kind: ReadingKind) => readonly unknown[];
  /** Another column derived from this one, cached under a name. */
  readonly made: (name: string, make: () => MadeColumn) => MadeColumn;
}

/** A derived column: for example the values of selected entries. Those of item i are from `starts[i]` to `starts[i + 1]`. */
export interface MadeColumn {
  readonly column: ValueColumn;
  readonly starts: Uint32Array;
}

/** Names are typed letter by letter, and each would be cached; beyond this number the older ones are removed. */
const maxMade = 32;

/** Values encoded by their different ones. Some of these may be duplicates, or belong to no element any more. */
interface Encoded {
  readonly distinct: readonly unknown[];
  readonly codes: Uint32Array;
  /** The readings of the first values, which come from another column. */
  readonly readBefore: (kind: ReadingKind) => readonly unknown[];
}

const encode = (values: readonly unknown[]): Encoded => {
  const places = new Map<unknown, number>();
  const codes = new Uint32Array(values.length);
  for (let at = 0; at < codes.length; at++) {
    const value = values[at];
    const known = places.get(value);
    if (known === undefined) places.set(value, (codes[at] = places.size));
    else codes[at] = known;
  }
  return { codes, distinct: [...places.keys()], readBefore: () => [] };
};

const makeColumn = (values: readonly unknown[], makeEncoded: () => Encoded): ValueColumn => {
  const encoded = lazily(makeEncoded);
  const distinct = () => encoded().distinct;
  const read = new Map<ReadingKind, readonly unknown[]>();
  const made = new Map<string, MadeColumn>();
  return {
    values,
    distinct,
    codes: () => encoded().codes,
    inOrder: lazily(() => encoded().codes.every((code, at) => code === at)),
    hasArrays: lazily(() => distinct().some(Array.isArray)),
    readingsOf: (kind) => {
      const of: (value: unknown) => unknown = readings[kind];
      const before = read.get(kind) ?? encoded().readBefore(kind);
      const known =
        before.length === 0
          ? distinct().map((value) => of(value))
          : [
              ...before,
              ...distinct()
                .slice(before.length)
                .map((value) => of(value)),
            ];
      read.set(kind, known);
      return known;
    },
    made: (name, make) => {
      const known = made.get(name) ?? make();
      if (made.size >= maxMade) made.clear();
      made.set(name, known);
      return known;
    },
  };
};

/** Creates a column of values. */
export const valueColumn = (values: readonly unknown[]): ValueColumn =>
  makeColumn(values, () => encode(values));

/** The column with other values at some indexes: only these are processed again. */
const changedColumn = (
  before: ValueColumn,
  values: readonly unknown[],
  at: readonly number[],
): ValueColumn =>
  makeColumn(values, () => {
    const earlier = before.distinct();
    // After many changes most of the earlier values are unused.
    if (earlier.length + at.length > 2 * values.length) return encode(values);
    const written = encode(at.map((element) => values[element]));
    const codes = before.codes().slice();
    for (let write = 0; write < at.length; write++)
      codes[at[write] ?? 0] = earlier.length + (written.codes[write] ?? 0);
    return { codes, distinct: [...earlier, ...written.distinct], readBefore: before.readingsOf };
  });

/** The positions of an object's elements in the concatenation of all records' elements. */
export interface ElementRows {
  /** The elements of record r are those from `starts[r]` up to `starts[r + 1]`. */
  readonly starts: Uint32Array;
  /** Every record has exactly one element, so that an element has the index of its record. */
  readonly single: boolean;
  /** The record of each element. */
  readonly owners: () => Uint32Array;
  /** Whether the object has several elements in a record. */
  readonly isCollection: (record: number) => boolean;
  /** The original elements; rules do not change their number. */
  readonly elements: readonly unknown[];
}

/** New values of one place: by element, in ascending order. */
export interface ColumnWrites {
  readonly place: Place;
  readonly at: readonly number[];
  readonly values: readonly unknown[];
}

/** The part of a table that writes made of another one. */
interface Written {
  readonly before: RecordTable;
  readonly writes: ColumnWrites;
}

/** Records to run rules over. Columns of their values are computed when they are first needed, and cached. */
export interface RecordTable {
  readonly size: number;
  readonly context: EvaluationContext;
  /** Whether the template supplies a value: for one of the records, and so for all of them. */
  readonly given: boolean;
  readonly recordAt: (record: number) => RuleRecord;
  readonly rowsOf: (place: Place) => ElementRows;
  readonly columnOf: (place: Place) => ValueColumn;
  /** The columns so far, by the keys of their places. */
  readonly columns: Map<string, ValueColumn>;
  readonly written: Written | undefined;
  /** Cached results for these records and for the results of rules on them, by the parts of rules. */
  readonly kept: WeakMap<object, unknown>;
}

/** The owner of each item, by the starts of the owners' items. */
export const findOwners = (starts: Uint32Array): Uint32Array => {
  const owners = new Uint32Array(starts.at(-1) ?? 0);
  for (let owner = 0; owner + 1 < starts.length; owner++)
    owners.fill(owner, starts[owner], starts[owner + 1]);
  return owners;
};

const objectRows = (records: readonly RuleRecord[], objectHandle: string): ElementRows => {
  const starts = new Uint32Array(records.length + 1);
  const elements: unknown[] = [];
  let single = true;
  records.forEach((record, at) => {
    const own = listElements(record, objectHandle);
    single &&= own.length === 1;
    // A loop, because the number of arguments is limited and a record's elements are not.
    for (const element of own) elements.push(element);
    starts[at + 1] = elements.length;
  });
  return {
    starts,
    single,
    elements,
    owners: lazily(() => findOwners(starts)),
    isCollection: (record) => isCollection(records[record] ?? { objects: {} }, objectHandle),
  };
};

/** The rows of the template's value: one for each record. */
const valueRows = (size: number): ElementRows => {
  const starts = Uint32Array.from({ length: size + 1 }, (_, record) => record);
  return { starts, single: true, elements: [], owners: () => starts, isCollection: () => false };
};

/** The key of a place in a table. */
export const placeKey = (place: Place): string =>
  place === "value" ? "" : `${place.field.objectHandle}\n${place.field.path.join("\n")}`;

const remembered = <T>(known: Map<string, T>, key: string, make: () => T): T => {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
};

/** Creates a table of records, which must not change afterwards. */
export const createTable = (
  records: readonly RuleRecord[],
  context: EvaluationContext,
): RecordTable => {
  const columns = new Map<string, ValueColumn>();
  const rows = new Map<string, ElementRows>();
  const ofValue = valueRows(records.length);
  const rowsOf = (place: Place) => {
    if (place === "value") return ofValue;
    const { objectHandle } = place.field;
    return remembered(rows, objectHandle, () => objectRows(records, objectHandle));
  };
  const valuesAt = (place: Place) =>
    place === "value"
      ? records.map(({ value }) => value)
      : rowsOf(place).elements.map((element) => valueAt(element, place.field.path));
  return {
    size: records.length,
    context,
    given: records.some(({ value }) => value !== undefined),
    recordAt: (record) => records[record] ?? { objects: {} },
    rowsOf,
    columnOf: (place) => remembered(columns, placeKey(place), () => valueColumn(valuesAt(place))),
    columns,
    written: undefined,
    kept: new WeakMap(),
  };
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

/** Applies writes, of its own place or of one above or below, to the values of a place. */
const writeInto = (values: unknown[], place: Place, writes: ColumnWrites): void => {
  const { below = [], above = [] } = relation(place, writes.place) ?? {};
  for (const [write, element] of writes.at.entries()) {
    const value = writes.values[write];
    values[element] =
      above.length > 0 ? withValueAt(values[element], above, value) : valueAt(value, below);
  }
};

/** The column of a table after writes: from the last table that has it, with all writes since then. */
const findColumn = (table: RecordTable, place: Place): ValueColumn => {
  const key = placeKey(place);
  const writes: ColumnWrites[] = [];
  let source = table;
  while (source.written && !source.columns.has(key)) {
    if (relation(place, source.written.writes.place)) writes.push(source.written.writes);
    source = source.written.before;
  }
  const column = source.columnOf(place);
  if (writes.length === 0) return column;
  const values = column.values.slice();
  for (const each of writes.reverse()) writeInto(values, place, each);
  const at =
    writes.length === 1 ? (writes[0]?.at ?? []) : [...new Set(writes.flatMap((each) => each.at))];
  return changedColumn(column, values, at);
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

const findRecord = (table: RecordTable, record: number): RuleRecord => {
  const steps: Written[] = [];
  let source = table;
  for (; source.written; source = source.written.before) steps.push(source.written);
  return steps.reduceRight(
    (found, { before, writes }) => writeAt(found, writes.place, writesIn(before, writes, record)),
    source.recordAt(record),
  );
};

/**
 * The table with some values written, to elements that can hold them (`canWrite`). It shares every column that the writes
 * do not affect.
 */
export const writtenTable = (before: RecordTable, writes: ColumnWrites): RecordTable => {
  if (writes.at.length === 0) return before;
  const columns = new Map<string, ValueColumn>();
  const table: RecordTable = {
    ...before,
    given: before.given || writes.place === "value",
    recordAt: (record) => findRecord(table, record),
    columnOf: (place) => remembered(columns, placeKey(place), () => findColumn(table, place)),
    columns,
    written: { before, writes },
  };
  return table;
};

/** Whether an element can hold a value at a place: it is a record, and so are its parents there, or they are missing. */
export const canWrite = (table: RecordTable, place: Place): ((element: number) => boolean) => {
  if (place === "value") return () => true;
  const { objectHandle, path } = place.field;
  const { elements } = table.rowsOf(place);
  // No write replaces a whole element, so the original one can be used.
  const parents = path
    .slice(0, -1)
    .map((_key, at) => table.columnOf({ field: { objectHandle, path: path.slice(0, at + 1) } }));
  return (element) =>
    isRecord(elements[element]) && parents.every(({ values }) => isRecord(values[element] ?? {}));
};
