/** Repeats a removal, of some rows at a time, until there is nothing to remove. Returns how many rows it removed. */
export const pruneAll = async (removeOldest: () => Promise<number>): Promise<number> => {
  let removed = 0;
  for (;;) {
    const count = await removeOldest();
    if (count === 0) return removed;
    removed += count;
  }
};
