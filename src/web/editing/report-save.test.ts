import { expect, test } from "vitest";
import { whyNotSaved } from "./report-save.ts";

test.each<[Parameters<typeof whyNotSaved>, boolean]>([
  [["editing", true, 0], true],
  [["refused", true, 0], true],
  [["unread", true, 0], true],
  [["lost", true, 0], true],
  [["editing", false, 0], false],
  [["editing", true, 1], false],
  [["reading", true, 0], false],
  [["sending", true, 0], false],
  [["unknown", true, 0], false],
  [["conflict", true, 0], false],
])("%j would be sent: %s", (given, sends) =>
  expect(whyNotSaved(...given) === undefined).toBe(sends),
);

test("an untouched form shows no problems of its empty fields", () =>
  expect(whyNotSaved("editing", false, 1)).toBe(whyNotSaved("editing", false, 0)));
