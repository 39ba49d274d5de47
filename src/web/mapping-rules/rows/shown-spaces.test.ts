import { expect, test } from "vitest";
import { shownSpaces } from "./shown-spaces.ts";

test.each([
  ["", undefined],
  ["lamp", undefined],
  ["brass lamp", undefined],
  [" ", "·"],
  [" lamp", "·lamp"],
  ["lamp  ", "lamp··"],
  ["brass  lamp", "brass··lamp"],
  [" brass lamp", "·brass lamp"],
  ["a\nb", "a↵b"],
  ["\t", "→"],
])("%j is shown as %j", (text, shown) => {
  expect(shownSpaces(text)).toBe(shown);
});
