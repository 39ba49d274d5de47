import type { PartKey } from "./part.ts";

/** Which parts say the same, kept up by part: costs nothing that grows with the rule. */
export interface PartTally {
  /** Says what a part says now (undefined: nothing that counts); gives the other parts whose being alone or not changed. */
  readonly put: (key: PartKey, said: string | undefined) => readonly PartKey[];
  readonly isShared: (key: PartKey) => boolean;
}

export const createPartTally = (): PartTally => {
  const saidBy = new Map<PartKey, string>();
  const keysBy = new Map<string, Set<PartKey>>();
  const leave = (key: PartKey, said: string): readonly PartKey[] => {
    const keys = keysBy.get(said);
    keys?.delete(key);
    if (keys?.size === 0) keysBy.delete(said);
    saidBy.delete(key);
    return keys?.size === 1 ? [...keys] : [];
  };
  const join = (key: PartKey, said: string): readonly PartKey[] => {
    const keys = keysBy.get(said) ?? new Set();
    keysBy.set(said, keys.add(key));
    saidBy.set(key, said);
    return keys.size === 2 ? [...keys].filter((other) => other !== key) : [];
  };
  return {
    put: (key, said) => {
      const before = saidBy.get(key);
      if (before === said) return [];
      const left = before === undefined ? [] : leave(key, before);
      return said === undefined ? left : [...left, ...join(key, said)];
    },
    isShared: (key) => (keysBy.get(saidBy.get(key) ?? "")?.size ?? 0) > 1,
  };
};
