import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test.each([
  ["lamp", 4, "lamp"],
  ["lamps", 4, "lamp"],
  ["", 0, ""],
  ["lam😀", 5, "lam😀"],
  ["lam😀s", 5, "lam😀"],
  ["lam😀", 4, "lam"],
  ["😀", 1, ""],
])("%j cut to %i is %j", (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
