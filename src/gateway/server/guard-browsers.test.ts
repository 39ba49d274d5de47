import { describe, expect, it } from "vitest";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, statusesIn } from "#gateway/testing/raw-socket.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const setUp = async (allowedHosts: string[] = []) => {
  const upstream = keep(await startUpstream());
  const gateway = keep(
    await startGateway({ upstream: { baseUrl: upstream.baseUrl }, allowedHosts }),
  );
  const send = async (start: string, headers: Record<string, string>) => {
    const lines = Object.entries({
      Host: `127.0.0.1:${gateway.port}`,
      Connection: "close",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    return exchange(gateway.port, `${start} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  };
  return { upstream, gateway, send };
};

const ours = { "X-Requested-By": "supercargo" };

describe("calls from another site", () => {
  it.each([
    [
      "a form",
      "POST /api/webhook/event/retry",
      {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": "0",
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
      },
    ],
    [
      "a form of a browser without Sec-Fetch",
      "POST /api/webhook/event/retry",
      { "Content-Length": "0", Origin: "http://evil.test" },
    ],
    [
      "an image",
      "GET /api/purchase-orders/processing",
      { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" },
    ],
    ["an image of an old browser", "GET /api/purchase-orders/processing", {}],
    [
      "a link",
      "GET /api/purchase-orders/processing",
      {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
      },
    ],
    [
      "a link that starts a sign-in",
      "GET /gateway/sign-in?returnTo=/",
      {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
      },
    ],
    [
      "a link that starts a sign-in by an encoded address",
      "GET /%67ateway/sign-in?returnTo=/",
      {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
      },
    ],
    [
      "the address bar",
      "GET /api/purchase-orders/processing",
      { "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" },
    ],
    [
      "a call without a body",
      "PATCH /api/purchase-orders/5/acknowledge",
      { "Sec-Fetch-Site": "cross-site", ...ours },
    ],
    ["another port of this machine", "GET /api/rma", { "Sec-Fetch-Site": "same-site", ...ours }],
    ["another port's origin", "GET /api/rma", { Origin: "http://127.0.0.1:1", ...ours }],
    ["a sandboxed frame", "GET /api/rma", { Origin: "null", ...ours }],
    ["an empty header", "GET /api/rma", { "X-Requested-By": "" }],
    ["the connection's own address", "GET /gateway/connection", {}],
    [
      "a script tag",
      "GET /",
      {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "no-cors",
        "Sec-Fetch-Dest": "script",
        Accept: "*/*",
      },
    ],
    [
      "a frame",
      "GET /",
      {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "iframe",
        Accept: "text/html",
      },
    ],
  ])("fault 9: by %s are refused", async (_, start, headers) => {
    const { upstream, send } = await setUp();
    const received = await send(start, headers);
    expect(statusesIn(received)).toEqual([403]);
    expect(received).toMatch(/problem:cross-site|This isn't a page of the console/);
    expect(upstream.connections()).toBe(0);
  });

  it.each([
    ["a script of the console", { "Sec-Fetch-Site": "same-origin", ...ours }],
    ["a tool", ours],
  ])("are distinguished from calls by %s", async (_, headers) => {
    const { send } = await setUp();
    expect(statusesIn(await send("GET /api/rma", headers))).toEqual([200]);
  });

  it("are distinguished from a page of the console by their origin", async () => {
    const { gateway, send } = await setUp();
    const origin = `http://127.0.0.1:${gateway.port}`;
    expect(statusesIn(await send("GET /api/rma", { Origin: origin, ...ours }))).toEqual([200]);
  });

  it("fault 11: get no permission to read anything, and frame nothing", async () => {
    const { send } = await setUp();
    for (const start of ["GET /api/rma", "OPTIONS /api/rma", "GET /healthz", "GET /nothing"]) {
      const received = (
        await send(start, { "Access-Control-Request-Method": "PATCH", ...ours })
      ).toLowerCase();
      expect(received).not.toContain("access-control-");
      expect(received).toContain("cross-origin-resource-policy: same-origin");
      expect(received).toContain("cross-origin-opener-policy: same-origin");
      expect(received).toContain("frame-ancestors 'none'");
      expect(received).toContain("x-content-type-options: nosniff");
      expect(received).toContain("referrer-policy: no-referrer");
      expect(received).toContain("permissions-policy: ");
    }
  });
});

/** Host headers with names that are not the console's. */
const otherHosts = [
  "evil.test",
  "evil.test:PORT",
  "127.0.0.1.evil.test:PORT",
  "localhost.evil.test:PORT",
  "x.localhost:PORT",
  "127.0.0.1",
  "127.0.0.1:1",
  "127.0.0.2:PORT",
  "0.0.0.0:PORT",
  "[::]:PORT",
  "user@127.0.0.1:PORT",
  "127.0.0.1:PORT/x",
  "",
  "localhost:",
];

describe("host names", () => {
  it.each(otherHosts)("fault 10: %j is not served", async (host) => {
    const { upstream, gateway, send } = await setUp();
    for (const start of [
      "GET /api/rma",
      "GET /",
      "GET /gateway/connection",
      "POST /healthz",
      "GET /healthz?",
      "GET /healthz/",
      "GET //healthz",
      "GET /%68ealthz",
      "OPTIONS /readyz",
    ])
      expect(
        statusesIn(
          await send(start, { ...ours, Host: host.replace("PORT", String(gateway.port)) }),
        ),
      ).toEqual([421]);
    expect(upstream.connections()).toBe(0);
  });

  it.each([
    "127.0.0.1:PORT",
    "localhost:PORT",
    "LOCALHOST:PORT",
    "[::1]:PORT",
    "console.example.com",
  ])("fault 10: %s is served", async (host) => {
    const { gateway, send } = await setUp(["Console.example.com"]);
    expect(
      statusesIn(
        await send("GET /api/rma", { ...ours, Host: host.replace("PORT", String(gateway.port)) }),
      ),
    ).toEqual([200]);
  });

  it.each(otherHosts)(
    "%j gets the health check, as a load balancer asks, and nothing more",
    async (host) => {
      const { send } = await setUp();
      for (const start of ["GET /healthz", "HEAD /healthz", "GET /readyz", "HEAD /readyz"]) {
        const received = await send(start, { Host: host });
        expect(statusesIn(received)).toEqual([200]);
        expect(received).toMatch(/^cross-origin-resource-policy: same-origin/im);
        expect(received).not.toMatch(/^access-control-/im);
        expect(received.split("\r\n\r\n")[1]).toMatch(/^(?:\{"status":"(?:ok|ready)"\})?$/);
      }
      for (const headers of [{ Origin: "http://other.test" }, { "Sec-Fetch-Site": "cross-site" }])
        expect(statusesIn(await send("GET /healthz", { Host: host, ...headers }))).toEqual([403]);
    },
  );
});
