/**
 * The fewest ids that must move to turn one order into another: all except the longest subsequence that is in the
 * same order in both (patience sorting). Ids in only one of the lists are ignored.
 */
export const movedIds = (
  before: readonly string[],
  after: readonly string[],
): ReadonlySet<string> => {
  const places = new Map(before.map((name, at) => [name, at]));
  const common = after.filter((name) => places.has(name));
  const tails: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const name of common) {
    const place = places.get(name) ?? 0;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous.set(place, tails[low - 1]);
    tails[low] = place;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous.get(at)) kept.add(at);
  return new Set(common.filter((name) => !kept.has(places.get(name) ?? 0)));
};
