/** A sum of values of which some may be missing. */
export interface Sum {
  /** The sum of the known values; undefined if none is known, which is not zero. */
  readonly known: number | undefined;
  /** The number of missing values. */
  readonly missing: number;
}

type Value = number | null | undefined;

const isKnown = (value: Value): value is number => Number.isFinite(value);

/** Rounds away the binary errors of decimal sums; larger numbers have no digits left for them. */
const roundDecimals = (amount: number): number =>
  Math.abs(amount) < 1e9 ? Math.round(amount * 1e6) / 1e6 : amount;

/** Adds values; a missing one never counts as zero. */
export const addKnown = (values: readonly Value[]): Sum => {
  const known = values.filter(isKnown);
  return {
    known: known.length === 0 ? undefined : roundDecimals(known.reduce((a, b) => a + b, 0)),
    missing: values.length - known.length,
  };
};

/** The sum if it is complete; undefined if a value is missing, or if there are none. */
export const completeSum = ({ known, missing }: Sum): number | undefined =>
  missing === 0 ? known : undefined;

/** The difference of two amounts; undefined if one is missing. */
export const subtract = (amount: Value, from: Value): number | undefined =>
  isKnown(amount) && isKnown(from) ? roundDecimals(from - amount) : undefined;
