import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener } from "node:http";
import https, { request, type ServerOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sessionPath, signInPath } from "#contract/people.ts";
import { badCertificates } from "#gateway/testing/certificates.ts";
import { startHostReplacingProxy } from "#gateway/testing/host-replacing-proxy.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, openRawSocket, statusesIn } from "#gateway/testing/raw-socket.ts";
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

const upstream = { baseUrl: "http://127.0.0.1:9" };
const publicUrl = "https://console.example.com";

const start = async (options: Omit<Parameters<typeof startGateway>[0], "upstream">) => {
  const gateway = keep(await startGateway({ upstream, ...options }));
  const send = async (host: string, more: readonly string[] = [], path: string = sessionPath) => {
    const own = [`Host: ${host}`, "X-Requested-By: test", "Connection: close"];
    const lines = [`GET ${path} HTTP/1.1`, ...own, ...more];
    return exchange(gateway.port, `${lines.join("\r\n")}\r\n\r\n`);
  };
  return { gateway, send };
};

it.each<[string, number]>([
  ["console.example.com", 200],
  ["CONSOLE.example.com", 200],
  ["console.example.com:443", 421],
  ["console.example.com.evil.test", 421],
  ["evil.test", 421],
])("fault 10: with a public address, the host %s gets %d", async (host, status) => {
  const { send } = await start({ publicUrl });
  expect(statusesIn(await send(host))).toEqual([status]);
});

it.each<[string, readonly string[], number]>([
  ["a trusted proxy", ["127.0.0.1"], 200],
  ["another client", ["10.0.0.1"], 421],
  ["any client, without proxies", [], 421],
])("fault 10: X-Forwarded-Host of %s", async (_, trustedProxies, status) => {
  const { send } = await start({ publicUrl, trustedProxies });
  const forwarded = ["X-Forwarded-Host: console.example.com"];
  expect(statusesIn(await send("internal:8080", forwarded))).toEqual([status]);
  expect(statusesIn(await send("internal:8080", ["X-Forwarded-Host: evil.test"]))).toEqual([421]);
});

it.each<[string, string | undefined, boolean]>([
  ["https", publicUrl, true],
  ["http on this machine", "http://localhost:4200", false],
  ["none", undefined, false],
])("a public address of %s decides on HSTS", async (_, url, isSecure) => {
  const { gateway } = await start(url === undefined ? {} : { publicUrl: url });
  for (const destination of ["document", "script", "empty"]) {
    const { headers } = await gateway.call("/healthz", {
      headers: { "sec-fetch-dest": destination },
    });
    expect(headers.get("strict-transport-security")).toBe(isSecure ? "max-age=31536000" : null);
  }
});

