/** Sums of money are computed in whole cents and written as dollars. */
export const dollars = (cents: number): number => cents / 100;

/** A retail price near `cents`: whole dollars, or just below them. */
export const shelfPrice = (cents: number, below: number): number =>
  Math.max(100, Math.ceil(cents / 100) * 100) - below;

/** Two decimals, for weights and lengths. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;
