import { expect, test } from "vitest";
import { describeLeft } from "./describe-left.ts";

test.each([
  [0, "New RMAs with undecided units are listed here."],
  [1, "1 RMA still has undecided units: select it in the list."],
  [2, "2 RMAs still have undecided units: select them in the list."],
  [1_200, "1,200 RMAs still have undecided units: select them in the list."],
])("%i RMAs left", (left, text) => {
  expect(describeLeft(left)).toBe(text);
});
