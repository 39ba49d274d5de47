import { isRecord } from "./read-value.ts";

/** Records nested deeper than this count as different unless they are the same object. */
const deepest = 60;

/** Whether two values are equal as JSON: the order of a record's fields does not count. */
export const sameValue = (one: unknown, other: unknown, depth = 0): boolean => {
  if (Object.is(one, other)) return true;
  if (depth > deepest) return false;
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      one.every((item, index) => sameValue(item, other[index], depth + 1))
    );
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key], other[key], depth + 1))
  );
};
