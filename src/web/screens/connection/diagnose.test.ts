import { describe, expect, test } from "vitest";
import type { Connection, ConnectionFailure, TriedAddress } from "#contract/connection.ts";
import { describeTries } from "./address-tries.tsx";
import { describeCause } from "./diagnose.ts";
import { createReport } from "./describe-connection.ts";
import { diagnose } from "./diagnose.ts";
import { connection, token } from "#web/testing/connection.ts";

const now = "2026-11-21T12:00:00.000Z";

const failure = (more: Partial<ConnectionFailure> = {}): ConnectionFailure => ({
  cause: "server",
  code: null,
  status: 500,
  html: false,
  request: "GET /rma",
  tokens: ["account"],
  count: 1,
  at: now,
  ...more,
});
const silent = (cause: ConnectionFailure["cause"], code: string | null = null) => ({
  silentSince: now,
  failures: [failure({ cause, code, status: null })],
});
const state = (more: Partial<Connection> = {}): Connection =>
  connection({
    baseUrl: "https://api.example/v1",
    lastAnswer: { status: 200, at: now },
    clockAheadMs: 400,
    now,
    ...more,
  });

const minutes = (count: number) => count * 60_000;
const failed = (more: Partial<ConnectionFailure>) => ({ failures: [failure(more)] });

