/*
 * Exact decimals: prices times percentages must not have rounding errors of binary fractions. A decimal is an integer
 * times 10^-scale. Texts with more than 100 characters are not accepted as numbers, which limits the cost of every
 * operation.
 */

/** `digits` divided by 10 to the power `scale`; scale is never negative. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
  /** The nearest JavaScript number, if it is known. */
  readonly near?: number;
}

const maxLength = 100;
const maxExponent = 400;
/** The fraction digits of a quotient that does not terminate. */
const quotientPlaces = 12;

const spelling = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

const smallPowers = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent));
const power = (exponent: number): bigint => smallPowers[exponent] ?? 10n ** BigInt(exponent);

/** Below this, each JavaScript number corresponds to exactly one decimal spelling. */
const exactBelow = 1e15;
/** The usual scales of amounts: whole ones, money, and percentages of money. */
const usualScales = [0, 2, 4, 6] as const;

/** Fast path for amounts with few fraction digits, which nearly all are, without formatting and parsing them. */
const ofAmount = (near: number): Decimal | undefined => {
  for (const scale of usualScales) {
    const factor = 10 ** scale;
    const digits = Math.round(near * factor);
    if (Math.abs(digits) >= exactBelow) return undefined;
    if (digits / factor === near) return { digits: BigInt(digits), scale, near };
  }
  return undefined;
};

/** A finite number, or its text form (`12`, `-0.5`, `1e3`, spaces around it); undefined for anything else. */
export const parseDecimal = (value: unknown): Decimal | undefined => {
  if (typeof value === "number")
    return Number.isFinite(value) ? (ofAmount(value) ?? parseText(String(value))) : undefined;
  return typeof value === "string" && value.length <= maxLength
    ? parseText(value.trim())
    : undefined;
};

const parseText = (text: string): Decimal | undefined => {
  const [, sign, whole = "", fraction = "", exponent = "0"] = spelling.exec(text) ?? [];
  const shift = Number(exponent);
  if (sign === undefined || whole + fraction === "" || Math.abs(shift) > maxExponent)
    return undefined;
  const digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const scale = fraction.length - shift;
  const near = Number(text);
  return scale < 0 ? { digits: digits * power(-scale), scale: 0, near } : { digits, scale, near };
};

const trimmed = ({ digits, scale }: Decimal): Decimal => {
  let [rest, places] = [digits, scale];
  while (places > 0 && rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1];
  return { digits: rest, scale: places };
};

/** The decimal in plain digits, without an exponent and without trailing zeros. */
export const formatDecimal = (decimal: Decimal): string => {
  const { digits, scale } = trimmed(decimal);
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
};

const powers = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/** The nearest JSON number. */
export const toNumber = (decimal: Decimal): number => {
  const digits = Number(decimal.digits);
  const divisor = powers[decimal.scale];
  // Dividing two exact numbers gives the nearest one; beyond these limits they would not be exact.
  return divisor !== undefined && Math.abs(digits) < exactBelow
    ? digits / divisor
    : Number(formatDecimal(decimal));
};

const aligned = (one: Decimal, other: Decimal): [bigint, bigint, number] => {
  if (one.scale === other.scale) return [one.digits, other.digits, one.scale];
  const scale = Math.max(one.scale, other.scale);
  return [one.digits * power(scale - one.scale), other.digits * power(scale - other.scale), scale];
};

export const addDecimals = (one: Decimal, other: Decimal): Decimal => {
  const [left, right, scale] = aligned(one, other);
  return { digits: left + right, scale };
};

export const subtractDecimals = (one: Decimal, other: Decimal): Decimal =>
  addDecimals(one, { digits: -other.digits, scale: other.scale });

/** Digits after these can't change the nearest JSON number, and would take ever more time in a long product. */
const keptDigits = 1_000;
const tooManyDigits = power(2 * keptDigits);

/** A number beyond those of JSON, also after another factor or divisor. */
const overflow = power(3 * keptDigits);

const bounded = (decimal: Decimal): Decimal => {
  const { digits, scale } = decimal;
  if (digits < tooManyDigits && digits > -tooManyDigits) return decimal;
  return scale >= keptDigits
    ? { digits: digits / power(keptDigits), scale: scale - keptDigits }
    : { digits: digits < 0n ? -overflow : overflow, scale: 0 };
};

export const multiplyDecimals = (one: Decimal, other: Decimal): Decimal =>
  trimmed(bounded({ digits: one.digits * other.digits, scale: one.scale + other.scale }));

/**
 * The quotient, rounded half away from zero at 12 places if it does not terminate before; undefined for division by
 * zero.
 */
export const divideDecimals = (one: Decimal, other: Decimal): Decimal | undefined => {
  if (other.digits === 0n) return undefined;
  const [left, right] = aligned(one, other);
  const doubled = (2n * left * power(quotientPlaces)) / right;
  const away = doubled < 0n ? -1n : 1n;
  return trimmed(bounded({ digits: (doubled + away) / 2n, scale: quotientPlaces }));
};

/** Negative, zero or positive, as for sorting. */
export const compareDecimals = (one: Decimal, other: Decimal): number => {
  // Rounding keeps the order: if the nearest numbers differ, the decimals differ in the same direction. Nearly always
  // they do.
  if (one.near !== undefined && other.near !== undefined && one.near !== other.near)
    return one.near < other.near ? -1 : 1;
  const [left, right] = aligned(one, other);
  return left < right ? -1 : Number(left > right);
};

/** The decimal's `percent` per cent. */
export const takePercent = (decimal: Decimal, percent: Decimal): Decimal =>
  multiplyDecimals(decimal, { digits: percent.digits, scale: percent.scale + 2 });

/** The decimal with other digits after the point; sign and whole part stay. */
export const withFraction = ({ digits, scale }: Decimal, fraction: string): Decimal => {
  const sign = digits < 0n ? -1n : 1n;
  const whole = (sign * digits) / power(scale);
  const places = fraction.length;
  return { digits: sign * (whole * power(places) + BigInt(fraction)), scale: places };
};
