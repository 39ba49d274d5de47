import fc from "fast-check";
import { expect, test } from "vitest";
import { costInCents, readAmount, toCents, writeAmount } from "./amount.ts";

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
