import * as fc from "fast-check";
import { expect, test } from "vitest";
import { editShown, hasLookAlikes, isShortened, quoteValue, showBreaks } from "./shown-value.ts";

test.each<[string, string]>([
  ["plain", "plain"],
  ["two\r\nlines\n\rand\ttabs", "two↵lines↵↵and⇥tabs"],
])("%j is shown as %j", (value, shown) => expect(showBreaks(value)).toBe(shown));

test.each<[string, value: string, edited: string, after: string]>([
  ["F14: text typed at the end", "two\r\nlines", "two↵lines!", "two\r\nlines!"],
  ["text typed at the start", "two\r\nlines\n", "a two↵lines↵", "a two\r\nlines\n"],
  ["text between two breaks", "a\r\nb\nc", "a↵x↵c", "a\r\nx\nc"],
  ["a break removed", "two\r\nlines", "twolines", "twolines"],
  ["one of two breaks removed", "a\r\n\nb", "a↵b", "a\r\nb"],
  ["a sign pasted", "ab", "a↵b⇥", "a\nb\t"],
  ["all replaced", "a\nb", "new", "new"],
  ["all removed", "a\nb", "", ""],
  ["a sign that the value itself has", "a↵b\n", "a↵b↵c", "a↵b\nc"],
])("%s", (_name, value, edited, after) => expect(editShown(value, edited)).toBe(after));

test("an edit is shown as it was typed, and no edit changes nothing", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "\t", "😀") });
  fc.assert(
    fc.property(text, text, (value, other) => {
      const edited = showBreaks(other);
      expect(showBreaks(editShown(value, edited))).toBe(edited);
      expect(editShown(value, showBreaks(value))).toBe(value);
    }),
  );
});

test.each<[string, string]>([
  ["Red", "“Red”"],
  ["Navy\u00a0Blue\n", "“Navy‹U+00A0›Blue↵”"],
  ["Light  Grey", "“Light··Grey”"],
  ["x".repeat(90), `“${"x".repeat(80)}…”`],
  [`${"x".repeat(90)}\u200b${"y".repeat(90)}`, `“…${"x".repeat(40)}‹U+200B›${"y".repeat(39)}…”`],
])("%j is quoted as %s", (value, quoted) => expect(quoteValue(value)).toBe(quoted));

test.each<[string, boolean]>([
  ["Navy Blue", false],
  ["two\nlines", false],
  ["Navy\u00a0Blue", true],
  ["\u200bTeal", true],
  ["Light  Grey", true],
  ["a\u2003b", true],
  ["a\u202eb", true],
])("F15: %j has look-alikes: %s", (value, has) => expect(hasLookAlikes(value)).toBe(has));

test.each<[string, boolean]>([
  ["1.23E+11", true],
  ["1,23457E+12", true],
  ["5E-05", true],
  ["1.23e+11 ", true],
  ["123000000000", false],
  ["12E4", false],
  ["1.23E+11 pcs", false],
  ["E+11", false],
])("%j is a shortened number: %s", (value, is) => expect(isShortened(value)).toBe(is));
