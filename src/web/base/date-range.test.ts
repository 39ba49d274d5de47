import { expect, test } from "vitest";
import { isWithin } from "./date-range.ts";

const noon = "2026-11-21T12:00:00Z";

test.each([
  [noon, {}, true],
  [noon, { after: "2026-11-21", before: "2026-11-22" }, true],
  [noon, { after: "2026-11-22" }, false],
  [noon, { before: "2026-11-21" }, false],
  // Neither limit belongs to the range.
  [noon, { after: noon }, false],
  [noon, { before: noon }, false],
  [noon, { before: "2026-11-21T12:00:00.001Z" }, true],
  [null, { after: "2026-11-21" }, false],
  ["not a date", { after: "2026-11-21" }, false],
  ["not a date", { before: "2026-11-21" }, false],
  [undefined, {}, true],
  [undefined, { after: "soon", before: "" }, true],
  [noon, { after: "soon", before: "" }, true],
])("%j within %j: %j", (at, range, expected) => expect(isWithin(at, range)).toBe(expected));
