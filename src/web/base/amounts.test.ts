import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addKnown,
  completeSum,
  costInCents,
  readAmount,
  subtract,
  toCents,
  writeAmount,
} from "./amounts.ts";

test.each([
  ["199.50", 199.5],
  [" 12.5 ", 12.5],
  ["0", 0],
  ["007", 7],
  ["999999999999.99", 999_999_999_999.99],
])("%j is %d", (text, value) => {
  expect(readAmount(text)).toBe(value);
});

test.each([
  "199,50",
  "12,5",
  "1,234.50",
  "1 234.56",
  "1 234,56",
  "1\u00a0234.56",
  "(12.50)",
  "\u221212.50",
  "-1",
  "+1",
  "1e3",
  "12.345",
  ".5",
  "5.",
  "$5",
  "5 %",
  "１２",
  "٣",
  "0x10",
  "1.2.3",
  "1'000",
  "",
  "  ",
  "NaN",
  "Infinity",
  "9".repeat(13),
])("%j is no amount", (text) => {
  expect(readAmount(text)).toBeUndefined();
});

test.each([
  ["-4", -4],
  ["\u22124.50", -4.5],
  ["–4", -4],
  ["+4", 4],
  ["-0", 0],
  ["--4", undefined],
  ["- 4", undefined],
  ["4-", undefined],
])("where it may be negative, %j is %d", (text, value) => {
  expect(readAmount(text, true)).toBe(value);
});

test.each([
  [13.9563, 9, 125.61],
  [0.125, 8, 1],
  [0.0045, 1_000, 4.5],
  [209.87, 1, 209.87],
  [1.005, 1, 1.01],
  [0.1, 3, 0.3],
  [19.99, 100, 1_999],
  [null, 5, 0],
  [10, 0, 0],
])("%d x %d is %d", (cost, units, amount) => {
  expect(costInCents(cost, units)).toBe(toCents(amount));
});

test("what is written is read again", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      expect(readAmount(writeAmount(cents / 100), true)).toBe(cents / 100 + 0);
    }),
  );
});

test.each([
  [[], { known: undefined, missing: 0 }],
  [[null, undefined], { known: undefined, missing: 2 }],
  [[0, null], { known: 0, missing: 1 }],
  [[0.1, 0.2], { known: 0.3, missing: 0 }],
  [[12.345, -12.345], { known: 0, missing: 0 }],
  [[Number.NaN, Infinity, 5], { known: 5, missing: 2 }],
  [[1e15, 1], { known: 1e15 + 1, missing: 0 }],
])("the sum of %j is %j", (values, sum) => {
  expect(addKnown(values)).toEqual(sum);
});

test.each([
  [undefined, 5, undefined],
  [5, null, undefined],
  [0, 0, 0],
  [0.1, 0.3, 0.2],
  [120, 80, -40],
])("%j from %j is %j", (amount, from, difference) => {
  expect(subtract(amount, from)).toBe(difference);
});

test("a sum is complete only if nothing is missing", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: -1e6, max: 1e6 }))), (values) => {
      const complete = completeSum(addKnown(values));
      const whole = values.length > 0 && !values.includes(null);
      expect(complete).toBe(whole ? values.reduce<number>((a, b) => a + b!, 0) : undefined);
    }),
  );
});
