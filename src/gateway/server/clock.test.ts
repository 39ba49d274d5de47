import { expect, it } from "vitest";
import { oncePerMinute } from "./clock.ts";

it("a text is news again after a minute, and others at any time", () => {
  let now = 0;
  const isNew = oncePerMinute(() => now);
  const ask = (at: number, ...texts: string[]) => {
    now = at;
    return texts.map(isNew);
  };
  expect(ask(0, "one", "one")).toEqual([true, false]);
  expect(ask(59_999, "one", "other")).toEqual([false, true]);
  expect(ask(60_000, "one", "other")).toEqual([true, false]);
});
