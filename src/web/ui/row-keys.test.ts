import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RowKeys, rowKeys } from "./row-keys.ts";

const first = rowKeys(new Map(), [0, 1, 2, 3]);

describe("the keys of the rows in the page", () => {
  test.each<[string, number[], [number, number][]]>([
    [
      "nothing moves",
      [0, 1, 2, 3],
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ],
    [
      "a step down makes one",
      [1, 2, 3, 4],
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
    ],
    [
      "a jump takes all over, in order",
      [50, 51, 52, 53],
      [
        [50, 0],
        [51, 1],
        [52, 2],
        [53, 3],
      ],
    ],
    [
      "a jump leaves the row with the focus alone",
      [1, 50, 51, 52],
      [
        [1, 1],
        [50, 0],
        [51, 2],
        [52, 3],
      ],
    ],
    [
      "a taller window makes some",
      [50, 51, 52, 53, 54],
      [
        [50, 0],
        [51, 1],
        [52, 2],
        [53, 3],
        [54, 4],
      ],
    ],
    ["nothing is left", [], []],
  ])("%s", (_, shown, keys) => {
    expect([...rowKeys(first, shown)]).toEqual(keys);
  });

  test("every row has one of its own, and one that stays keeps it", () => {
    const windows = fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 20 }), { maxLength: 20 });
    fc.assert(
      fc.property(windows, (all) => {
        let before: RowKeys = new Map();
        for (const shown of all) {
          const now = rowKeys(before, shown);
          expect([...now.keys()]).toEqual(shown);
          expect(new Set(now.values()).size).toBe(shown.length);
          const stayed = [...before].filter(([index]) => now.has(index));
          expect(stayed.map(([index]) => [index, now.get(index)])).toEqual(stayed);
          before = now;
        }
      }),
    );
  });
});
