/** The value below which this part of the values lie. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

/** With one decimal. */
export const round = (value: number): number => Math.round(value * 10) / 10;
