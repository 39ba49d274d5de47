import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { PageState } from "#contract/page-state.ts";
import { servedMs } from "#contract/served.ts";
import { monotonicClock } from "#gateway/server/clock.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, statusesIn } from "#gateway/testing/raw-socket.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const boot = "document.documentElement.dataset.scheme = 'dark';";
const page = `<!doctype html><script>${boot}</script><script type="module" src="/assets/app-1a2b.js"></script><style>b{}</style><div id="root"></div>${"<!-- -->".repeat(150)}`;

const write = async (folder: string, file: string, text: string) => {
  await writeFile(join(folder, file), text);
  await writeFile(join(folder, `${file}.br`), brotliCompressSync(text));
  await writeFile(join(folder, `${file}.gz`), gzipSync(text));
};

const setUp = async (behaviour?: Behaviour) => {
  const assets = await mkdtemp(join(tmpdir(), "console-"));
  await mkdir(join(assets, "assets"));
  await write(assets, "index.html", page);
  await write(assets, "assets/app-1a2b.js", "export {};".repeat(50));
  await writeFile(join(assets, "assets/app-1a2b.js.map"), "{}");
  await writeFile(join(assets, "favicon.svg"), "<svg/>");
  await writeFile(join(assets, ".secret"), "x");
  const upstream = keep(await startUpstream(behaviour));
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: upstream.baseUrl },
      assets,
      imageOrigins: ["http://127.0.0.1:4201"],
    }),
  );
  // As a build does while the program runs: what was read at the start is served all the same.
  await rm(assets, { recursive: true });
  return gateway;
};

const html = { headers: { accept: "text/html,*/*" } };