describe("HSTS is on each kind of answer", () => {
  let assets = "";
  beforeAll(async () => {
    assets = await mkdtemp(join(tmpdir(), "console-"));
    await writeFile(join(assets, "index.html"), "<!doctype html>");
    await writeFile(join(assets, "favicon.svg"), "<svg/>");
  });
  afterAll(async () => rm(assets, { recursive: true }));
  const post = "POST /api/mapping-set HTTP/1.1";
  const json = "Content-Type: application/json";
  it.each<[number, string, string[]]>([
    [200, "GET /healthz HTTP/1.1", []],
    [200, "GET /healthz HTTP/1.1", ["Sec-Fetch-Dest: empty"]],
    [200, "GET / HTTP/1.1", ["Accept: text/html"]],
    [304, "GET /favicon.svg HTTP/1.1", ["If-None-Match: ETAG"]],
    [303, `GET ${signInPath}?returnTo=/rmas HTTP/1.1`, []],
    [404, "GET /none.js HTTP/1.1", []],
    [405, "PUT /api/account HTTP/1.1", []],
    [421, "GET / HTTP/1.1", ["Host: evil.test"]],
    [403, post, ["Origin: https://evil.test", json, "Content-Length: 0"]],
    [413, post, [json, "Content-Length: 99999999"]],
    [415, post, ["Content-Type: text/plain", "Content-Length: 1", "", "x"]],
    [400, post, [json, "X-Requested-By: test", "Content-Length: 1", "", "{"]],
    [400, "GET /%ff%zz HTTP/1.1", []],
    [400, "GET /healthz HTTP/1.1", ["No host"]],
    [417, "GET /healthz HTTP/1.1", ["Expect: a miracle"]],
    [400, "no request", []],
    [400, "GET / HTTP/1.1", ["Accept: text/html", "A : b"]],
    [431, "GET / HTTP/1.1", [`X-A: ${"b".repeat(65_536)}`]],
    [408, "POST /api/mapping-set HTTP/1.1", [json, "Content-Length: 5"]],
    [502, "GET /api/account HTTP/1.1", ["X-Requested-By: test"]],
  ])("%d of %s", async (status, line, more) => {
    for (const [url, header] of [
      [publicUrl, ["strict-transport-security: max-age=31536000"]],
      ["http://localhost", null],
    ] as const) {
      const { gateway, send } = await start({ publicUrl: url, assets });
      const host = more.some((each) => /^(?:no )?host/i.test(each))
        ? []
        : [`Host: ${new URL(url).host}`];
      const lines = [
        line,
        "Connection: close",
        ...host,
        ...more.filter((each) => each !== "No host"),
      ];
      const ending = more.includes("") ? "" : "\r\n\r\n";
      const raw = keep(await openRawSocket(gateway.port));
      const etag =
        /^etag: (.*)\r$/im.exec(await send(new URL(url).host, [], "/favicon.svg"))?.[1] ?? "";
      raw.write(lines.join("\r\n").replace("ETAG", etag) + ending);
      if (status === 408)
        gateway.app.server.once("request", ({ socket }: IncomingMessage) =>
          gateway.app.server.emit("clientError", { code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket),
        );
      const text = await raw.received();
      expect([statusesIn(text), text.match(/^strict-transport.*$/gim)]).toEqual([[status], header]);
    }
  });
});

it("speaks TLS with a certificate, with HSTS, and no plain http", async () => {
  const { key, cert } = badCertificates.certificate;
  const { gateway, send } = await start({ tls: { key, cert } });
  const head = await new Promise<Record<string, unknown>>((resolve, reject) => {
    const options = { port: gateway.port, host: "127.0.0.1", path: "/healthz", ca: cert };
    request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode, ...response.headers });
    })
      .on("error", reject)
      .end();
  });
  expect(head).toMatchObject({ status: 200, "strict-transport-security": "max-age=31536000" });
  expect(statusesIn(await send(`127.0.0.1:${gateway.port}`))).not.toContain(200);
});

