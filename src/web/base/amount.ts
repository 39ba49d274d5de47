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