describe("the built console", () => {
  it.each(["/", "/rmas", "/rmas/5", "/mapping-rules/new?x=1", "/returns/5.5", "/nowhere"])(
    "%s is the page, which no browser keeps",
    async (path) => {
      const gateway = await setUp();
      const response = await gateway.call(path, html);
      expect([
        response.status,
        response.headers.get("content-type"),
        response.headers.get("cache-control"),
      ]).toEqual([200, "text/html; charset=utf-8", "no-store"]);
      expect((await response.text()).replace(/<script type="application.*?<\/script>/, "")).toBe(
        page,
      );
    },
  );

  it.each([
    "/assets/gone-9z.js",
    "/assets/",
    "/assets",
    "/assets/app-1a2b.js.map",
    "/.secret",
    "/api",
    "/api/nothing",
    "/gateway/x",
    "/healthz/",
    "/readyz/",
  ])("%s is not the page", async (path) => {
    const gateway = await setUp();
    const refused = await gateway.call(path, html);
    expect([refused.status, await refused.text()]).toEqual([
      404,
      expect.stringMatching(/<h1>This address doesn't exist<\/h1>[^]*<a href="\/">/),
    ]);
    const policy = refused.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
    const data = await gateway.call(path, { headers: { accept: "application/json" } });
    expect([data.status, data.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json; charset=utf-8",
    ]);
  });

  it.each<[string, string, Record<string, string>, number, RegExp]>([
    ["an address cut off in a code", "/rmas/%E0%A4%A", {}, 400, /link may be damaged[^]*href="\/"/],
    ["an address of two hosts", "//x/rmas", {}, 404, /doesn't exist/],
    ["another host name", "/rmas", { Host: "evil.test" }, 421, /PUBLIC_URL/],
    [
      "too many cookies",
      "/rmas",
      { Cookie: "a".repeat(50_000) },
      431,
      /48 KB[^]*Delete the cookies/,
    ],
    ["20 KB of cookies", "/rmas", { Cookie: "a".repeat(20_000) }, 200, /id="root"/],
  ])(
    "a browser gets a page for %s, a program gets a problem",
    async (_, path, more, status, text) => {
      const gateway = await setUp();
      const get = async (accept: string) => {
        const headers = { Host: `127.0.0.1:${gateway.port}`, Accept: accept, ...more };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const request = `GET ${path} HTTP/1.1\r\nConnection: close\r\n${lines.join("")}\r\n`;
        return exchange(gateway.port, request);
      };
      const page = await get("text/html,application/xhtml+xml,*/*;q=0.8");
      expect([statusesIn(page)[0], page]).toEqual([status, expect.stringMatching(text)]);
      expect(page).toMatch(/^content-type: text\/html; charset=utf-8\r$/im);
      expect(page.match(/^content-security-policy:/gim)).toHaveLength(1);
      const data = await get("application/json");
      expect(data).toMatch(/^content-type: application\/problem\+json; charset=utf-8\r$/im);
    },
  );

  it.each([
    [415, { body: "x", headers: { "content-type": "text/plain" } }],
    [413, { body: "x".repeat(1_100_000), headers: { "content-type": "application/json" } }],
  ])("leaves %s a problem with the gateway's own text", async (status, init) => {
    const gateway = await setUp();
    const response = await gateway.call("/api/rmas/5/items", { method: "PATCH", ...init });
    expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(await response.json()).toMatchObject({ status: status, outcome: "refused" });
  });

  it.each([
    ["/rmas/5", {}, 200],
    ["/favicon.ico", {}, 404],
    ["/rmas/5", { "sec-fetch-dest": "script" }, 404],
  ])("answers a client that accepts any type: %s with %j", async (path, headers, status) => {
    const gateway = await setUp();
    const response = await gateway.call(path, { headers: { accept: "*/*", ...headers } });
    expect(response.status).toBe(status);
  });

  it.each([
    ["/healthz", 500, 200],
    ["/readyz", 500, 503],
    ["/readyz", 401, 200],
  ])("answers HEAD %s like GET, with an upstream that answers %d", async (path, api, status) => {
    const gateway = await setUp((_request, response) => answer(response, api, {}));
    for (const accept of ["*/*", "text/html", "application/json"]) {
      const [get, head] = await Promise.all(
        ["GET", "HEAD"].map((method) => gateway.call(path, { method, headers: { accept } })),
      );
      expect([get?.status, head?.status]).toEqual([status, status]);
      expect(head?.headers.get("content-length")).toBe(get?.headers.get("content-length"));
      expect(await head?.text()).toBe("");
    }
  });

  it("is not sent for a request that wants data", async () => {
    const gateway = await setUp();
    expect((await gateway.call("/rmas", { headers: { accept: "application/json" } })).status).toBe(
      404,
    );
    expect((await gateway.call("/rmas", { method: "POST" })).status).toBe(404);
  });

  it.each([
    "/../package.json",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    "/assets/..%5c..%5cx",
    "/assets/../.secret",
    "//etc/passwd",
    "/assets/%00",
  ])("%s reaches no file", async (path) => {
    const gateway = await setUp();
    const received = await exchange(
      gateway.port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 403, 404]).toContain(statusesIn(received)[0]);
  });

  it("keeps files with a hash in their name for a year", async () => {
    const gateway = await setUp();
    const response = await gateway.call("/assets/app-1a2b.js");
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect((await gateway.call("/favicon.svg")).headers.get("cache-control")).toBe("no-cache");
  });

  it.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["identity", null],
  ])("is sent as compressed as %s allows", async (accepted, encoding) => {
    const gateway = await setUp();
    for (const path of ["/", "/assets/app-1a2b.js", "/rmas"]) {
      const response = await gateway.call(path, {
        headers: { accept: "text/html", "accept-encoding": accepted },
      });
      expect([path, response.status, response.headers.get("content-encoding")]).toEqual([
        path,
        200,
        encoding,
      ]);
      expect(response.headers.get("content-type")).toMatch(
        path.endsWith(".js") ? /javascript/ : /html/,
      );
      expect(response.headers.get("vary")?.toLowerCase()).toBe("accept-encoding");
      await response.arrayBuffer();
    }
  });

  it("is not sent again when the browser has a current copy", async () => {
    const gateway = await setUp();
    const get = async (path: string, tag: string) =>
      exchange(
        gateway.port,
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nAccept: text/html\r\nIf-None-Match: ${tag}\r\nConnection: close\r\n\r\n`,
      );
    for (const path of ["/favicon.svg", "/assets/app-1a2b.js"]) {
      const tag = /^etag: (.+)$/im.exec(await get(path, '"none"'))?.[1]?.trim() ?? "";
      expect([path, tag !== "", statusesIn(await get(path, tag))]).toEqual([path, true, [304]]);
    }
  });

  it("fault 23, fault 25, fault 63: runs no script outside the build, and shows images of https and the service only", async () => {
    const gateway = await setUp();
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const policy = (await gateway.call("/", html)).headers.get("content-security-policy") ?? "";
    const directives = new Map(
      policy
        .split(";")
        .map((each) => [each.split(" ")[0] ?? "", each.split(" ").slice(1).join(" ")]),
    );
    expect(Object.fromEntries(directives)).toEqual({
      "default-src": "'none'",
      "script-src": `'self' ${hash(boot)}`,
      "style-src": `'self' ${hash("b{}")}`,
      "img-src": "'self' https: data: http://127.0.0.1:4201",
      "font-src": "'self'",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "'none'",
      "frame-src": "'self'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "dompurify rich-text",
    });
  });

  it.each([
    ["document", false],
    ["iframe", false],
    ["worker", false],
    ["sharedworker", false],
    ["object", false],
    ["unknown", false],
    [undefined, false],
    ["script", true],
    ["style", true],
    ["font", true],
    ["empty", true],
  ])("fault 63: a response for %s is stricter and shorter: %s", async (dest, isPart) => {
    const gateway = await setUp();
    const headers = {
      "x-requested-by": "test",
      "sec-fetch-site": "same-origin",
      ...(dest !== undefined && { "sec-fetch-dest": dest }),
    };
    for (const path of ["/assets/app-1a2b.js", "/gateway/connection", "/nothing.js"]) {
      const received = (await gateway.call(path, { headers })).headers;
      const policy = received.get("content-security-policy") ?? "";
      expect([path, policy === "default-src 'none';frame-ancestors 'none'"]).toEqual([
        path,
        isPart,
      ]);
      expect(policy.includes("require-trusted-types-for 'script'")).toBe(!isPart);
      expect(received.has("permissions-policy")).toBe(!isPart);
      expect(received.has("cross-origin-opener-policy")).toBe(!isPart);
      expect(received.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(received.get("referrer-policy")).toBe("no-referrer");
      expect(received.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("opens from a link on another site, and shows nothing else to it", async () => {
    const gateway = await setUp();
    const visit = {
      accept: "text/html",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    const status = async (path: string) => {
      const lines = Object.entries(visit)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("");
      return statusesIn(
        await exchange(
          gateway.port,
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: close\r\n${lines}\r\n`,
        ),
      )[0];
    };
    expect([
      await status("/rmas/5"),
      await status("/api/rma"),
      await status("/gateway/connection"),
    ]).toEqual([200, 403, 403]);
  });
});

