import { expect, test } from "vitest";
import { delayAfter } from "./retry-schedule.ts";

test("ten tries in three days, each a little later than planned", () => {
  const pauses = Array.from({ length: 10 }, (_, index) =>
    delayAfter(index + 1, undefined, () => 0),
  );
  expect(pauses.map((ms) => (ms === undefined ? ms : ms / 60_000))).toEqual([
    5 / 60,
    5,
    30,
    120,
    300,
    600,
    840,
    1_200,
    1_440,
    undefined,
  ]);
  expect(delayAfter(1, undefined, () => 0.5)).toBe(5_500);
});
