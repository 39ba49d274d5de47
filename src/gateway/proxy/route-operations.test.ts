import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/errors.ts";
import { operations } from "#contract/operations.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, statusesIn } from "#gateway/testing/raw-socket.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, patch, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const all = Object.values(operations);

const setUp = async (more: Parameters<typeof startGateway>[0]["upstream"] | object = {}) => {
  const upstream = keep(
    await startUpstream((_q, response) =>
      answer(response, 200, [], { "x-total-count": "7", "x-evil": "1", vary: "x" }),
    ),
  );
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: upstream.baseUrl, ...more },
      operations: all,
    }),
  );
  return { upstream, gateway };
};

const filled = (path: string, id = "5") => path.replaceAll(/\{\w+\}/g, id);
const bodyFor = (operation: (typeof all)[number]): RequestInit =>
  operation.method === "GET"
    ? {}
    : { ...patch("body" in operation ? {} : ""), method: operation.method };

describe("the operations", () => {
  it.each(all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    "%s goes to its own path",
    async (_, operation) => {
      const { upstream, gateway } = await setUp();
      const response = await gateway.call(`/api${filled(operation.path)}`, bodyFor(operation));
      expect([
        response.status,
        response.headers.get("x-total-count"),
        response.headers.get("x-evil"),
      ]).toEqual([200, "7", null]);
      expect(upstream.arrivals.map(({ method, url }) => [method, url])).toEqual([
        [operation.method, filled(operation.path)],
      ]);
    },
  );

  it("do not include the read that moves orders, and a client of the documented API is pointed to its replacement", async () => {
    const upstream = keep(await startUpstream());
    const gateway = keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
    const response = await gateway.call("/api/purchase-orders/processing?filterSourceId=12");
    const { detail } = (await response.json()) as { detail: string };
    expect([response.status, response.headers.get("allow"), upstream.arrivals]).toEqual([
      405,
      "",
      [],
    ]);
    expect(detail).toContain("POST /api/received-orders");
  });

  it("fault 4: are forwarded with the gateway's own headers only", async () => {
    const { upstream, gateway } = await setUp();
    const evil = {
      "x-api-token": "mine",
      x_api_token: "mine",
      authorization: "Bearer mine",
      cookie: "a=b",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-user": "root",
      "x-user": "root",
      "accept-encoding": "br",
      "if-none-match": "x",
      "x-request-id": "11111111-1111-4111-8111-111111111111",
    };
    const answers = [
      await gateway.call("/api/rmas/5/items", patch([{ id: 1, note: "é" }], evil)),
      await gateway.call("/api/rma/5", { headers: evil }),
    ];
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(ids).not.toContain(evil["x-request-id"]);
    const { host } = new URL(upstream.origin);
    const fixed = {
      host,
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "supercargo",
      "x-api-token": canary,
    };
    expect(upstream.arrivals.map(({ headers }) => headers)).toEqual([
      {
        ...fixed,
        "x-request-id": ids[0],
        connection: "close",
        "content-type": "application/json",
        "content-length": "22",
      },
      { ...fixed, "x-request-id": ids[1], connection: "keep-alive" },
    ]);
    expect(upstream.arrivals[0]?.body).toBe('[{"id":1,"note":"é"}]');
  });

  it("accept only the query names in the contract, and encode them again", async () => {
    const { upstream, gateway } = await setUp();
    await gateway.call(
      "/api/rma?status=Waiting%2CPartially%20Approved&limit=9&pageSize=3&offset=1&%73ourceId=4&rmaNumbers=a%26b%3d%0d%0aX:y",
    );
    expect(upstream.arrivals.map(({ url }) => url)).toEqual([
      "/rma?pageSize=3&rmaNumbers=a%26b%3D%0D%0AX%3Ay&sourceId=4&status=Waiting%2CPartially+Approved",
    ]);
  });

  it.each(["sourceId=1&sourceId=2", "rmaNumbers=%00", `rmaNumbers=${"9".repeat(5_000)}`])(
    "reject a query like %.40s",
    async (query) => {
      const { upstream, gateway } = await setUp();
      const response = await gateway.call(`/api/rma?${query}`);
      expect([response.status, upstream.arrivals.length]).toEqual([400, 0]);
    },
  );

  it("keep the base address's own path", async () => {
    const upstream = keep(await startUpstream());
    const gateway = keep(await startGateway({ upstream: { baseUrl: `${upstream.baseUrl}/v1/` } }));
    await gateway.call("/api/channel/");
    expect(upstream.arrivals.map(({ url }) => url)).toEqual(["/v1/channel/"]);
  });

  it("use the token of the records' owner, or name the missing token", async () => {
    const upstream = keep(await startUpstream());
    const tokens = {
      accountToken: undefined,
      sourceTokens: new Map([
        [12, "source-twelve"],
        [13, "source-thirteen"],
      ]),
      channelTokens: new Map([[3, "channel-three"]]),
    };
    const gateway = keep(
      await startGateway({ upstream: { baseUrl: upstream.baseUrl, ...tokens } }),
    );
    await gateway.call("/api/purchase-orders?filterSourceId=12");
    await gateway.call("/api/returns?channelId=3");
    expect(upstream.arrivals.map(({ headers }) => headers["x-api-token"])).toEqual([
      "source-twelve",
      "channel-three",
    ]);
    const refused = await gateway.call("/api/sources");
    expect(await refused.json()).toMatchObject({
      status: 401,
      outcome: "refused",
      tokens: ["account"],
      type: "urn:supercargo:problem:token-missing",
    });
    expect(upstream.arrivals).toHaveLength(2);
  });
});

