import { expect, test } from "vitest";
import { followAddress, type TypedText } from "./typed-text.ts";

test.each<[string, TypedText | undefined, string, TypedText | undefined]>([
  ["nothing is typed", undefined, "a", undefined],
  ["the address is still as it was", { text: "ab", over: "a" }, "a", { text: "ab", over: "a" }],
  ["the written text has arrived", { text: "ab", over: "a", written: "ab" }, "ab", undefined],
  [
    "more was typed while the text was on its way",
    { text: "abc", over: "a", written: "ab" },
    "ab",
    { text: "abc", over: "ab" },
  ],
  ["another text came", { text: "ab", over: "a", written: "ab" }, "x", undefined],
  [
    "the text was cleared before the typed one was written",
    { text: "ab", over: "a" },
    "",
    undefined,
  ],
])("%s", (_, typed, held, expected) => {
  expect(followAddress(typed, held)).toEqual(expected);
});

test("a text that has arrived does not come back when the address returns to the text before", () => {
  const arrived = followAddress({ text: "ab", over: "", written: "ab" }, "ab");
  expect(followAddress(arrived, "")).toBeUndefined();
});
