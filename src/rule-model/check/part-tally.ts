import type { PartKey } from "#rule-model/draft/part.ts";

/** Finds equal parts, updated part by part: the cost does not grow with the rule. */
export interface PartTally {
  /**
   * Sets a part's value (undefined: not counted) and returns the other parts that became unique or stopped being so.
   */
  readonly put: (key: PartKey, value: string | undefined) => readonly PartKey[];
  readonly isShared: (key: PartKey) => boolean;
}

export const createPartTally = (): PartTally => {
  const valueByKey = new Map<PartKey, string>();
  const keysBy = new Map<string, Set<PartKey>>();
  const leave = (key: PartKey, value: string): readonly PartKey[] => {
    const keys = keysBy.get(value);
    keys?.delete(key);
    if (keys?.size === 0) keysBy.delete(value);
    valueByKey.delete(key);
    return keys?.size === 1 ? [...keys] : [];
  };
  const join = (key: PartKey, value: string): readonly PartKey[] => {
    const keys = keysBy.get(value) ?? new Set();
    keysBy.set(value, keys.add(key));
    valueByKey.set(key, value);
    return keys.size === 2 ? [...keys].filter((other) => other !== key) : [];
  };
  return {
    put: (key, value) => {
      const before = valueByKey.get(key);
      if (before === value) return [];
      const left = before === undefined ? [] : leave(key, before);
      return value === undefined ? left : [...left, ...join(key, value)];
    },
    isShared: (key) => (keysBy.get(valueByKey.get(key) ?? "")?.size ?? 0) > 1,
  };
};
