import { expect, test } from "vitest";
import { idempotencyKeyPattern } from "#contract/audit.ts";
import { dropChangeKey, takeChangeKey } from "./change-keys.ts";

test("equal changes share a key while one of them is under way, and a later one has another", () => {
  const first = takeChangeKey("a");
  expect(first).toMatch(idempotencyKeyPattern);
  expect([takeChangeKey("a"), takeChangeKey("b") === first]).toEqual([first, false]);
  dropChangeKey("a");
  expect(takeChangeKey("a")).not.toBe(first);
});
