import type { ElementRows } from "./element-rows.ts";

/* One byte for each record, or for each element: 1 where something holds. */

/** What holds in both; neither is changed. */
export const bothBits = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length);
  for (let at = 0; at < both.length; at++) both[at] = (one[at] ?? 0) & (other[at] ?? 0);
  return both;
};

/** What holds in all; the first list itself where it is the only one. */
export const allBits = ([first, ...rest]: readonly Uint8Array[], size: number): Uint8Array =>
  rest.reduce(bothBits, first ?? new Uint8Array(size));

/** What holds in any; the first list itself where it is the only one. */
export const anyBits = ([first, ...rest]: readonly Uint8Array[], size: number): Uint8Array => {
  if (rest.length === 0) return first ?? new Uint8Array(size);
  const any = new Uint8Array(size);
  for (const bits of [first, ...rest])
    for (let at = 0; at < size; at++) any[at] = (any[at] ?? 0) | (bits?.[at] ?? 0);
  return any;
};

/** What holds in the first and not in the other. */
export const withoutBits = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const rest = new Uint8Array(one.length);
  for (let at = 0; at < rest.length; at++) rest[at] = (one[at] ?? 0) & (1 - (other[at] ?? 0));
  return rest;
};

/** How many there are. */
export const countBits = (bits: Uint8Array): number => {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += bits[at] ?? 0;
  return count;
};

/** From elements to their records: whether any of a record's elements met, or all of them; `whenNone` where it has none. */
export const bitsByRecord = (
  met: Uint8Array,
  { starts, single }: ElementRows,
  mustMatchAll: boolean,
  whenNone: boolean,
): Uint8Array => {
  if (single) return met;
  const holds = new Uint8Array(starts.length - 1);
  for (let record = 0; record < holds.length; record++) {
    const [start, end] = [starts[record] ?? 0, starts[record + 1] ?? 0];
    let count = 0;
    for (let element = start; element < end; element++) count += met[element] ?? 0;
    const enough = mustMatchAll ? count === end - start : count > 0;
    holds[record] = Number(start === end ? whenNone : enough);
  }
  return holds;
};
