/** The queue's ids after its list was loaded again: nothing moves or leaves, and new ones come last. */
export const mergeQueue = (held: readonly number[], loaded: readonly number[]): number[] => [
  ...held,
  ...loaded.filter((id) => !held.includes(id)),
];

/**
 * The queue's ids after a person refreshed it: as loaded, with new ones in their place. Of the others only those that are
 * kept stay, each behind the one that it followed.
 */
export const refreshQueue = (
  held: readonly number[],
  loaded: readonly number[],
  isKept: (id: number) => boolean,
): number[] => {
  const queue = [...loaded];
  for (const [place, id] of held.entries()) {
    if (queue.includes(id) || !isKept(id)) continue;
    const before = held.slice(0, place).findLast((one) => queue.includes(one));
    queue.splice(before === undefined ? 0 : queue.indexOf(before) + 1, 0, id);
  }
  return queue;
};

/** The neighbor of an RMA, `step` places away; the first or last one at the end, undefined in an empty queue. */
export const stepFrom = (
  ids: readonly number[],
  from: number | undefined,
  step: number,
): number | undefined => {
  const at = from === undefined ? -1 : ids.indexOf(from);
  return at < 0 ? ids[0] : ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
};

/** The RMAs that come next and are still to decide, at most `count`. After the last one come those that were skipped. */
export const listAhead = (
  ids: readonly number[],
  from: number | undefined,
  isOpen: (id: number) => boolean,
  count: number,
): number[] => {
  const at = from === undefined ? -1 : ids.indexOf(from);
  const others = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))];
  return others.filter((id) => id !== from && isOpen(id)).slice(0, count);
};
