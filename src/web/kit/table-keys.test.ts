import { expect, test } from "vitest";
import { rowStep } from "./table-keys.ts";

test.each([
  ["ArrowDown", false, 1, 1],
  ["j", false, 1, undefined],
  ["ArrowUp", false, -1, -1],
  ["k", false, -1, undefined],
  ["PageDown", false, 10, undefined],
  ["PageUp", false, -10, undefined],
  ["Home", false, Number.NEGATIVE_INFINITY, undefined],
  ["End", false, Number.POSITIVE_INFINITY, undefined],
  ["Enter", false, undefined, 1],
  ["Enter", true, undefined, -1],
  ["ArrowDown", true, 1, undefined],
  ["a", false, undefined, undefined],
])("%s (shift: %s) moves by %s rows, and by %s from a field", (key, shiftKey, inRow, inField) => {
  expect(rowStep({ key, shiftKey }, false, 10)).toBe(inRow);
  expect(rowStep({ key, shiftKey }, true, 10)).toBe(inField);
});
