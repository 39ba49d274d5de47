import { describe, expect, test } from "vitest";
import { createUnitBands } from "./row-columns.ts";

describe("a stock spread", () => {
  test.each<[number[], unknown]>([
    [[], []],
    [[Number.NaN], []],
    [[0, -3], [{ from: null, to: 0, count: 2 }]],
    [
      [1, 4, 10],
      [
        { from: 1, to: 4, count: 2 },
        { from: 5, to: 9, count: 0 },
        { from: 10, to: 19, count: 1 },
      ],
    ],
    [[100_000, 1e15], [{ from: 100_000, to: null, count: 2 }]],
  ])("of %j", (units, bands) => {
    const spread = createUnitBands();
    for (const one of units) spread.add(one);
    expect(spread.bands()).toEqual(bands);
  });
});
