/** The React keys of the rendered rows, by index. */
type RowKeys = ReadonlyMap<number, number>;

/** The keys of rows that are no longer rendered, and the next unused key. */
const findFreeKeys = (before: RowKeys, kept: ReadonlySet<number>) => ({
  free: [...before].filter(([index]) => !kept.has(index)).map(([, key]) => key),
  next: Math.max(-1, ...before.values()) + 1,
});

/**
 * Assigns keys to rendered rows. A row that stays rendered keeps its key, and so its focus and selection. After a jump
 * no row stays (except a focused one): then new rows reuse the keys and elements of the old ones, which is much faster
 * than creating elements. If only some rows change, new elements are created: moving elements would be slower.
 */
const assignRowKeys = (before: RowKeys, shown: readonly number[]): RowKeys => {
  const kept = new Set(shown.filter((index) => before.has(index)));
  const { free, next } = findFreeKeys(before, kept);
  const taken = kept.size <= 1 ? free : [];
  let made = next;
  return new Map(
    shown.map((index) => [index, before.get(index) ?? taken.shift() ?? made++] as const),
  );
};

/** Creates the keys for the rows of one table as it scrolls. */
export const createRowKeys = (): ((shown: readonly number[]) => RowKeys) => {
  let keys: RowKeys = new Map();
  return (shown) => (keys = assignRowKeys(keys, shown));
};
