import { expect, test } from "vitest";
import { describeDeliveries, rankDeliveries } from "./day-counts.tsx";

/** From the most deliveries without a failure to the most failures. */
const inOrder = [
  [{ delivered: 120, failed: 0, waiting: 0 }, "120 delivered"],
  [{ delivered: 5, failed: 0, waiting: 3 }, "5 delivered"],
  [{ delivered: 0, failed: 0, waiting: 0 }, "0 delivered"],
  [{ delivered: 999, failed: 1, waiting: 0 }, "1 of 1,000 failed"],
  [{ delivered: 120, failed: 3, waiting: 0 }, "3 of 123 failed"],
] as const;

test.each(inOrder)("%j is %s, as a text and in files", (counts, text) => {
  expect(describeDeliveries(counts)).toBe(text);
});

test("webhooks are sorted by their deliveries as they are shown", () => {
  const sorted = inOrder
    .toReversed()
    .toSorted(([a], [b]) => (rankDeliveries(a) ?? 0) - (rankDeliveries(b) ?? 0));
  expect(sorted).toEqual(inOrder);
});

test("unknown counts have no text and no rank", () => {
  expect(describeDeliveries(undefined)).toBeUndefined();
  expect(rankDeliveries(undefined)).toBeUndefined();
});
