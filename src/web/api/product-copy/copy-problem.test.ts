import { expect, test } from "vitest";
import { describeCopyProblem } from "./copy-state.ts";

test("a copy waits while the person is signed out, and stops if the API refuses the token", () => {
  const message = "No";
  const signedOut = describeCopyProblem(
    { status: 401, kind: "signed-out", message, retryAfter: undefined },
    0,
  );
  expect(signedOut.problem.title).toBe("You're signed out");
  expect(signedOut.waitMs).toBeGreaterThan(0);
  const refused = describeCopyProblem(
    { status: 401, kind: "token-refused", message, retryAfter: undefined },
    0,
  );
  expect(refused.problem.kind).toBe("token");
  expect(refused.waitMs).toBeUndefined();
});
