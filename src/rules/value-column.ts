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
  /** The different values, by what `codes` gives; records and arrays differ unless they are one and the same. */
  readonly distinct: () => readonly unknown[];
  /** For each element the place of its value in `distinct`. */
  readonly codes: () => Uint32Array;
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

const encode = (values: readonly unknown[]) => {
  const places = new Map<unknown, number>();
  const codes = new Uint32Array(values.length);
  for (let at = 0; at < codes.length; at++) {
    const value = values[at];
    const known = places.get(value);
    if (known === undefined) places.set(value, (codes[at] = places.size));
    else codes[at] = known;
  }
  return { codes, distinct: [...places.keys()] };
};

/** Makes a column of its values. */
export const valueColumn = (values: readonly unknown[]): ValueColumn => {
  const encoded = lazily(() => encode(values));
  const distinct = () => encoded().distinct;
  const read = new Map<ReadingKind, readonly unknown[]>();
  const made = new Map<string, MadeColumn>();
  return {
    values,
    distinct,
    codes: () => encoded().codes,
    hasArrays: lazily(() => distinct().some(Array.isArray)),
    readingsOf: (kind) => {
      const of: (value: unknown) => unknown = readings[kind];
      const known = read.get(kind) ?? distinct().map((value) => of(value));
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
