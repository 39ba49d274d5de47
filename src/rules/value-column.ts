import { lazily } from "./lazily.ts";
import type { ReadingKind } from "./read-value.ts";
import { readings } from "./read-value.ts";

/*
 * The values of one field over all elements. What is worked out of a value is worked out once for each different value:
 * many records share their brand, their status, their price.
 */

/** Values by element, and the different ones among them. Never changes. */
export interface ValueColumn {
  readonly values: readonly unknown[];
  /** The different values (a few may stand there in vain), by what `codes` gives; records and arrays differ unless they are one and the same. */
  readonly distinct: () => readonly unknown[];
  /** For each element the place of its value in `distinct`. */
  readonly codes: () => Uint32Array;
  /** Whether each element has a value of its own in `distinct`, in the order of the elements. */
  readonly inOrder: () => boolean;
  /** Whether a value is an array, whose entries most comparators look at one by one. */
  readonly hasArrays: () => boolean;
  /** What is read of each of the different values. */
  readonly readingsOf: (kind: ReadingKind) => readonly unknown[];
  /** Another column made of this one, kept under a name. */
  readonly made: (name: string, make: () => MadeColumn) => MadeColumn;
}

/** A column made of another: what an entry's name picked, say. */
export interface MadeColumn {
  readonly column: ValueColumn;
  /** 1 for each element that has such a value. */
  readonly present: Uint8Array;
}

/** Names are typed letter by letter, and each would be kept; past this many the earlier ones are forgotten. */
const maxMade = 32;

/** Values said by their different ones. Some of these may stand there twice, or for no element any more. */
interface Encoded {
  readonly distinct: readonly unknown[];
  readonly codes: Uint32Array;
  /** What was read of the first of them when they were another column's. */
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

const columnOf = (values: readonly unknown[], makeEncoded: () => Encoded): ValueColumn => {
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

/** Makes a column of its values. */
export const valueColumn = (values: readonly unknown[]): ValueColumn =>
  columnOf(values, () => encode(values));

/** The column with other values at some places: only these are looked at anew. */
export const changedColumn = (
  before: ValueColumn,
  values: readonly unknown[],
  at: readonly number[],
): ValueColumn =>
  columnOf(values, () => {
    const earlier = before.distinct();
    // After many changes most of what is carried along stands for nothing any more.
    if (earlier.length + at.length > 2 * values.length) return encode(values);
    const written = encode(at.map((element) => values[element]));
    const codes = before.codes().slice();
    for (let write = 0; write < at.length; write++)
      codes[at[write] ?? 0] = earlier.length + (written.codes[write] ?? 0);
    return { codes, distinct: [...earlier, ...written.distinct], readBefore: before.readingsOf };
  });
