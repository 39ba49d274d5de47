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

/** How to write an amount that couldn't be read. */
export const amountHint = "Enter an amount like 12.50, without commas";

const amount = /^\d{1,12}(\.\d{1,2})?$/;

/**
 * The only reader of typed amounts: digits, a decimal point and up to two decimals, a minus where `negative`, which may be
 * typographic. Undefined for anything else: nothing is left out to make it fit.
 */
export const readAmount = (text: string, negative = false): number | undefined => {
  const [, sign = "", digits = ""] = /^([-−–+]?)(.*)$/.exec(text.trim()) ?? [];
  if (!amount.test(digits) || (sign !== "" && !negative)) return undefined;
  return sign === "" || sign === "+" ? Number(digits) : 0 - Number(digits);
};

/** An amount as it is typed: with two decimals, or with more if it has more. */
export const writeAmount = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return "";
  return Number.isInteger(Math.round(value * 1e6) / 1e4) ? value.toFixed(2) : String(value);
};

/** An amount in whole cents; a missing one counts as 0. */
export const toCents = (value: number | null | undefined): number => Math.round((value ?? 0) * 100);

/** The cost of some units in whole cents. Costs may have more than two decimals: they are multiplied before rounding. */
export const costInCents = (cost: number | null | undefined, units: number): number =>
  Math.round((Math.round((cost ?? 0) * 1e6) * units) / 1e4);
