import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkRows } from "./row-chunks.ts";

const rows = (count: number) => Array.from({ length: count }, (_, at) => at + 10);

describe("chunkRows", () => {
  test("leaves a short list whole", () => {
    expect(chunkRows(rows(60))).toEqual([{ keys: rows(60), from: 0 }]);
  });

  test("an added row changes one piece, and the pieces after it only move", () => {
    const before = chunkRows(rows(200));
    const after = chunkRows(rows(200).toSpliced(50, 0, 9_999), before);
    expect(after.map(({ keys }) => keys[0])).toEqual(before.map(({ keys }) => keys[0]));
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.keys).toContain(9_999);
    expect(after[2]).toEqual({ keys: before[2]?.keys, from: (before[2]?.from ?? 0) + 1 });
  });

  test("holds every row once and in order, whatever the pieces before", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500)), fc.uniqueArray(fc.nat(500)), (one, other) => {
        const chunks = chunkRows(other, chunkRows(one));
        expect(chunks.flatMap(({ keys }) => keys)).toEqual(other);
        expect(Math.max(...chunks.map(({ keys }) => keys.length))).toBeLessThanOrEqual(80);
      }),
    );
  });
});
