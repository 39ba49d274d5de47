import fc from "fast-check";
import { expect, test } from "vitest";
import { compareValues } from "./data-table-model.ts";
import type { CsvValue } from "./csv-value.ts";

const value = fc.oneof(
  fc.constantFrom<CsvValue>(null, undefined, "", true, false),
  fc.string(),
  fc.double({ noNaN: true }),
);

test("sorts numbers by value, texts in the person's order, and empty values last", () => {
  const sorted = ["R-10", null, "R-9", "", "a", "Ä", "B"].toSorted(compareValues);
  expect(sorted).toEqual(["a", "Ä", "B", "R-9", "R-10", null, ""]);
  expect([10, 9.5, undefined, -1, 0].toSorted(compareValues)).toEqual([-1, 0, 9.5, 10, undefined]);
});

test("the order is consistent", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
    }),
  );
});
