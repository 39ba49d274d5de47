import { isRecord } from "./read-value.ts";

/** Whether two values are equal as JSON: the order of a record's fields does not count. Never recurses. */
export const sameValue = (one: unknown, other: unknown): boolean => {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right || (Number.isNaN(left) && Number.isNaN(right))) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (let at = 0; at < left.length; at++) pairs.push([left[at], right[at]]);
      continue;
    }
    if (!isRecord(left) || !isRecord(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pairs.push([left[key], right[key]]);
    }
  }
  return true;
};
