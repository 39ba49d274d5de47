import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommaList, queryCommaList } from "./comma-list.ts";

test.each([
  [undefined, []],
  ["", []],
  [" , ,", []],
  ["a", ["a"]],
  ["a, b c ,,發", ["a", "b c", "發"]],
])("%o holds %o", (text, entries) => {
  expect(parseCommaList(text)).toEqual(entries);
});

test("joined entries are split again", () => {
  const word = fc
    .string({ minLength: 1 })
    .filter((text) => text.trim() === text && !text.includes(","));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(parseCommaList(words.join(","))).toEqual(words);
    }),
  );
});

test("more entries than allowed are refused", () => {
  const list = queryCommaList("numbers", 2);
  expect(list.safeParse("a,b,").success).toBe(true);
  expect(list.safeParse("a,b,c").error?.issues[0]?.message).toBe("At most 2 entries");
});
