import { expect, test } from "vitest";
import { findAxisEnd, formatShare } from "./overview-words.ts";

test.each([
  [0, 0, ""],
  [0, 10, "0%"],
  [10, 10, "100%"],
  [1, 3, "33.3%"],
  [1, 100_000, "< 0.1%"],
  [99_999, 100_000, "> 99.9%"],
])("%i of %i is %j", (count, of, words) => expect(formatShare(count, of)).toBe(words));

test.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [20, 20],
  [21, 30],
  [51, 60],
  [650, 800],
  [12_345, 20_000],
])("an axis for %i ends at %i", (most, end) => expect(findAxisEnd(most)).toBe(end));
