import type { ElementRows } from "./element-rows.ts";

/* One byte for each record, or for each element: 1 where something holds. */

/** Lists as words of four bytes, which are joined at once; what is left over at their end follows byte by byte. */
const wordsOf = ({ buffer, length }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, 0, length >> 2);

const keepBoth = (kept: Uint8Array, next: Uint8Array): void => {
  const [words, others] = [wordsOf(kept), wordsOf(next)];
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & (others[at] ?? 0);
  for (let at = 4 * words.length; at < kept.length; at++)
    kept[at] = (kept[at] ?? 0) & (next[at] ?? 0);
};

const addAny = (kept: Uint8Array, next: Uint8Array): void => {
  const [words, others] = [wordsOf(kept), wordsOf(next)];
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) | (others[at] ?? 0);
  for (let at = 4 * words.length; at < kept.length; at++)
    kept[at] = (kept[at] ?? 0) | (next[at] ?? 0);
};

const joined = (
  bits: readonly Uint8Array[],
  size: number,
  join: (kept: Uint8Array, next: Uint8Array) => void,
): Uint8Array => {
  const [first, ...rest] = bits;
  if (!first || rest.length === 0) return first ?? new Uint8Array(size);
  const kept = first.slice();
  for (const next of rest) join(kept, next);
  return kept;
};

/** What holds in all; the first list itself where it is the only one, nothing where there is none. */
export const allBits = (bits: readonly Uint8Array[], size: number): Uint8Array =>
  joined(bits, size, keepBoth);

/** What holds in any; the first list itself where it is the only one. */
export const anyBits = (bits: readonly Uint8Array[], size: number): Uint8Array =>
  joined(bits, size, addAny);

/** What holds in both; neither is changed. */
export const bothBits = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  allBits([one, other], one.length);

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