it.each([
  ["ECDHE-ECDSA-AES128-GCM-SHA256", true],
  ["ECDHE-ECDSA-CHACHA20-POLY1305", true],
  ["ECDHE-ECDSA-AES128-SHA256", false],
  ["ECDHE-ECDSA-AES256-SHA", false],
])("of TLS 1.2, %s is spoken: %s", async (ciphers, isSpoken) => {
  const { key, cert } = badCertificates.certificate;
  const { gateway } = await start({ tls: { key, cert } });
  const result = new Promise((resolve) => {
    const options = { port: gateway.port, host: "127.0.0.1", ca: cert, ciphers };
    const socket = connect({ ...options, maxVersion: "TLSv1.2" }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on("error", () => {
      resolve(false);
    });
  });
  expect(await result).toBe(isSpoken);
});

it("fault 20: gives a TLS handshake as much time as a request's head", async () => {
  const createServer = vi.spyOn(https, "createServer");
  const { key, cert } = badCertificates.certificate;
  await start({ tls: { key, cert } });
  expect(createServer.mock.calls.map(([options]) => options)).toEqual([
    expect.objectContaining({ key, handshakeTimeout: 10_000, headersTimeout: 10_000 }),
  ]);
  createServer.mockRestore();
});

it("fault 20: closes a connection that begins no TLS, so that it takes no place", async () => {
  const { createServer } = https;
  const impatient = (options: ServerOptions, handle: RequestListener) =>
    createServer({ ...options, handshakeTimeout: 20 }, handle);
  const spied = vi
    .spyOn(https, "createServer")
    .mockImplementation(impatient as typeof createServer);
  const { key, cert } = badCertificates.certificate;
  const { gateway } = await start({ tls: { key, cert } });
  spied.mockRestore();
  const raw = keep(await openRawSocket(gateway.port));
  expect(await raw.received()).toBe("");
});

it("without sign-in there is nothing to sign in to", async () => {
  const { gateway } = await start({});
  const response = await gateway.call(`${signInPath}?returnTo=/rmas`);
  expect([response.status, response.headers.get("location")]).toEqual([303, "/rmas"]);
});

describe("behind a proxy that replaces the Host header", () => {
  const setUp = async (options: { publicUrl?: string } = {}) => {
    const lines: string[] = [];
    const log = { level: "warn", write: (line: string) => lines.push(line) } as const;
    const { gateway } = await start({ ...options, log });
    const proxy = keep(await startHostReplacingProxy(gateway.port));
    const send = async (path: string, headers: Record<string, string>, method = "GET") =>
      fetch(proxy.origin + path, { method, headers, ...(method === "POST" && { body: "{}" }) });
    return { lines, host: `127.0.0.1:${gateway.port}`, proxy, send };
  };
  const same = { "sec-fetch-site": "same-origin" };

  it.each<[string, Record<string, string>]>([
    ["over https", { ...same, "sec-fetch-dest": "script", "sec-fetch-mode": "cors" }],
    ["over http, without Sec-Fetch", {}],
  ])("the console's code %s is a script that says to set PUBLIC_URL", async (_, headers) => {
    const { lines, host, send } = await setUp();
    const origin = "https://console.example.com";
    const response = await send("/assets/index-1.js", { origin, ...headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const advice = `The browser opened ${origin}, and a proxy replaced the Host header with ${host}. Set PUBLIC_URL to the address that people open`;
    expect(await response.text()).toContain(advice);
    expect(lines.join("")).toContain(advice);
  });

  it("a change is refused with the same advice, and one of another site as ever", async () => {
    const { send } = await setUp();
    const origin = "https://console.example.com";
    const problems = await Promise.all(
      [same, {}].map(async (site) =>
        (
          await send("/gateway/sign-out", { origin, "x-requested-by": "test", ...site }, "POST")
        ).json(),
      ),
    );
    expect(problems).toMatchObject([
      { status: 403, detail: expect.stringContaining("Set PUBLIC_URL") },
      { status: 403, type: "urn:supercargo:problem:cross-site" },
    ]);
  });

  it.each<[string, number]>([
    [publicUrl, 200],
    ["http://console.example.com", 403],
    ["https://evil.test", 403],
    ["null", 403],
  ])("with PUBLIC_URL, a change of a page of %s gets %d", async (origin, status) => {
    const { send } = await setUp({ publicUrl });
    const headers = { origin, "x-requested-by": "test", "content-type": "application/json" };
    const response = await send("/gateway/sign-out", headers, "POST");
    expect(response.status).toBe(status);
  });

  it("with another PUBLIC_URL, the advice names it", async () => {
    const { send } = await setUp({ publicUrl });
    const response = await send("/gateway/session", { origin: "https://other.test", ...same });
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining(`PUBLIC_URL is ${publicUrl}. Open the console there`),
    });
  });
});

it("fault 10: a host name that is not served is written to the page and the log", async () => {
  const lines: string[] = [];
  const { send } = await start({ log: { level: "warn", write: (line) => lines.push(line) } });
  const page = await send("shop.test<b>", ["Accept: text/html"]);
  expect(page).toContain("shop.test&lt;b&gt;");
  expect(lines.join("")).toContain("shop.test");
});
