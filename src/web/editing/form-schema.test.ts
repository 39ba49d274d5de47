import { expect, test } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { toFieldErrors } from "./form-schema.ts";

const refused = (...paths: string[]) =>
  new ApiError("no", {
    outcome: "refused",
    issues: paths.map((path) => ({ path, message: `at ${path}` })),
  });
const fieldOf = (path: string) => (path === "webhookUrl" ? ("webhookUrl" as const) : undefined);

test.each<[string, unknown, object]>([
  ["an issue at a field", refused("webhookUrl"), { webhookUrl: "at webhookUrl" }],
  ["an issue elsewhere", refused("", "other"), {}],
  ["no issues", refused(), {}],
  ["an error that is not the API's", new Error("broken"), {}],
])("%s", (_, error, refusals) => expect(toFieldErrors(error, fieldOf)).toEqual(refusals));