describe("the problems of a connection", () => {
  test.each<[string, Partial<Connection>, RegExp[]]>([
    ["none", {}, []],
    ["DNS", silent("name", "ENOTFOUND"), [/since .* host name is unknown.* spelling/]],
    ["refused", silent("refused", "ECONNREFUSED"), [/since .* refuses the connection.* port/]],
    ["certificate", silent("certificate"), [/isn't trusted.* NODE_EXTRA_CA_CERTS/]],
    ["expired certificate", silent("certificate-date"), [/has expired.* date/]],
    ["time-out", silent("timeout"), [/doesn't respond in time/]],
    ["silence without a cause", { silentSince: now }, [/since .* Check the address/]],
    ["the embedded service", { ...silent("refused"), embedded: true }, [/embedded service runs/]],
    ["no token", { tokens: [] }, [/^No token.* API_TOKEN/]],
    [
      "a refused token",
      { tokens: [token({ verdict: "refused" })], ...failed({ cause: "token", status: 401 }) },
      [/^Token refused \(Account\) The address answers.* new token invalidates/],
    ],
    [
      "a token of the wrong type",
      failed({ cause: "token-type", status: 403, request: "GET /sources" }),
      [/wrong type GET \/sources \(403\): GET \/sources needs an Account token \(API_TOKEN\)\./],
    ],
    ["a missing permission", failed({ cause: "forbidden", status: 403 }), [/no permission/]],
    [
      "an API that never responded",
      { ...silent("refused"), lastAnswer: null },
      [/^The API hasn't responded yet/],
    ],
    [
      "a website at the address",
      { accountMissing: true, ...failed({ cause: "not-json", html: true, status: 200 }) },
      [/^An HTML page answers/],
    ],
    [
      "another program at the address",
      { accountMissing: true, ...failed({ cause: "not-account", status: 200 }) },
      [/^Another program answers/],
    ],
    ["a wrong address", { accountMissing: true }, [/address may be wrong.* \/v1/]],
    ["too many requests", failed({ cause: "rate-limit", status: 429 }), [/same token/]],
    ["an error of the API", failed({}), [/internal error GET \/rma \(500\): Try again/]],
    ["a proxy's error", failed({ html: true, status: 502 }), [/may come from a proxy/]],
    ["a proxy's page", failed({ cause: "not-json", html: true, status: 200 }), [/^An HTML page/]],
    ["broken JSON", failed({ cause: "not-json", status: 200 }), [/isn't JSON/]],
    ["an old failure", failed({ at: "2026-11-21T11:49:00Z" }), []],
    ["a clock within five minutes", { clockAheadMs: minutes(5) }, []],
    ["a clock ahead", { clockAheadMs: minutes(6) }, [/API's clock is 6 minutes ahead of/]],
    ["a clock behind", { clockAheadMs: minutes(-60) }, [/API's clock is 60 minutes behind/]],
    ["an unknown clock", { clockAheadMs: null }, []],
    [
      "two problems, the worst first",
      { accountMissing: true, clockAheadMs: minutes(9) },
      [/address may be wrong/, /clock/],
    ],
  ])("%s", (_, more, expected) => {
    const found = diagnose(state(more), 0).map(({ title, todo }) => `${title} ${todo}`);
    expect(found).toEqual(expected.map((text) => expect.stringMatching(text) as string));
  });

  test("this browser's clock", () => {
    const [found] = diagnose(state(), minutes(-20));
    expect(found?.title).toBe("This browser's clock is 20 minutes behind the gateway's");
  });

  test("a cause of a newer gateway is described too", () => {
    const cause = "unheard-of" as "server";
    expect(describeCause(failure({ cause })).title).toBe("The request failed");
  });
});

test("the report contains states and statuses, and no text of a response", () => {
  const report = createReport({
    state: state({
      accountMissing: true,
      tokens: [token({ verdict: "refused", used: 2, waiting: [0, 1, 0, 2, 0, 0, 0, 0] })],
      failures: [
        failure({ count: 3 }),
        failure({ cause: "name", code: "ENOTFOUND", status: null }),
      ],
    }),
    browserAheadMs: 1_400,
    reads: [{ request: "GET /rma", label: "Not available" }],
    addresses: [
      { baseUrl: "https://api.example", fits: true, status: 200, cause: null, html: false },
    ],
  });
  expect(report.split("\n")).toEqual([
    "Supercargo: connection report",
    `Time: ${now}`,
    "Address: https://api.example/v1",
    "State: Address may be wrong",
    "Rate limit: 2 requests per second per token",
    `Last response: 200, ${now}`,
    "No response since: –",
    "Clock of the API ahead by: 0 s; of this browser: 1 s",
    "",
    "Problems",
    expect.stringMatching(/^- The API's address may be wrong\. /),
    expect.stringMatching(/^- Token refused \(Account\)\. /),
    expect.stringMatching(/^- The API had an internal error\. /),
    "",
    "Tokens (values are never shown)",
    "- Account: Refused; in use 2; waiting: 1 for clicks, 2 for screens; paused 0 s",
    "",
    "Failures since the gateway started",
    `- GET /rma, server, 500, 3 since the start, last ${now}`,
    `- GET /rma, name, ENOTFOUND, 1 since the start, last ${now}`,
    "",
    "Operations",
    "- GET /rma: Not available",
    "",
    "Other addresses",
    "- https://api.example, answers, 200",
    "",
  ]);
});

describe("tried addresses", () => {
  const tried = (status: number | null, cause: TriedAddress["cause"] = null, html = false) => ({
    baseUrl: `https://api.example/${status}`,
    fits: status === 200 && cause === null,
    status,
    cause,
    html,
  });
  const [hit, refused, missing] = [tried(200), tried(401, "token"), tried(404, "not-found")];

  test.each<[string, readonly TriedAddress[], RegExp]>([
    ["an account", [missing, hit], /^Set API_BASE_URL=\S+200 where/],
    ["a 401 among others", [missing, refused], /^Right address, wrong token: \S+401 /],
    ["a 401 beside an account", [hit, refused], /^Set API_BASE_URL=\S+200 where/],
    ["only 401", [refused, refused, tried(null, "timeout")], /^Every address refuses/],
    ["a sign-in page", [missing, tried(401, "token", true)], /^None of these/],
    ["pages", [tried(404, "not-found", true), tried(302, "redirect")], /^None of these/],
  ])("%s", (_, all, text) => {
    expect(describeTries(all)).toMatch(text);
  });
});
