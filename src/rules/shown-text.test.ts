import { expect, test } from "vitest";
import { shownText } from "./shown-text.ts";

test.each([
  ["", ""],
  ["Brass lamp, 3 m²", "Brass lamp, 3 m²"],
  ["two\nlines\tand a tab\r", "two\nlines\tand a tab\r"],
  ["שלום 👩‍👩‍👧 e\u0301", "שלום 👩‍👩‍👧 e\u0301"],
  ["\u202eevil\u0000", "‹U+202E›evil␀"],
  ["a\u200bb\ufeff\u00ad\u2069", "a‹U+200B›b‹U+FEFF›‹U+00AD›‹U+2069›"],
  ["\u0007\u007f\u0085\ud800", "␇‹U+007F›‹U+0085›\ud800"],
])("fault 27: %j is shown as %j", (text, shown) => {
  expect(shownText(text)).toBe(shown);
});
