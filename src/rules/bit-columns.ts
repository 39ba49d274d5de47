import type { ElementRows } from "./record-table.ts";

/* One byte for each record, or for each element: 1 for true. */

/** A list as words of four bytes, which are combined at once; the remaining bytes follow one by one. */
const viewAsWords = ({ buffer, length }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, 0, length >> 2);

/** Creating a view takes longer than combining fewer bytes one by one. */
const fewBytes = 64;

// Two loops of their own: called for each word, a function would take most of a run's time.
const keepBoth = (kept: Uint8Array, next: Uint8Array): void => {
  let done = 0;
  if (kept.length >= fewBytes) {
    const [words, others] = [viewAsWords(kept), viewAsWords(next)];
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & (others[at] ?? 0);
    done = 4 * words.length;
  }
  for (let at = done; at < kept.length; at++) kept[at] = (kept[at] ?? 0) & (next[at] ?? 0);
};

const addAny = (kept: Uint8Array, next: Uint8Array): void => {
  let done = 0;
  if (kept.length >= fewBytes) {
    const [words, others] = [viewAsWords(kept), viewAsWords(next)];
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) | (others[at] ?? 0);
    done = 4 * words.length;
  }
  for (let at = done; at < kept.length; at++) kept[at] = (kept[at] ?? 0) | (next[at] ?? 0);
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

/** Combines lists with AND; the first list itself if it is the only one, all zero if there is none. */
export const allBits = (bits: readonly Uint8Array[], size: number): Uint8Array =>
  joined(bits, size, keepBoth);

/** Combines lists with OR; the first list itself if it is the only one. */
export const anyBits = (bits: readonly Uint8Array[], size: number): Uint8Array =>
  joined(bits, size, addAny);

/** Combines two lists with AND; neither is changed. */
export const bothBits = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  allBits([one, other], one.length);

/** The bits that are in the first list and not in the other. */
export const withoutBits = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const rest = new Uint8Array(one.length);
  for (let at = 0; at < rest.length; at++) rest[at] = (one[at] ?? 0) & (1 - (other[at] ?? 0));
  return rest;
};

const counts = new WeakMap<Uint8Array, number>();

/** The number of set bits, counted once: after an edit most lists are the very same as before. */
export const countBits = (bits: Uint8Array): number => {
  const known = counts.get(bits);
  if (known !== undefined) return known;
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += bits[at] ?? 0;
  counts.set(bits, count);
  return count;
};

/**
 * Converts bits of elements to bits of their records: any of a record's elements, or all of them; `whenNone` if it has
 * none.
 */
export const bitsByRecord = (
  met: Uint8Array,
  { starts, single }: Pick<ElementRows, "starts" | "single">,
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
