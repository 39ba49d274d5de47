import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findText, searchedText, textSearch } from "./find-text.ts";
import { foldText } from "./fold-text.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 300 });

const indexIn = (text: string, pattern: string, from?: number) =>
  textSearch(pattern, true).find(searchedText(text, true), from)?.start ?? -1;

describe("textSearch", () => {
  test("finds the same as the built-in search, for short patterns and long ones", () => {
    fc.assert(
      fc.property(letters, letters, fc.nat(20), (text, end, from) => {
        const pattern = `a${end}`;
        const long = pattern + "a".repeat(60);
        const hay = text + long + text;
        expect(indexIn(hay, pattern, from)).toBe(hay.indexOf(pattern, from));
        expect(indexIn(hay, long, from)).toBe(hay.indexOf(long, from));
      }),
    );
  });

  test("a pattern that is slow in naive searches is found in linear time", () => {
    // The built-in search needs ten seconds for this; a time limit would depend on the machine.
    const pattern = "a".repeat(100_000) + "b" + "a".repeat(100_000);
    expect(indexIn("a".repeat(500_000), pattern)).toBe(-1);
  });
});

describe("findText", () => {
  test("a long run of combining marks costs no more than letters", () => {
    // Composed as a whole, the built-in normalization needs minutes for this.
    const marks = "a" + "\u0301\u0323".repeat(500_000);
    expect(foldText(marks)).toHaveLength(marks.length - 1);
    expect(findText(marks, "b", true)).toEqual([]);
  });

  test.each([
    [
      "Lamp lamp",
      "LAMP",
      false,
      [
        [0, 4],
        [5, 9],
      ],
    ],
    ["Lamp lamp", "lamp", true, [[5, 9]]],
    [
      "aaaa",
      "aa",
      true,
      [
        [0, 2],
        [2, 4],
      ],
    ],
    ["Straße", "ss", false, [[4, 5]]],
    // Part of a folded letter is no match.
    ["Straße", "sse", false, [[4, 6]]],
    ["ß", "s", false, []],
    ["🧵🧶", "🧶", false, [[2, 4]]],
    // An accent by itself is part of its letter, in either encoding.
    ["Cafe\u0301 au", "\u00E9", true, [[3, 5]]],
    ["Caf\u00E9", "E\u0301", false, [[3, 4]]],
    ["Cafe\u0301", "e", false, []],
    ["q\u0307", "q", true, []],
    ["s\u00DFs", "ss", false, [[1, 2]]],
    ["\u1112\u1161\u11AB\uAD6D", "\uD55C", true, [[0, 3]]],
    ["\u0390", "\u0399\u0308\u0301", false, [[0, 1]]],
    ["🇩🇪🇺🇸", "🇪🇺", true, []],
    ["🇩🇪🇺🇸", "🇺🇸", true, [[4, 8]]],
    ["a\r\nb", "\n", true, [[2, 3]]],
    ["İ𐐀", "i̇𐐨", false, [[0, 3]]],
    ["abc", "", false, []],
    ["", "a", true, []],
  ] as const)("%s: %s (match case %j) matches at %j", (text, pattern, caseSensitive, spans) => {
    expect(findText(text, pattern, caseSensitive).map(({ start, end }) => [start, end])).toEqual(
      spans,
    );
  });
});
