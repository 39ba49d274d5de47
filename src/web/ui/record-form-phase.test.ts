import { describe, expect, test } from "vitest";
import { ApiError, mayHaveHappened } from "#web/api/api-error.ts";
import { refusalsOf, whyNotSaved } from "./record-form-phase.ts";

const failed = (outcome: "refused" | "unknown" | "invalid", paths: string[] = []) =>
  new ApiError("no", { outcome, issues: paths.map((path) => ({ path, message: `at ${path}` })) });

test.each<[string, unknown, boolean]>([
  ["refused", failed("refused"), false],
  ["unknown", failed("unknown"), true],
  ["an answer that cannot be read", failed("invalid"), true],
  ["a fault of ours before anything was sent", new Error("broken"), false],
])("%s may have happened: %s", (_, error, happened) =>
  expect(mayHaveHappened(error)).toBe(happened),
);

describe("refusalsOf", () => {
  const fieldOf = (path: string) => (path === "webhookUrl" ? ("webhookUrl" as const) : undefined);
  test.each<[string, unknown, object]>([
    ["an issue at a field", failed("refused", ["webhookUrl"]), { webhookUrl: "at webhookUrl" }],
    ["an issue elsewhere", failed("refused", ["", "other"]), {}],
    ["no issues", failed("refused"), {}],
    ["no error of the API", new Error("broken"), {}],
  ])("%s", (_, error, refusals) => expect(refusalsOf(error, fieldOf)).toEqual(refusals));
});

test.each<[Parameters<typeof whyNotSaved>, boolean]>([
  [["editing", true, 0], true],
  [["failed", true, 0], true],
  [["unread", true, 0], true],
  [["lost", true, 0], true],
  [["editing", false, 0], false],
  [["editing", true, 1], false],
  [["sending", true, 0], false],
  [["unknown", true, 0], false],
  [["conflict", true, 0], false],
])("%j would be sent: %s", (given, sends) =>
  expect(whyNotSaved(...given) === undefined).toBe(sends),
);
