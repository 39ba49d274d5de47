/** The rows of each key, in ascending order; those of key k are from `starts[k]` up to `starts[k + 1]`. */
export interface Postings {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

export const noPostings = (keys: number): Postings => ({
  starts: new Uint32Array(keys + 1),
  rows: new Uint32Array(0),
});

/** Added pairs of keys and rows, in ascending order of rows. */
export interface Additions {
  add(key: number, row: number): void;
  readonly keys: () => Uint32Array;
  readonly rows: () => Uint32Array;
}

export const createAdditions = (expected: number): Additions => {
  let [keys, rows] = [new Uint32Array(expected), new Uint32Array(expected)];
  let count = 0;
  const grown = (old: Uint32Array) => {
    const larger = new Uint32Array(Math.max(1024, old.length * 2));
    larger.set(old);
    return larger;
  };
  return {
    add: (key, row) => {
      if (count === keys.length) [keys, rows] = [grown(keys), grown(rows)];
      keys[count] = key;
      rows[count++] = row;
    },
    keys: () => keys.subarray(0, count),
    rows: () => rows.subarray(0, count),
  };
};

/** Groups added rows by key. */
const groupPostings = (keyCount: number, additions: Additions): Postings => {
  const keys = additions.keys();
  const added = additions.rows();
  const starts = new Uint32Array(keyCount + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key < keyCount; key++)
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const places = starts.slice();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    const place = places[key] ?? 0;
    rows[place] = added[at] ?? 0;
    places[key] = place + 1;
  }
  return { starts, rows };
};

/** Up to this many numbers are copied faster one by one than as a block. */
const fewRows = 32;
/** The number of rows copied per step. */
const rowsPerStep = 1_000_000;

/** Joins two postings in steps; all rows of the second follow those of the first, which may have fewer keys. */
function* joinPostings(first: Postings, second: Postings): Generator<void, Postings> {
  const keyCount = second.starts.length - 1;
  const starts = new Uint32Array(keyCount + 1);
  const rows = new Uint32Array(first.rows.length + second.rows.length);
  let [at, stepEnd] = [0, rowsPerStep];
  const copy = (from: Postings, key: number) => {
    const start = from.starts[key] ?? 0;
    const end = from.starts[key + 1] ?? start;
    if (end - start > fewRows) rows.set(from.rows.subarray(start, end), at);
    else for (let one = start; one < end; one++) rows[at + one - start] = from.rows[one] ?? 0;
    at += end - start;
  };
  const firstKeys = first.starts.length - 1;
  for (let key = 0; key < keyCount; key++) {
    if (at > stepEnd) {
      yield;
      stepEnd = at + rowsPerStep;
    }
    starts[key] = at;
    if (key < firstKeys) copy(first, key);
    copy(second, key);
  }
  starts[keyCount] = at;
  return { starts, rows };
}

/** Adds keys and rows to postings, in steps; the new rows follow all existing ones. */
export const withAdditions = (
  old: Postings,
  keyCount: number,
  additions: Additions,
): Generator<void, Postings> => joinPostings(old, groupPostings(keyCount, additions));

/** A part is joined with the previous one unless it is smaller by this factor. */
const partRatio = 4;

/**
 * Adds a part to postings that are kept in parts of decreasing size, so that few additions do not copy everything; in
 * steps.
 */
export function* withPart(
  parts: readonly Postings[],
  keyCount: number,
  additions: Additions,
): Generator<void, Postings[]> {
  const kept = [...parts];
  let last = groupPostings(keyCount, additions);
  for (let before = kept.at(-1); before; before = kept.at(-1)) {
    if (last.rows.length * partRatio < before.rows.length) break;
    kept.pop();
    last = yield* joinPostings(before, last);
  }
  return [...kept, last];
}

/** Renumbers the rows of postings; rows without a new number are removed. */
export const renumberPostings = (old: Postings, numbers: Int32Array): Postings => {
  const starts = new Uint32Array(old.starts.length);
  const rows = new Uint32Array(old.rows.length);
  let at = 0;
  for (let key = 0; key + 1 < starts.length; key++) {
    starts[key] = at;
    const to = old.starts[key + 1] ?? 0;
    for (let one = old.starts[key] ?? 0; one < to; one++) {
      const number = numbers[old.rows[one] ?? 0] ?? -1;
      if (number >= 0) rows[at++] = number;
    }
  }
  starts[starts.length - 1] = at;
  return { starts, rows: rows.slice(0, at) };
};
