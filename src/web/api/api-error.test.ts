import { expect, test } from "vitest";
import type { Outcome } from "#contract/errors.ts";
import { ApiError, mayHaveHappened } from "./api-error.ts";

const failed = (outcome: Outcome) => new ApiError("no", { outcome });

test.each<[string, unknown, boolean]>([
  ["refused", failed("refused"), false],
  ["no answer", failed("unknown"), true],
  ["an answer that cannot be read", failed("invalid"), true],
  ["an exception of this console", new TypeError("broken"), true],
  ["a call that was given up", new DOMException("gone", "AbortError"), true],
  ["something thrown that is no error", "broken", true],
])("%s may have happened: %s", (_, error, happened) =>
  expect(mayHaveHappened(error)).toBe(happened),
);
