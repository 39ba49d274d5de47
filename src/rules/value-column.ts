import { lazily } from "./lazily.ts";
import type { ReadingKind } from "./read-value.ts";
import { readings } from "./read-value.ts";

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
export const changedColumn = (
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
