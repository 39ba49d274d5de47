import { describe, expect, test } from "vitest";
import { ApiError, toApiError } from "#web/base/api-error.ts";
import { describeError } from "./error-advice.ts";

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
      "Unauthorized. This needs an Account token (API_TOKEN). Set it where the gateway is started, then restart the gateway.",
    ],
    [new Error("boom"), "boom."],
    [refused(404, ""), ""],
    // The limit is a setting of the gateway.
    [refused(429, "Too many"), "The API allows no more requests now. Wait, then try again."],
  ])("ends sentences with a period: %s", (error, text) =>
    expect(describeError(error).text).toBe(text),
  );

  test("shows the gateway's title with the details below", () => {
    const error = toApiError(
      502,
      { title: "The API can't be reached", detail: "Nothing was sent (ECONNREFUSED)." },
      false,
    );
    expect(describeError(error)).toEqual({
      title: "The API can't be reached",
      text: "Nothing was sent (ECONNREFUSED).",
      retry: true,
      connection: true,
    });
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
        title: "Another run is in progress",
        text: "Run 7 is receiving the orders of source 1.",
        retry: true,
      },
    ],
  ])("tells the gateway's own refusals from the API's: %s", (error, advice) => {
    expect(error.outcome).toBe("refused");
    expect(describeError(error)).toEqual(advice);
  });
});
