import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, test } from "vitest";
import { type Connection, connectionPath, type FailureCause } from "#contract/connection.ts";
import { accessDenied } from "#contract/operation.ts";
import { causeOfCode } from "./watch-connection.ts";
import { badCertificates } from "#gateway/testing/certificates.ts";
import { faults } from "#gateway/testing/faulty-upstream.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

/** Only an upstream that never answers is given up soon: on busy cores any other answer may take longer. */
const impatient = { readMs: 150, bodyMs: 150 };

const startAt = async (baseUrl: string, timeouts = {}) => {
  const gateway = await startGateway({ upstream: { baseUrl }, timeouts, random: () => 0 });
  keep(gateway);
  return gateway;
};

const readConnection = async (gateway: Awaited<ReturnType<typeof startAt>>) => {
  const response = await gateway.call(connectionPath);
  const text = await response.text();
  expect(text).not.toContain(canary);
  return JSON.parse(text) as Connection;
};

/** The gateway's report after one read of the account. */
const diagnose = async (baseUrl: string, path = "/api/account", timeouts = {}) => {
  const gateway = await startAt(baseUrl, timeouts);
  await gateway.call(path);
  return readConnection(gateway);
};

const startBadTls = async (cause: keyof typeof badCertificates): Promise<string> => {
  const server = createTlsServer(badCertificates[cause], (_request, response) => response.end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  keep({
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const startClosed = async (): Promise<string> => {
  const upstream = await startUpstream();
  await upstream.close();
  return upstream.baseUrl;
};

describe("why nothing could be sent", () => {
  test.each<[FailureCause, () => string | Promise<string>, string]>([
    ["refused", startClosed, "ECONNREFUSED"],
    ["name", () => "http://no-such-host.invalid", "ENOTFOUND"],
    ["certificate", () => startBadTls("certificate"), "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["certificate-date", () => startBadTls("certificate-date"), "CERT_HAS_EXPIRED"],
  ])("fault 58: %s", async (cause, start, code) => {
    const { failures, silentSince } = await diagnose(await start());
    expect(failures).toMatchObject([{ cause, code, status: null, request: "GET /account" }]);
    expect(silentSince).not.toBeNull();
  });

  it("is https to a port without it", async () => {
    const upstream = await startUpstream();
    keep(upstream);
    const { failures } = await diagnose(upstream.baseUrl.replace("http:", "https:"));
    expect(failures).toMatchObject([{ cause: "not-tls", status: null }]);
  });

  test.each<[string, FailureCause]>([
    ["EAI_AGAIN", "name"],
    ["UND_ERR_CONNECT_TIMEOUT", "connect-timeout"],
    ["EHOSTUNREACH", "no-route"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate-name"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "certificate"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "not-tls"],
    ["EUNHEARDOF", "no-connection"],
  ])("%s is %s", (code, cause) => expect(causeOfCode(code)).toBe(cause));
});

const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    answer(response, code, body, headers);
const denied = { error: `${accessDenied}.` };

describe("why a response is no answer", () => {
  test.each<[FailureCause | undefined, string, Behaviour, object]>([
    ["timeout", "silence", faults.hang, { status: null }],
    ["cut", "a cut connection", faults["reset before the head"], { status: null }],
    ["not-json", "a proxy's page", faults["HTML with 200"], { status: 200, html: true }],
    ["not-account", "another program's JSON", status(200, { status: "ok" }), { status: 200 }],
    ["not-json", "broken JSON", faults["truncated JSON"], { status: 200, html: false }],
    ["redirect", "a redirect", status(302, "", { location: "/sign-in" }), { status: 302 }],
    ["server", "a proxy's error", faults["HTML with 502"], { status: 502, html: true }],
    ["token", "a refused token", status(401), { status: 401, tokens: ["account"] }],
    ["token-type", "a token of another type", status(401, denied), { status: 401 }],
    ["token-type", "a token of another type", status(403, denied), { status: 403 }],
    ["forbidden", "a token without permission", status(403), { status: 403 }],
    ["not-found", "an account that is not found", status(404), { status: 404 }],
    ["proxy", "a proxy that wants a sign-in", status(407), { status: 407 }],
    ["rate-limit", "too many requests", status(429, {}, { "retry-after": "60" }), { status: 429 }],
    [undefined, "an ordinary refusal", status(400), {}],
  ])("%s: %s", async (cause, _, behaviour, more) => {
    const upstream = await startUpstream(behaviour);
    keep(upstream);
    const { failures, accountMissing, tokens } = await diagnose(
      upstream.baseUrl,
      "/api/account",
      cause === "timeout" ? impatient : {},
    );
    expect(failures).toMatchObject(cause === undefined ? [] : [{ cause, code: null, ...more }]);
    const isOther = ["not-found", "not-account", "not-json", "redirect"].includes(cause ?? "");
    expect(accountMissing).toBe(isOther);
    expect(tokens).toMatchObject([{ verdict: cause === "token" ? "refused" : "unknown" }]);
  });

  it("is nothing, if a list does not exist", async () => {
    const upstream = await startUpstream(status(404));
    keep(upstream);
    expect(await diagnose(upstream.baseUrl, "/api/rma")).toMatchObject({
      failures: [],
      accountMissing: false,
    });
  });

  test.each<[string, Behaviour, string]>([
    ["/api/account", status(200, { id: 1 }), "good"],
    ["/api/rma", status(200, []), "good"],
    ["/api/rma", status(200, [{ id: 1, items: 5 }]), "good"],
    ["/api/rma", status(200, { rows: [] }), "unknown"],
    ["/api/rma/5", status(404), "unknown"],
    ["/api/rma/5", status(422), "unknown"],
  ])("%s, %o: the token is %s", async (path, behaviour, verdict) => {
    const upstream = await startUpstream(behaviour);
    keep(upstream);
    expect((await diagnose(upstream.baseUrl, path)).tokens).toMatchObject([{ verdict }]);
  });

  it("is counted, and the newest cause is the first", async () => {
    const upstream = await startUpstream(status(403));
    keep(upstream);
    const gateway = await startAt(upstream.baseUrl);
    await gateway.call("/api/account");
    await gateway.call("/api/rma/5");
    upstream.behave(status(401));
    await gateway.call("/api/account");
    expect((await readConnection(gateway)).failures).toMatchObject([
      { cause: "token", count: 1 },
      { cause: "forbidden", count: 2, request: "GET /rma/{id}" },
    ]);
  });
});

test.each([0, 3_600_000, -3_600_000])("a clock that is %i ms ahead is measured", async (ahead) => {
  const date = new Date(Date.now() + ahead).toUTCString();
  const upstream = await startUpstream(status(200, {}, { date }));
  keep(upstream);
  const { clockAheadMs } = await diagnose(upstream.baseUrl);
  expect(Math.abs((clockAheadMs ?? 0) - ahead)).toBeLessThan(60_000);
});

describe("other base addresses", () => {
  const serveAt =
    (...paths: readonly string[]): Behaviour =>
    ({ url = "" }, response) =>
      answer(response, paths.includes(url) ? 200 : 404, paths.includes(url) ? { id: 1 } : {});

  const tryAt = async (basePath: string, behaviour: Behaviour, rateLimit = 0) => {
    const upstream = await startUpstream(behaviour);
    keep(upstream);
    const gateway = await startGateway({
      upstream: { baseUrl: upstream.origin + basePath, rateLimit },
    });
    keep(gateway);
    const answers = async () =>
      (await (await gateway.call(connectionPath, { method: "POST" })).json()) as {
        baseUrl: string;
        fits: boolean;
      }[];
    return { upstream, gateway, answers };
  };

  test.each([
    ["", "/v1/account", "/v1"],
    ["", "/api/v1/account", "/api/v1"],
    ["/v9", "/account", ""],
    ["/v9", "/v1/account", "/v1"],
    ["/supply/v1", "/supply/account", "/supply"],
    ["/supply", "/supply/v1/account", "/supply/v1"],
  ])("from %j, the account at %s is found", async (basePath, served, found) => {
    const { upstream, answers } = await tryAt(basePath, serveAt(served));
    const tried = await answers();
    expect(tried.filter(({ fits }) => fits)).toMatchObject([{ baseUrl: upstream.origin + found }]);
    expect(tried.length).toBeLessThanOrEqual(6);
    expect(tried.every(({ baseUrl }) => new URL(baseUrl).origin === upstream.origin)).toBe(true);
  });

  it("are not taken from the client, and tried once for several clients", async () => {
    const { upstream, gateway, answers } = await tryAt("/v9", serveAt("/v1/account"));
    const elsewhere = await startUpstream();
    keep(elsewhere);
    const body = JSON.stringify({ baseUrl: elsewhere.origin });
    const given = gateway.call(`${connectionPath}?baseUrl=${elsewhere.origin}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await Promise.all([given, answers(), answers()]);
    expect(elsewhere.connections()).toBe(0);
    expect(upstream.arrivals.length).toBeLessThanOrEqual(6);
    expect(new Set(upstream.arrivals.map(({ url }) => url)).size).toBe(upstream.arrivals.length);
  });

  it("stay within the rate limit, and say nothing about the connection", async () => {
    const { upstream, gateway, answers } = await tryAt("/v9", status(401), 3);
    await answers();
    const times = upstream.arrivals.map(({ at }) => at).toSorted((a, b) => a - b);
    expect(times[3]! - times[0]!).toBeGreaterThanOrEqual(990);
    expect(await readConnection(gateway)).toMatchObject({
      failures: [],
      lastAnswer: null,
      tokens: [{ verdict: "unknown" }],
    });
  });

  it("need a call of our own page, and a token", async () => {
    const { gateway } = await tryAt("", status(200));
    const stranger = await fetch(gateway.origin + connectionPath, { method: "POST" });
    expect(stranger.status).toBe(403);
    const bare = await startGateway({
      upstream: { baseUrl: "http://127.0.0.1:9", accountToken: undefined },
    });
    keep(bare);
    expect((await bare.call(connectionPath, { method: "POST" })).status).toBe(401);
  });
});
