import { expect, test } from "vitest";
import { createBurstFilter } from "./key-burst.ts";

/** Presses keys, each with the ms since the one before: "j", "+30 a"; `_` is a space. */
const run = (text: string, { typed = false, end = 1_000 } = {}) => {
  const heard: string[] = [];
  const filter = createBurstFilter({
    release: (keys) => heard.push(...keys.map(({ key }) => key)),
    deliver: (found) => heard.push(`search ${found}`),
  });
  let at = 0;
  for (const [, gap = "0", name = ""] of text.matchAll(/(?:\+(\d+) )?(\S+)(?: |$)/g)) {
    at += Number(gap);
    const key = name === "_" ? " " : name;
    const fate = filter.press({ key, at, typed });
    if (fate === "go on" || fate === "follow") heard.push(key);
  }
  filter.expire(at + end);
  return heard.join(" ");
};

test.each([
  ["a person's key", "j", "j"],
  ["two keys of a person", "j +90 j", "j j"],
  ["two keys that two fingers press at once", "j +12 x", "j x"],
  ["keys of a quick person", "j +60 x +55 j +70 x", "j x j x"],
  ["a key and Enter", "a +15 Enter", "a Enter"],
  ["a key and Enter of a person", "a +120 Enter", "a Enter"],
  ["a key and an arrow", "j +10 ArrowDown", "j ArrowDown"],
  ["a space alone", "_", " "],
  ["a scanned code", "R +8 M +8 A +8 - +8 3 +8 0 +8 1 +8 5 +8 0", "search RMA-30150"],
  ["a scanned code and Enter", "w +10 a +10 x +10 - +10 0 +10 Enter", "search wax-0"],
  ["a code of two characters and Enter", "a +10 1 +10 Enter", "search a1"],
  ["a code that begins with a digit", "4 +5 0 +5 1 +5 Enter", "search 401"],
  ["a code with a space", "a +9 b +9 _ +9 c +9 Enter", "search ab c"],
  ["a slow scanner", "w +29 a +29 x +29 Enter", "search wax"],
  ["a scanner that stutters", "w +20 a +20 x +80 - +20 0 +90 Enter", "search wax-0"],
  ["a scanner that ends with Tab", "w +10 a +10 x +10 Tab", "search wax"],
  ["two codes", "1 +9 2 +9 3 +9 Enter +400 4 +9 5 +9 6 +9 Enter", "search 123 search 456"],
  ["a key, and later a code", "j +200 1 +9 2 +9 3 +9 Enter", "j search 123"],
  ["a code, and later Enter", "1 +9 2 +9 3 +500 Enter", "search 123 Enter"],
])("%s", (_, keys, heard) => expect(run(keys)).toBe(heard));

test.each([
  ["a person types and saves", "5 +90 Enter", "5 Enter"],
  ["a text is typed fast", "w +9 a +9 x", "w a x"],
  ["Enter of a scanner", "w +9 a +9 x +9 Enter", "w a x"],
  ["Tab of a scanner", "w +9 a +9 x +9 Tab", "w a x Tab"],
  ["Enter some time after a scan", "w +9 a +9 x +300 Enter", "w a x Enter"],
])("in a field that saves on Enter: %s", (_, keys, heard) =>
  expect(run(keys, { typed: true })).toBe(heard),
);

test("a key waits for at most 40 ms", () => {
  const released: string[] = [];
  const filter = createBurstFilter({
    release: (keys) => released.push(...keys.map(({ key }) => key)),
    deliver: () => undefined,
  });
  expect(filter.press({ key: "j", at: 1_000, typed: false })).toBe("wait");
  expect(filter.expire(1_039)).toBe(1);
  expect(released).toEqual([]);
  expect(filter.expire(1_040)).toBeUndefined();
  expect(released).toEqual(["j"]);
});

test.each([15, 120])("Enter %d ms after a key that still waits follows that key's focus", (gap) => {
  const filter = createBurstFilter({ release: () => undefined, deliver: () => undefined });
  filter.press({ key: "j", at: 1_000, typed: false });
  expect(filter.press({ key: "Enter", at: 1_000 + gap, typed: false })).toBe("follow");
});
