import { expect, test } from "vitest";
import type { Outcome } from "#contract/errors.ts";
import { ApiError, mayHaveHappened } from "./api-error.ts";

const failed = (outcome: Outcome) => new ApiError("no", { outcome });

test.each<[string, unknown, boolean]>([
  ["refused", failed("refused"), false],
  ["no answer", failed("unknown"), true],
  ["an unreadable answer", failed("invalid"), true],
  ["an exception of this console", new TypeError("broken"), true],
  ["an aborted call", new DOMException("gone", "AbortError"), true],
  ["a thrown value that is not an error", "broken", true],
])("%s may have happened: %s", (_, error, happened) =>
  expect(mayHaveHappened(error)).toBe(happened),
);
