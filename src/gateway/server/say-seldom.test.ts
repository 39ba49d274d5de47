import { expect, it } from "vitest";
import { createSeldom } from "./say-seldom.ts";

it("a text is news again after a minute, and others at any time", () => {
  let now = 0;
  const isNews = createSeldom(() => now);
  const ask = (at: number, ...texts: string[]) => {
    now = at;
    return texts.map(isNews);
  };
  expect(ask(0, "one", "one")).toEqual([true, false]);
  expect(ask(59_999, "one", "other")).toEqual([false, true]);
  expect(ask(60_000, "one", "other")).toEqual([true, false]);
});
