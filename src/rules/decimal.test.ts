import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  takePercent,
  subtractDecimals,
  toNumber,
} from "./decimal.ts";

const decimal = (text: string | number) => {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new Error(`${text} is no decimal`);
  return parsed;
};

describe("parseDecimal", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [19.99, "19.99"],
    [1e21, "1000000000000000000000"],
    [5e-7, "0.0000005"],
    [" -12.50 ", "-12.5"],
    ["+.5", "0.5"],
    ["5.", "5"],
    ["1e3", "1000"],
    ["-0.05", "-0.05"],
    ["0.1000000000000000000001", "0.1000000000000000000001"],
  ])("%j is %s", (value, text) => {
    expect(formatDecimal(decimal(value))).toBe(text);
  });

  test.each([
    [
      "",
      ".",
      "-",
      "e5",
      "1e",
      "1e9999",
      "1,5",
      "$5",
      "0x10",
      "1 2",
      "Infinity",
      "١٢",
      "9".repeat(101),
    ],
    [null, undefined, true, {}, [], Number.NaN, Number.POSITIVE_INFINITY, 5n, Symbol.iterator],
  ])("nothing else is a number", (...values) => {
    for (const value of values) expect(parseDecimal(value)).toBeUndefined();
  });
});

describe("decimal arithmetic", () => {
  test.each([
    ["sum", addDecimals(decimal("0.1"), decimal("0.2")), "0.3"],
    ["difference", subtractDecimals(decimal("0.3"), decimal("0.1")), "0.2"],
    ["product", multiplyDecimals(decimal("1.005"), decimal("100")), "100.5"],
    ["quotient that ends", divideDecimals(decimal("10"), decimal("4")), "2.5"],
    [
      "quotient that does not",
      divideDecimals(decimal("2"), decimal("3")),
      "0.6666666666666666666666666666666667",
    ],
    [
      "quotient below zero",
      divideDecimals(decimal("-2"), decimal("3")),
      "-0.6666666666666666666666666666666667",
    ],
    ["share", takePercent(decimal("19.99"), decimal("7.5")), "1.49925"],
  ])("the %s is exact", (_name, result, text) => {
    expect(formatDecimal(result ?? 0)).toBe(text);
  });

  test("division by zero has no result", () => {
    expect(divideDecimals(decimal("1"), decimal("0.00"))).toBeUndefined();
  });

  const repeated = (
    calculate: (one: Decimal, other: Decimal) => Decimal | undefined,
    ...factors: string[]
  ) =>
    factors
      .flatMap((factor) => Array.from({ length: 1_000 }, () => decimal(factor)))
      .reduce<Decimal | undefined>(
        (value, factor) => (value === undefined ? undefined : calculate(value, factor)),
        decimal(1),
      );

  test.each([
    ["many large factors", repeated(multiplyDecimals, "9.999999999999998")],
    ["many small divisors", repeated(divideDecimals, "0.001")],
  ])("the result of %s is too large", (_name, result) => {
    expect(toNumber(result ?? 0)).toBe(Infinity);
  });

  test.each([
    ["large factors, and then small ones", repeated(multiplyDecimals, "1e99", "1e-99")],
    ["small divisors, and then large ones", repeated(divideDecimals, "-0.001", "1000")],
  ])("%s lose nothing in between", (_name, result) => {
    expect(toNumber(result ?? 0)).toBe(1);
  });

  // The exact quotients to 34 significant digits, half to even (IEEE 754 decimal128).
  test.each([
    ["1e-13", "1", "0.0000000000001"],
    ["47590070.6", "8736626023426", "0.00000544719099482959482929930977116731"],
    ["10", "3", "3.333333333333333333333333333333333"],
    ["1e40", "3", "3333333333333333333333333333333333000000"],
    ["1", "8", "0.125"],
    ["0", "7", "0"],
    ["-1", "7e20", "-0.000000000000000000001428571428571428571428571428571429"],
  ])("%s / %s is %s", (one, other, quotient) => {
    expect(formatDecimal(divideDecimals(decimal(one), decimal(other)) ?? 0)).toBe(quotient);
  });

  test("many small factors have the nearest number", () => {
    const product = repeated(multiplyDecimals, "0.951");
    expect(toNumber(product ?? 0) / 0.951 ** 1_000).toBeCloseTo(1, 9);
  });

  const amount = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });

  test("numbers are unchanged after a round trip", () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(toNumber(decimal(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  const hundredths = fc.oneof(
    fc.maxSafeInteger().map((whole) => whole / 100),
    fc.integer().map((whole) => whole / 100),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );

  test("a number equals its spelling, and the other way round", () => {
    fc.assert(
      fc.property(hundredths, (value) => {
        expect(compareDecimals(decimal(value), decimal(String(value)))).toBe(0);
        expect(formatDecimal(decimal(value))).toBe(formatDecimal(decimal(String(value))));
        expect(toNumber(decimal(value))).toBe(Number(formatDecimal(decimal(value))));
      }),
      { numRuns: 2_000 },
    );
  });

  test("subtraction reverts addition", () => {
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const back = subtractDecimals(addDecimals(decimal(one), decimal(other)), decimal(other));
        expect(compareDecimals(back, decimal(one))).toBe(0);
      }),
    );
  });

  test("the order is that of numbers", () => {
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        expect(Math.sign(compareDecimals(decimal(one), decimal(other)))).toBe(
          Number(one > other) - Number(one < other),
        );
      }),
    );
  });
});
