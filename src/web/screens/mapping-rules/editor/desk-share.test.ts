import { beforeEach, expect, test, vi } from "vitest";
import { rememberedShare, rememberShare } from "./desk-share.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test("a chosen share is kept", () => {
  rememberShare(64.25);
  expect(rememberedShare()).toBeCloseTo(64.25, 0);
});

test("the usual share is not kept", () => {
  rememberShare(64);
  rememberShare(57);
  expect(kept.size).toBe(0);
});

test.each(["", "wide", "12", "99", "NaN", "Infinity"])(
  "%j in the storage is the usual share",
  (text) => {
    kept.set("supercargo.preview.share.open", text);
    expect(rememberedShare()).toBe(57);
  },
);