describe("paths", () => {
  it.each([
    "/api//evil",
    "/api/@evil",
    "//evil",
    "//evil/api/rma",
    "/api",
    "/api/",
    "/api/rma/",
    "/api/RMA",
    "/api/rma/5/",
    "/api/rma//5",
    "/api/rma/../rma",
    "/api/./rma",
    "/api/rma/5/items",
    "/api/%2e%2e/rma",
    "/api/rma%2f5",
    "/api/rma%5c5",
    "/api/rmas/5;x/items/y",
    "/api/https://evil.test/",
    "/api/account/x",
    "/gateway",
    "/gateway/x",
    "/api/rma/%",
    "/api/rma/%zz",
    "/api/rma/%c0%af",
    "*",
    "http://evil.test/",
    "http://evil.test/api/rma",
    "evil.test:80",
  ])("fault 1: %s has no route", async (path) => {
    const other = keep(await startUpstream());
    const { upstream, gateway } = await setUp();
    const received = await exchange(
      gateway.port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nX-Forwarded-Host: ${new URL(other.origin).host}\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 404]).toContain(statusesIn(received)[0]);
    expect(received.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect([upstream.connections(), other.connections()]).toEqual([0, 0]);
  });

  it.each([
    "0",
    "-1",
    "01",
    "1.0",
    "1e3",
    "abc",
    "[object Object]",
    "undefined",
    "..",
    "%2e%2e",
    "..%2f..",
    "5%2f6",
    "5%5c6",
    "5\\6",
    "%252e",
    "5;6",
    "5%00",
    "5%0d%0aX: y",
    "5%20",
    "12345678901234567890",
    "%EF%BC%95",
    "5?x",
    "NaN",
    "0x10",
  ])("fault 2: the id %s is not forwarded", async (id) => {
    const { upstream, gateway } = await setUp();
    const received = await exchange(
      gateway.port,
      `PATCH /api/rmas/${id.replaceAll(" ", "%20")}/items HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]`,
    );
    expect([400, 404, 405]).toContain(statusesIn(received)[0]);
    expect(upstream.connections()).toBe(0);
  });

  it("fault 2: any text as an id is refused or is that id", async () => {
    const { upstream, gateway } = await setUp();
    const ids = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.integer().map(String),
      fc.constantFrom(".", "..", "%", "/", "5/../6"),
    );
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        const hits = upstream.arrivals.length;
        const { status } = await gateway.call(`/api/rma/${encodeURIComponent(id)}`);
        const isId = /^[1-9]\d{0,15}$/.test(id);
        const paths = upstream.arrivals.slice(hits).map(({ url }) => url);
        expect(paths).toEqual(isId ? [`/rma/${id}`] : []);
        expect(isId ? [200] : [400, 404]).toContain(status);
      }),
      { numRuns: 150 },
    );
  });

  it("explains the problem with an id", async () => {
    const { gateway } = await setUp();
    const response = await gateway.call("/api/rmas/abc/items", patch([]));
    expect(await response.json()).toMatchObject({
      status: 400,
      outcome: "refused",
      issues: [{ path: "rmaId" }],
    });
  });
});

