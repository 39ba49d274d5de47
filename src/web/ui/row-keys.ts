/** React's keys of the rows that are in the page, by their place in the table. */
export type RowKeys = ReadonlyMap<number, number>;

/** The keys that rows of the last window gave up, and the next one that was never used. */
const leftOf = (before: RowKeys, kept: ReadonlySet<number>) => ({
  free: [...before].filter(([index]) => !kept.has(index)).map(([, key]) => key),
  next: Math.max(-1, ...before.values()) + 1,
});

/**
 * A row that stays in the page keeps its key, so that focus and selection stay with it. After a jump nothing stays (but
 * a row that has the focus): then the new rows take the old ones' keys and so their elements, which is much quicker
 * than making new ones. While only some come and go, new ones are made: moving elements costs more than that.
 */
export const rowKeys = (before: RowKeys, shown: readonly number[]): RowKeys => {
  const kept = new Set(shown.filter((index) => before.has(index)));
  const { free, next } = leftOf(before, kept);
  const taken = kept.size <= 1 ? free : [];
  let made = next;
  return new Map(
    shown.map((index) => [index, before.get(index) ?? taken.shift() ?? made++] as const),
  );
};

/** Creates the keys for the rows of one table as it scrolls. */
export const createRowKeys = (): ((shown: readonly number[]) => RowKeys) => {
  let keys: RowKeys = new Map();
  return (shown) => (keys = rowKeys(keys, shown));
};
