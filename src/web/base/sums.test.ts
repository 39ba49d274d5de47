import fc from "fast-check";
import { expect, test } from "vitest";
import { addKnown, completeSum, subtract } from "./sums.ts";

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
