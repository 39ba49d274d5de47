import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutEnd, cutPair, cutStart, diffTexts } from "./text-changes.ts";

/** Removed words in brackets, added ones in braces. */
const mark = (before: string, after: string): string =>
  diffTexts(before, after)
    .map((one) =>
      one.changed
        ? `${one.before && `[${one.before}]`}${one.after && `{${one.after}}`}`
        : one.before,
    )
    .join("");

const link = "https://example.com/pictures/of/lamps/0123456789abcdef";
const long = "word ".repeat(1_000);

describe("the difference of two texts", () => {
  test.each([
    ["Brass desk lamp", "Brass floor lamp", "Brass [desk]{floor} lamp"],
    ["10", "13.5", "[10]{13.5}"],
    ["U2", "UPSN-02", "[U2]{UPSN-02}"],
    ["lamp  ", "lamp", "lamp[  ]"],
    ["", "new", "{new}"],
    ["same", "same", "same"],
    ["", "", ""],
    [
      "Material: Felt and wool, Color: Red, Size: S",
      "Material: felt and wool, Color: Red, Size: M",
      "Material: [Felt]{felt} and wool, Color: Red, Size: [S]{M}",
    ],
    ["red, blue", "red, green, blue", "red, {green, }blue"],
    ["one two", "three four", "[one two]{three four}"],
    ["a _ _ _ b", "b _ _ _ c", "[a _ _ _ ]b{ _ _ _ c}"],
    [
      `${link}1.png`,
      `${link}2.png`,
      `${link.slice(0, -16)}[${link.slice(-16)}1]{${link.slice(-16)}2}.png`,
    ],
    ["caf\u0065 x", "caf\u0065\u0301 x", "[cafe]{cafe\u0301} x"],
    ["👩‍👩‍👧".repeat(30), `${"👩‍👩‍👧".repeat(29)}👩‍👩‍👦`, `${"👩‍👩‍👧".repeat(29)}[👩‍👩‍👧]{👩‍👩‍👦}`],
  ])("%j and %j", (before, after, expected) => {
    expect(mark(before, after)).toBe(expected);
  });

  test("of too many words is one section", () => {
    const upper = long.toUpperCase();
    expect(mark(`a ${long}z`, `a ${upper}z`)).toBe(`a [${long.trim()}]{${upper.trim()}} z`);
  });

  test("joined again, both texts are complete, whatever they contain", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, text, text, text, (start, one, other, end) => {
        const [before, after] = [`${start}${one}${end}`, `${start}${other}${end}`];
        const sections = diffTexts(before, after);
        expect(sections.map((section) => section.before).join("")).toBe(before);
        expect(sections.map((section) => section.after).join("")).toBe(after);
        for (const section of sections) expect(section.changed || section.before).toBeTruthy();
        expect(sections.some(({ changed }) => changed)).toBe(before !== after);
      }),
    );
  });
});

describe("two texts cut", () => {
  test.each([
    ["short", "shorter", 18, "short", "shorter"],
    ["Felt and a very long text", "Wool and a very long text", 12, "Felt and a…", "Wool and a…"],
    [
      "Material: Felt and wool, Color: Red",
      "Material: Felt and Wool, Color: Red",
      18,
      "…and wool, Color:…",
      "…and Wool, Color:…",
    ],
    ["Hickory walking stick", "Hickory walking sticks", 18, "…walking stick", "…walking sticks"],
    ["Hickory walking", "Hickory walking sticks", 18, "…walking", "…walking sticks"],
    [`${link}1.png`, `${link}2.png`, 18, "…456789abcdef1.png", "…456789abcdef2.png"],
    ["same and longer than it", "same and longer than it", 12, "same and lo…", "same and lo…"],
    [`${"👩‍👩‍👧".repeat(5)} lamp`, `${"👩‍👩‍👧".repeat(5)} desk`, 20, "…👩‍👩‍👧 lamp", "…👩‍👩‍👧 desk"],
  ])("%j and %j to %i", (before, after, limit, one, other) => {
    expect(cutPair(before, after, limit)).toEqual([one, other]);
  });

  test("show that they differ, at no more than their length", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "👍"), maxLength: 200 });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.integer({ min: 18, max: 60 }),
        (start, one, other, limit) => {
          const [before, after] = cutPair(`${start}a${one}`, `${start}b${other}`, limit);
          expect(before).not.toBe(after);
          expect(Math.max(before.length, after.length)).toBeLessThanOrEqual(limit);
          for (const cut of [before, after]) expect(cut).not.toMatch(/\p{Cs}/u);
        },
      ),
    );
  });
});

test.each([
  ["lamp", 4, "lamp", "lamp"],
  ["desk lamp", 6, "desk…", "… lamp"],
  ["👍👍👍", 4, "👍…", "…👍👍"],
])("%j cut to %i at the end and at the start", (text, limit, end, start) => {
  expect([cutEnd(text, limit), cutStart(text, limit)]).toEqual([end, start]);
});