describe("methods", () => {
  it("fault 3: reject methods that an operation does not have with 405 and Allow", async () => {
    const { upstream, gateway } = await setUp();
    for (const path of new Set(all.map((operation) => operation.path)))
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const allowed = all
          .filter((operation) => operation.path === path)
          .map((operation): string => operation.method);
        if (allowed.includes(method)) continue;
        const response = await gateway.call(`/api${filled(path)}`, { method });
        expect([path, method, response.status, response.headers.get("allow")]).toEqual([
          path,
          method,
          405,
          allowed.join(", "),
        ]);
      }
    expect(upstream.connections()).toBe(0);
  });

  it.each([
    "TRACE /api/rma",
    "PROPFIND /api/rma",
    "FOO /api/rma",
    "QUERY /api/rma",
    "CONNECT 127.0.0.1:80",
    "CONNECT /api/rma",
    "GET /nothing",
    "DELETE /",
  ])("fault 3: %s is rejected", async (start) => {
    const { upstream, gateway } = await setUp();
    const received = await exchange(
      gateway.port,
      `${start} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesIn(received).every((status) => [400, 404, 405].includes(status))).toBe(true);
    expect(upstream.connections()).toBe(0);
  });

  it("fault 3: no connection is upgraded", async () => {
    const { upstream, gateway } = await setUp();
    const received = await exchange(
      gateway.port,
      `GET /api/rma HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    expect(statusesIn(received)).toEqual([404]);
    expect(upstream.connections()).toBe(0);
  });
});

const startRecording = async () => {
  const upstream = keep(await startUpstream());
  const gateway = keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
  return { upstream, gateway };
};

describe("bodies", () => {
  const send = async (init: RequestInit) => {
    const { upstream, gateway } = await startRecording();
    const response = await gateway.call("/api/rmas/5/items", { method: "PATCH", ...init });
    return { status: response.status, problem: (await response.json()) as Problem, upstream };
  };

  it.each([
    ["no JSON", "{", 400],
    ["a name twice", '[{"id":1,"id":2}]', 400],
    ["a prototype", '[{"__proto__":{"x":1}}]', 400],
    ["a number too large", '[{"id":12345678901234567890}]', 400],
    ["no end of nesting", "[".repeat(200_000), 400],
    ["nothing where something is needed", "", 400],
    ["more than a megabyte", `["${"x".repeat(1_100_000)}"]`, 413],
  ])("fault 17, fault 18: with %s are not forwarded", async (_, text, status) => {
    const sent = await send(patch(text));
    expect([sent.status, sent.problem.outcome, sent.upstream.connections()]).toEqual([
      status,
      "refused",
      0,
    ]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonx",
  ])("of type %s are refused", async (type) => {
    const sent = await send({ body: "[]", headers: { "content-type": type } });
    expect([sent.status, sent.upstream.connections()]).toEqual([415, 0]);
  });

  it.each(["gzip", "br", "deflate", "identity, gzip"])(
    "fault 22: encoded as %s are refused",
    async (encoding) => {
      const sent = await send({ ...patch("[]", { "content-encoding": encoding }) });
      expect([sent.status, sent.upstream.connections()]).toEqual([415, 0]);
    },
  );

  it("are not needed where the operation has none, whatever their content type", async () => {
    const { upstream, gateway } = await startRecording();
    const response = await gateway.call("/api/purchase-orders/5/acknowledge", patch(""));
    expect([
      response.status,
      upstream.arrivals[0]?.body,
      upstream.arrivals[0]?.headers["content-type"],
    ]).toEqual([200, "", undefined]);
  });

  it.each(["9007199254740993", "9223372036854775807", "9007199254740991"])(
    "and paths, queries and answers keep the 64-bit ID %s",
    async (id) => {
      const { upstream, gateway } = await startRecording();
      const record = `{"id":${id},"purchaseOrderItems":[{"inventoryVariantId":${id},"sku":"${id}"}]}`;
      upstream.behave((_request, response) => answer(response, 200, record));
      const read = await gateway.call(`/api/purchase-orders/${id}`);
      expect([await read.text(), read.headers.get("x-contract-issues")]).toEqual([record, null]);
      const body = `[{"id":${id},"note":"é"}]`;
      const sent = await gateway.call(`/api/rmas/${id}/items`, { method: "PATCH", ...patch(body) });
      expect(await sent.text()).toBe(record);
      await (await gateway.call(`/api/rma?sourceId=${id}`)).text();
      expect(upstream.arrivals.map(({ url, body: received }) => [url, received])).toEqual([
        [`/purchase-orders/${id}`, ""],
        [`/rmas/${id}/items`, body],
        [`/rma?sourceId=${id}`, ""],
      ]);
    },
  );
});
