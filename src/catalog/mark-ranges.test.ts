import fc from "fast-check";
import { expect, test } from "vitest";
import { foldWords } from "./fold-words.ts";
import { findMarkRanges } from "./mark-ranges.ts";
import { anyText } from "#catalog/testing/products.ts";

const marked = (text: string, query: string): string =>
  findMarkRanges(text, query)
    .toReversed()
    .reduce(
      (all, { start, end }) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
      text,
    );

test.each([
  ["Cast Iron Skillet", "iron", "Cast [Iron] Skillet"],
  ["Cast Iron Skillet", "skil cas", "[Cas]t Iron [Skil]let"],
  ["Cast Iron", "cast ast st", "[Cast] Iron"],
  ["aaaa", "aa", "[aaaa]"],
  ["Crêpe Pan", "crepe", "[Crêpe] Pan"],
  ["Cre\u0302pe Pan", "cRÊp", "[Cre\u0302p]e Pan"],
  ["Straße 5", "strasse", "[Straße] 5"],
  ["Straße 5", "s", "[S]tra[ß]e 5"],
  ["Øre", "ore", "[Øre]"],
  ["岩鉄のパン", "鉄", "岩[鉄]のパン"],
  ["a🍳b", "🍳", "a[🍳]b"],
  ["مقلاة", "قل", "م[قل]اة"],
  ["a.*b", ".*", "a[.*]b"],
  ["½ in", "1", "[½] in"],
  ["", "a", ""],
  ["abc", "", "abc"],
  ["abc", "  ", "abc"],
])("%j marked by %j", (text, query, wanted) => expect(marked(text, query)).toBe(wanted));

test("ranges are ordered, do not overlap, and contain the searched words", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, query) => {
      const ranges = findMarkRanges(text, query);
      let last = -1;
      for (const { start, end } of ranges) {
        expect(start).toBeGreaterThan(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
      expect(ranges.every(({ start, end }) => foldWords(text.slice(start, end)) !== "")).toBe(true);
    }),
  );
});
