import { expect, test } from "vitest";
import { codeDigits, hasCodeDigits } from "./fold-words.ts";

const spellings = [
  "0012345678905",
  "12345678905",
  "0-12345-67890-5",
  "0 12345 67890 5",
  "00012345678905",
  " 012345678905",
];

test("all spellings of a code find each other", () => {
  for (const stored of spellings)
    for (const typed of spellings) expect(hasCodeDigits(["MUG-7", stored], typed)).toBe(true);
});

test.each([
  ["0012345", undefined],
  ["MUG-1234567", undefined],
  ["0000000000000", undefined],
  ["", undefined],
  ["1234-5678", "12345678"],
  ["96385074", "96385074"],
  ["9\u2011638507", "9638507"],
])("the digits of %j are %s", (text, digits) => {
  expect(codeDigits(text)).toBe(digits);
});

test("a part of a code finds it, another code doesn't", () => {
  expect(hasCodeDigits(["0-12345-67890-5"], "012345-6")).toBe(false);
  expect(hasCodeDigits(["0-12345-67890-5"], "012345-678")).toBe(true);
  expect(hasCodeDigits(["0-12345-67890-5"], "12345678906")).toBe(false);
});