it("writes where the page is, and for whom, into it, before its first script", async () => {
  const assets = await mkdtemp(join(tmpdir(), "console-"));
  await write(assets, "index.html", page);
  const upstream = keep(await startUpstream());
  let ahead = 0;
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: upstream.baseUrl },
      assets,
      currency: "EUR",
      clock: { ...monotonicClock, now: () => monotonicClock.now() + ahead },
      signIn: {
        kind: "header",
        header: "x-user",
        groupsHeader: "x-groups",
        roles: new Map(),
        peers: ["127.0.0.0/8"],
        secret: "a-secret-of-the-proxy",
      },
    }),
  );
  await rm(assets, { recursive: true });
  const read = async (path: string, identity: Record<string, string>) => {
    const response = await gateway.call(path, { headers: { ...html.headers, ...identity } });
    const [before = "", json = "", after = ""] = (await response.text()).split(
      /<script type="application\/json" id="page-state">(.*?)<\/script>/,
    );
    expect([before + after, response.headers.get("cache-control")]).toEqual([page, "no-store"]);
    return JSON.parse(json) as PageState;
  };
  const name = "</script><b>Ana</b>";
  const ana = {
    "x-user": name,
    "x-groups": "agent",
    "x-identity-secret": "a-secret-of-the-proxy",
  };
  for (const path of ["/", "/rmas/5"])
    expect(await read(path, ana)).toMatchObject({
      session: { signIn: "header", person: { id: name, role: "agent" } },
      connection: { baseUrl: upstream.baseUrl, embedded: false },
      currency: "EUR",
    });
  // What the upstream serves, according to its answers of the last minutes.
  upstream.behave(({ url }, response) => answer(response, url === "/returns" ? 200 : 404, []));
  for (const path of ["/api/rma", "/api/rma/5", "/api/returns"])
    await gateway.call(path, { headers: ana });
  expect((await read("/", ana)).served).toEqual({ "GET /rma": false, "GET /returns": true });
  // A proxy may answer while the upstream restarts.
  upstream.behave((_request, response) => answer(response, 404, {}));
  await gateway.call("/api/returns", { headers: ana });
  expect((await read("/", ana)).served).toMatchObject({ "GET /returns": true });
  ahead = servedMs;
  expect((await read("/", ana)).served).toEqual({});
  // Who hasn't signed in learns nothing.
  expect(await read("/", {})).toMatchObject({
    session: { signIn: "header", person: null },
    connection: null,
    served: {},
  });
});
