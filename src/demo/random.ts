import { generateMersenne32Randomizer } from "@faker-js/faker";

/** A seeded sequence of choices: the same seed and the same calls produce the same records. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True in `share` of all calls. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** `count` different items in their original order. */
  some<T>(items: readonly T[], count: number): T[];
  /** One of the keys, as frequently as its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K;
}

const pickFrom = <T>(items: readonly T[], at: number): T => {
  const item = items[at];
  if (item === undefined) throw new RangeError("Nothing to pick from");
  return item;
};

const weightedFrom = <K extends string>(
  weights: Readonly<Partial<Record<K, number>>>,
  at: number,
): K => {
  const keys = Object.keys(weights) as K[];
  const total = keys.reduce((sum, key) => sum + (weights[key] ?? 0), 0);
  let left = at * total;
  const hit = keys.find((key) => (left -= weights[key] ?? 0) < 0);
  return hit ?? pickFrom(keys, keys.length - 1);
};

export const createRandom = (seed: number): Random => {
  const source = generateMersenne32Randomizer(seed);
  const next = () => source.next();
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    int: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick: (items) => pickFrom(items, below(items.length)),
    some: (items, count) => {
      let wanted = Math.min(count, items.length);
      return items.filter((_, index) => {
        const taken = wanted > 0 && next() * (items.length - index) < wanted;
        if (taken) wanted -= 1;
        return taken;
      });
    },
    weighted: (weights) => weightedFrom(weights, next()),
  };
};
