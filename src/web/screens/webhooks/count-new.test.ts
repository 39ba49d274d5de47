import { expect, test } from "vitest";
import { countNew } from "./count-new.ts";

const events = (...ids: number[]) => ids.map((id) => ({ id }));

test.each([
  [[], [], 0],
  [[], [2, 1], 2],
  [[2, 1], [2, 1], 0],
  [[2, 1], [4, 3], 2],
  [[2, 3], [4, 3, 2], 1],
  [[5, 4], [3], 0],
])("of %j shown, %j has %i new", (shown, newest, expected) => {
  expect(countNew(events(...shown), events(...newest))).toBe(expected);
});
