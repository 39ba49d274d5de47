import type { RuleRecord } from "./field-values.ts";
import { listElements, isCollection } from "./field-values.ts";
import { lazily } from "./lazily.ts";

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

const findOwners = (starts: Uint32Array): Uint32Array => {
  const owners = new Uint32Array(starts.at(-1) ?? 0);
  for (let record = 0; record + 1 < starts.length; record++)
    owners.fill(record, starts[record], starts[record + 1]);
  return owners;
};

/** The rows of an object. */
export const objectRows = (records: readonly RuleRecord[], objectHandle: string): ElementRows => {
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
export const valueRows = (size: number): ElementRows => {
  const starts = Uint32Array.from({ length: size + 1 }, (_, record) => record);
  return { starts, single: true, elements: [], owners: () => starts, isCollection: () => false };
};
