import { expect, test } from "vitest";
import { idempotencyKeyPattern } from "#contract/audit.ts";
import { takeChangeKey } from "./change-keys.ts";

test("equal changes share a key while one of them is under way", () => {
  const [first, second, other] = [takeChangeKey("a"), takeChangeKey("a"), takeChangeKey("b")];
  expect(first.key).toMatch(idempotencyKeyPattern);
  expect(second.key).toBe(first.key);
  expect(other.key).not.toBe(first.key);
  first.done();
  expect(takeChangeKey("a").key).toBe(first.key);
});

test("a later change has another key", () => {
  const first = takeChangeKey("c");
  first.done();
  expect(takeChangeKey("c").key).not.toBe(first.key);
});
