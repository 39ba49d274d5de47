import { describe, expect, test } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { ApiError } from "#web/base/api-error.ts";
import {
  describeConnection,
  describeRate,
  describeResult,
  describeTried,
  getTokenVariable,
  describeQueue,
} from "./describe-connection.ts";
import { connection, token } from "#web/testing/connection.ts";

describe("describeConnection", () => {
  test.each<[string, Partial<Connection>, string]>([
    ["good", {}, "Connected"],
    ["silent, whatever the tokens", { silentSince: "2026-01-01T00:00:00Z" }, "No response"],
    ["without tokens", { tokens: [] }, "Not set up yet"],
    ["untried", { tokens: [token({ verdict: "unknown" })] }, "Not checked"],
    [
      "one refused beside a good one",
      { tokens: [token(), token({ type: "source", id: 12, verdict: "refused" })] },
      "Access refused",
    ],
  ])("%s", (_, more, label) => expect(describeConnection(connection(more)).label).toBe(label));
});

test.each([
  ["account", false, "API_TOKEN"],
  ["account", true, "created at each start, in memory only"],
  ["source", false, "API_SOURCE_TOKENS"],
  ["channel", false, "API_CHANNEL_TOKENS"],
  ["source", true, "SERVICE_SOURCE_TOKENS"],
  ["channel", true, "SERVICE_CHANNEL_TOKENS"],
] as const)("%s token, embedded %s: %s", (type, embedded, words) =>
  expect(getTokenVariable({ type }, embedded)).toBe(words),
);

test.each([
  [[], "None"],
  [[0, 0, 0, 0, 0, 0, 0, 0], "None"],
  [[1, 1, 0, 0, 0, 0, 4, 0], "2 for clicks, 4 in the background"],
  [[0, 0, 0, 3, 0, 0, 0, 0], "3 for screens"],
])("%j waits: %s", (waiting, words) => expect(describeQueue(waiting)).toBe(words));

test.each([
  [0, "No limit"],
  [1, "1 request per second per token"],
  [2, "2 requests per second per token"],
])("a limit of %i: %s", (limit, words) => expect(describeRate(limit)).toBe(words));

const failed = (status: number) => new ApiError("no", { status, outcome: "refused" });
test.each<[unknown, string]>([
  [null, "Available"],
  [failed(404), "Not available"],
  [failed(405), "Not available"],
  [failed(401), "Refused (401)"],
  [failed(403), "Refused (403)"],
  [failed(500), "Failed (500)"],
  [failed(0), "No response"],
  [new Error("broken"), "No response"],
])("%s is %s", (error, label) => expect(describeResult(error).label).toBe(label));

const refusal = new ApiError("No such list.", { status: 404, outcome: "refused" });
test.each<[string, { error: unknown } | undefined, Partial<Connection>, string]>([
  ["nothing known", undefined, {}, "Not checked"],
  ["a response", { error: null }, {}, "Available"],
  ["a refused list", { error: refusal }, {}, "Not available"],
  ["silence", undefined, { silentSince: "2026-01-01T00:00:00Z" }, "No response"],
  [
    "silence after a response",
    { error: null },
    { silentSince: "2026-01-01T00:00:00Z" },
    "No response",
  ],
  ["a refused token", undefined, { tokens: [token({ verdict: "refused" })] }, "Token refused"],
])("a read with %s", (_, result, more, label) =>
  expect(describeTried(result, connection(more)).label).toBe(label),
);
