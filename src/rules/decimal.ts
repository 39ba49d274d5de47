import Big from "big.js";

/*
 * Exact decimals, by big.js: prices times percentages must not have rounding errors of binary fractions. The only reader
 * of numbers for values and operands of every handle.
 */

/**
 * A decimal. A JavaScript number is the decimal that it is written as (0.1 is a tenth); what no number is written as is a
 * Big.
 */
export type Decimal = number | Big;

/** Texts that are longer are no numbers, which limits the cost of every operation. */
const maxLength = 100;
const maxExponent = 400;
/** A text of so many digits is the decimal that the nearest JavaScript number is written as. */
const exactDigits = 15;
/** The significant digits of a quotient that does not end before, as in the decimal128 of IEEE 754. */
const quotientDigits = 34;
/** Longer products are rounded to so many digits: far more than any result has, and a long one would take ever more time. */
const keptDigits = 100;

// Constructors of their own: big.js keeps its settings in them.
const Exact = Big();
const Quotient = Big();
Quotient.RM = Big.roundHalfEven;

const spelling = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

const parseText = (text: string): Decimal | undefined => {
  const [match, whole = "", fraction = "", exponent = "0"] = spelling.exec(text) ?? [];
  if (match === undefined || whole + fraction === "" || Math.abs(Number(exponent)) > maxExponent)
    return undefined;
  const near = Number(text);
  const isExact =
    (whole + fraction).replace(/^0+/, "").length <= exactDigits &&
    (near === 0 || (Math.abs(near) > 1e-290 && Math.abs(near) < 1e290));
  return isExact ? near || 0 : new Exact(text.replace("+", "").replace(/^-?(?=e)/, "$&0"));
};

/**
 * A finite number, or its text form: digits with a decimal point, a sign and an exponent (`12`, `-0.5`, `1e3`), spaces
 * around them. Undefined for anything else: `50%`, `1,234.50`, `0x10`.
 */
export const parseDecimal = (value: unknown): Decimal | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? value || 0 : undefined;
  return typeof value === "string" && value.length <= maxLength
    ? parseText(value.trim())
    : undefined;
};

/** A whole number in text form; undefined for anything else. */
export const parseInteger = (text: string): number | undefined => {
  const decimal = parseDecimal(text);
  const near = decimal === undefined ? Number.NaN : toNumber(decimal);
  return Number.isInteger(near) ? near : undefined;
};

const exact = (decimal: Decimal): Big =>
  typeof decimal === "number" ? new Exact(decimal) : decimal;

/** The decimal in plain digits, without an exponent and without trailing zeros. */
export const formatDecimal = (decimal: Decimal): string => {
  const short = String(decimal);
  if (typeof decimal === "number" && !short.includes("e")) return short;
  const text = exact(decimal).toFixed();
  return text === "-0" ? "0" : text;
};

/** Amounts up to this many fraction digits, as whole numbers of them, are calculated without big.js: nearly all are. */
const fraction = 1e4;
/** Whole numbers below this, divided by a power of ten, are the number that is written so. */
const wholeBelow = 1e15;

const toWhole = (decimal: Decimal): number => {
  const whole = typeof decimal === "number" ? Math.round(decimal * fraction) : Number.NaN;
  return whole / fraction === decimal ? whole : Number.NaN;
};

const fromWhole = (whole: number, unit: number): number | undefined =>
  Math.abs(whole) < wholeBelow ? whole / unit || 0 : undefined;

/** The nearest JSON number; infinite beyond those of JSON. */
export const toNumber = (decimal: Decimal): number =>
  typeof decimal === "number" ? decimal : Number(decimal.toString()) || 0;

export const addDecimals = (one: Decimal, other: Decimal): Decimal => {
  const fast = fromWhole(toWhole(one) + toWhole(other), fraction);
  if (fast !== undefined) return fast;
  const [left, right] = [exact(one), exact(other)];
  // Aligning very different exponents would write all the zeros between them.
  if (Math.abs(left.e - right.e) > 3 * maxExponent && left.c[0] !== 0 && right.c[0] !== 0)
    return left.e > right.e ? left : right;
  return left.plus(right);
};

export const subtractDecimals = (one: Decimal, other: Decimal): Decimal =>
  addDecimals(one, typeof other === "number" ? -other : other.neg());

const shorten = (product: Big): Big =>
  product.c.length > 2 * keptDigits ? product.prec(keptDigits) : product;

export const multiplyDecimals = (one: Decimal, other: Decimal): Decimal =>
  fromWhole(toWhole(one) * toWhole(other), fraction * fraction) ??
  shorten(exact(one).times(exact(other)));

/** The same digits with the point after the first one. */
const mantissa = (decimal: Big): Big => {
  const found = new Quotient(decimal);
  found.e = 0;
  return found;
};

/**
 * The quotient, rounded half to even at so many significant digits if it does not end before; undefined for division by
 * zero.
 */
export const divideDecimals = (
  one: Decimal,
  other: Decimal,
  digits = quotientDigits,
): Decimal | undefined => {
  const [left, right] = [exact(one), exact(other)];
  if (right.c[0] === 0) return undefined;
  if (left.c[0] === 0) return 0;
  const [over, under] = [mantissa(left), mantissa(right)];
  // A quotient of mantissas is from 0.1 to 10: below 1, its first digit is one place further.
  Quotient.DP = over.abs().lt(under.abs()) ? digits : digits - 1;
  const quotient = new Exact(over.div(under));
  quotient.e += left.e - right.e;
  return quotient;
};

/** Rounded half to even to the significant digits of a quotient. */
export const roundDecimal = (decimal: Decimal): Decimal =>
  typeof decimal === "number" ? decimal : decimal.prec(quotientDigits, Big.roundHalfEven);

/** Negative, zero or positive, as for sorting. */
export const compareDecimals = (one: Decimal, other: Decimal): number =>
  typeof one === "number" && typeof other === "number" ? one - other : exact(one).cmp(exact(other));

/** The decimal's `percent` per cent. */
export const takePercent = (decimal: Decimal, percent: Decimal): Decimal =>
  multiplyDecimals(multiplyDecimals(decimal, percent), 0.01);

/** The decimal with another text for its whole part or its fraction; a sign stays. */
export const withDigits = (
  decimal: Decimal,
  change: (whole: string, fraction: string) => string,
): Decimal => {
  const [whole = "", digits = ""] = formatDecimal(decimal).split(".");
  return parseText(change(whole, digits)) ?? decimal;
};
