import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRowKeys } from "./row-keys.ts";

describe("keys of rendered rows", () => {
  test.each<[string, number[], [number, number][]]>([
    [
      "no change keeps all",
      [0, 1, 2, 3],
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ],
    [
      "one step down creates one",
      [1, 2, 3, 4],
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
    ],
    [
      "a jump reuses all, in order",
      [50, 51, 52, 53],
      [
        [50, 0],
        [51, 1],
        [52, 2],
        [53, 3],
      ],
    ],
    [
      "a jump keeps the focused row's",
      [1, 50, 51, 52],
      [
        [1, 1],
        [50, 0],
        [51, 2],
        [52, 3],
      ],
    ],
    [
      "a taller window creates some",
      [50, 51, 52, 53, 54],
      [
        [50, 0],
        [51, 1],
        [52, 2],
        [53, 3],
        [54, 4],
      ],
    ],
    ["no rows", [], []],
  ])("%s", (_, shown, keys) => {
    const assign = createRowKeys();
    assign([0, 1, 2, 3]);
    expect([...assign(shown)]).toEqual(keys);
  });

  test("each row has its own key, and keeps it while it is rendered", () => {
    const windows = fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 20 }), { maxLength: 20 });
    fc.assert(
      fc.property(windows, (all) => {
        const assign = createRowKeys();
        let before = assign([]);
        for (const shown of all) {
          const now = assign(shown);
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
