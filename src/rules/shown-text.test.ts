import { expect, test } from "vitest";
import { findUnseen, shownText } from "./shown-text.ts";

test.each([
  ["", ""],
  ["Brass lamp, 3 m²", "Brass lamp, 3 m²"],
  ["two\nlines\tand a tab\r", "two\nlines\tand a tab\r"],
  ["שלום 👩‍👩‍👧 e\u0301", "שלום 👩‍👩‍👧 e\u0301"],
  ["\u202eevil\u0000", "‹U+202E›evil␀"],
  ["a\u200bb\ufeff\u00ad\u2069", "a‹U+200B›b‹U+FEFF›‹U+00AD›‹U+2069›"],
  ["\u0007\u007f\u0085\ud800", "␇‹U+007F›‹U+0085›\ud800"],
  ["Navy\u00a0Blue\u202f\u3000", "Navy‹U+00A0›Blue‹U+202F›‹U+3000›"],
  ["\u2060a\u2028b\u3164", "‹U+2060›a‹U+2028›b‹U+3164›"],
  [" Light  Grey   ", " Light··Grey···"],
])("fault 27: %j is shown as %j", (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

test.each([
  ["", -1],
  ["Navy Blue\n", -1],
  ["Light  Grey", 5],
  ["Navy\u00a0Blue", 4],
])("the first unseen character of %j is at %d", (text, at) => expect(findUnseen(text)).toBe(at));
