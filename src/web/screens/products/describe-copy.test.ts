import { describe, expect, test } from "vitest";
import { openingState, type SweepProgress } from "#web/api/product-copy/copy-state.ts";
import { describeCopy, describeSweep } from "./describe-copy.ts";

const sweep: SweepProgress = {
  first: true,
  pages: 12,
  totalPages: 40,
  seen: 600,
  total: 2_000,
  requests: 13,
  startedAt: 0,
  leftMs: 15_000,
  closing: false,
  round: 1,
};

describe("describeSweep", () => {
  test.each([
    [{}, "page 12 of 40 · about 20 s left · 13 requests"],
    [{ totalPages: undefined, leftMs: undefined }, "12 pages · 13 requests"],
    [{ pages: 41 }, "page 41 of 41 · about 20 s left · 13 requests"],
    [{ closing: true }, "page 12 of 40 · checking for recent changes · 13 requests"],
    [{ round: 2, leftMs: undefined }, "page 12 of 40 · 13 requests · pass 2"],
  ])("%j", (change, words) => expect(describeSweep({ ...sweep, ...change })).toBe(words));

  test.each([
    [0, "a few seconds left"],
    [9_999, "a few seconds left"],
    [12_000, "about 20 s left"],
    [60_000, "about 1 min left"],
    [17 * 60_000, "about 17 min left"],
    [90 * 60_000, "about 1 h 30 min left"],
  ])("%j ms", (leftMs, words) =>
    expect(describeSweep({ ...sweep, leftMs })).toContain(` · ${words} · `),
  );
});

describe("describeCopy", () => {
  test.each([
    [{}, "Opening the local copy"],
    [{ phase: "sweeping", sweep }, "Loading products"],
    [{ phase: "sweeping", sweep: { ...sweep, first: false } }, "Checking all products"],
    [{ phase: "paused", sweep }, "Loading paused"],
    [{ phase: "paused", sweptAt: 1 }, "Updates paused"],
    [{ phase: "paused" }, "No local copy of this channel"],
    [{ phase: "checking" }, "Checking for updates"],
    [{ phase: "stopped", sweep, products: 600 }, "600 products loaded so far"],
    [{ phase: "fresh", products: 1 }, "1 product loaded"],
    [{ phase: "fresh", products: 2_000 }, "All 2,000 products loaded"],
  ] as const)("%j", (change, words) =>
    expect(describeCopy({ ...openingState, ...change })).toBe(words),
  );
});
