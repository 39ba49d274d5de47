import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ApiError, toApiError } from "#web/base/api-error.ts";
import { describeDetails, describeError } from "./error-advice.ts";

const refused = (status: number, message: string, tokens: string[] = []) =>
  new ApiError(message, { status, outcome: "refused", tokens });

describe("describeError", () => {
  test.each<[unknown, string]>([
    [refused(404, "There is no RMA 9"), "There is no RMA 9."],
    [refused(404, "There is no RMA 9."), "There is no RMA 9."],
    [refused(400, " Not valid! "), "Not valid!"],
    [refused(400, "They said “no.”"), "They said “no.”"],
    [
      refused(401, "Unauthorized", ["account"]),
      "The service refused the console. Tell your administrator; Connection shows what to set.",
    ],
    [new Error("boom"), "boom."],
    [refused(404, ""), ""],
    // The limit is a setting of the gateway.
    [refused(429, "Too many"), "The service is busy. Wait a few seconds, then try again."],
  ])("ends sentences with a period: %s", (error, text) =>
    expect(describeError(error).text).toBe(text),
  );

  test("what a person can't act on is among the details that are copied", () => {
    vi.stubGlobal("location", { pathname: "/rmas" });
    onTestFinished(() => void vi.unstubAllGlobals());
    const error = toApiError(
      504,
      {
        type: "urn:supercargo:problem:upstream-failed",
        title: "The API did not respond",
        detail: "The API did not respond in time.",
        requestId: "0a1b2c3d",
      },
      false,
    );
    const { title, text } = describeError(error);
    expect(title).toBe("No response from the service");
    expect(text).not.toMatch(/API|request/);
    expect(describeDetails(error)).toContain("Message: The API did not respond in time.");
    expect(describeDetails(error)).toContain("Status: 504, upstream-failed\nRequest: 0a1b2c3d");
    expect(describeDetails(refused(401, "Unauthorized", ["account"]))).toContain(
      "Needs: an Account token (API_TOKEN)",
    );
  });

  test.each([
    [0, true],
    [400, undefined],
    [401, true],
    [403, true],
    [404, undefined],
    [429, undefined],
    [500, true],
    [503, true],
  ])("leads to the Connection screen for %i: %s", (status, connection) =>
    expect(describeError(refused(status, "no")).connection).toBe(connection),
  );

  const refusedBecause = (status: number, kind: string, detail: string) =>
    toApiError(status, { type: `urn:supercargo:problem:${kind}`, title: "No", detail }, true);

  test.each([
    [
      refusedBecause(401, "signed-out", "There is no session."),
      {
        title: "You're signed out",
        text: "Your session ended, so nothing was sent. Sign in, then try again.",
        retry: true,
      },
    ],
    [
      refusedBecause(403, "role-too-low", "Your role, Viewer, can't do this"),
      {
        title: "Your role doesn't allow this",
        text: "Your role, Viewer, can't do this.",
        retry: false,
      },
    ],
    [
      refusedBecause(409, "run-under-way", "Run 7 is receiving the orders of source 1."),
      {
        title: "These orders are already being received",
        text: "Run 7 is receiving the orders of source 1.",
        retry: true,
      },
    ],
  ])("tells the gateway's own refusals from the API's: %s", (error, advice) => {
    expect(error.outcome).toBe("refused");
    expect(describeError(error)).toEqual(advice);
  });
});
