/** Different values in the order they were met; rows hold their numbers. 0 stands for none. */
export interface Interned<Value> {
  readonly values: readonly Value[];
  number(value: Value): number;
}

/** `keyOf` says which values are the same one. A value met again is kept as it came last. */
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
