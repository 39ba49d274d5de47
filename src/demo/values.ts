import { generateMersenne32Randomizer } from "@faker-js/faker";

/** Milliseconds of an hour and of a day. */
export const hour = 3_600_000;
export const day = 24 * hour;

/** The time span of the demonstration workspace: about 18 months. */
export const span = 548 * day;

/** The start of the day (UTC), so that a workspace is the same all day. */
export const startOfDay = (moment: Date): number => Math.floor(moment.getTime() / day) * day;

/** A timestamp as the API writes it (neighbours). */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** The same, or null for an event that has not occurred. */
export const isoOrNull = (moment: number | undefined): string | null =>
  moment === undefined ? null : iso(moment);

/** Sums of money are computed in whole cents and written as dollars. */
export const dollars = (cents: number): number => cents / 100;

/** Two decimals, for weights and lengths. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** Caches the results of a function of one text that is called repeatedly with few different texts. */
export const remembered = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = compute(text);
    known.set(text, value);
    return value;
  };
};

/** A seeded sequence of choices: the same seed and the same calls produce the same records. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A number from `low` to `high`. */
  between(low: number, high: number): number;
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

export const createRandom = (seed: number): Random => {
  const source = generateMersenne32Randomizer(seed);
  const next = () => source.next();
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    int: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("Nothing to pick from");
      return item;
    },
    some: (items, count) => {
      let wanted = Math.min(count, items.length);
      return items.filter((_, index) => {
        const taken = wanted > 0 && next() * (items.length - index) < wanted;
        if (taken) wanted -= 1;
        return taken;
      });
    },
    weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>): K => {
      const entries = Object.entries<number | undefined>(weights) as [K, number][];
      const last = entries.at(-1);
      if (last === undefined) throw new RangeError("Nothing to pick from");
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const [key] = entries.find(([, weight]) => (left -= weight) < 0) ?? last;
      return key;
    },
  };
};

/** Assigns the ids of each kind of record from 1 upward. */
export interface Ids {
  next(kind: string): number;
}

export const createIds = (): Ids => {
  const last = new Map<string, number>();
  return {
    next: (kind) => {
      const id = (last.get(kind) ?? 0) + 1;
      last.set(kind, id);
      return id;
    },
  };
};
