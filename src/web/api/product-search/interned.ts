/** Distinct values in order of first use; rows store their numbers. 0 means no value. */
export interface Interned<Value> {
  readonly values: readonly Value[];
  number(value: Value): number;
}

/** Values with the same `keyOf` share a number; the latest of them is kept. */
export const createInterned = <Value>(
  keyOf: (value: Value) => string,
  none: Value,
  known: readonly Value[] = [],
): Interned<Value> => {
  const values = known.length > 0 ? [...known] : [none];
  const numbers = new Map(values.map((value, at) => [keyOf(value), at]));
  return {
    values,
    number: (value) => {
      const key = keyOf(value);
      const at = numbers.get(key) ?? values.length;
      numbers.set(key, at);
      values[at] = value;
      return at;
    },
  };
};
