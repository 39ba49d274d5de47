import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { Connection } from "#contract/connection.ts";
import { endTimes } from "#http/testing/end-times.ts";
import { createFakeClock } from "./testing/fake-clock.ts";
import { eventually, holdAnswers } from "./testing/hold-answers.ts";
import { keepOpen } from "./testing/keep-open.ts";
import { exchange, openRawSocket, statusesIn } from "./testing/raw-socket.ts";
import { answer, type Behaviour, startUpstream } from "./testing/recording-upstream.ts";
import { canary, patch, startGateway } from "./testing/start-gateway.ts";

const keep = keepOpen();

type Options = Parameters<typeof startGateway>[0];

const setUp = async (
  behaviour?: Behaviour,
  upstreamOptions: Partial<Options["upstream"]> = {},
  more: Omit<Options, "upstream"> = {},
) => {
  const upstream = keep(await startUpstream(behaviour));
  const gateway = keep(
    await startGateway({ upstream: { baseUrl: upstream.baseUrl, ...upstreamOptions }, ...more }),
  );
  return { upstream, gateway };
};

describe("the gateway's own routes", () => {
  it("serves /healthz without the upstream", async () => {
    const { upstream, gateway } = await setUp();
    await upstream.close();
    const response = await gateway.call("/healthz");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  it.each([
    [200, 200],
    [401, 200],
    [403, 200],
    [429, 200],
    [500, 503],
  ])(
    "is ready after one probe in ten seconds when the upstream answers it with %d",
    async (status, ready) => {
      const { upstream, gateway } = await setUp((_q, response) => answer(response, status, {}));
      const statuses = await Promise.all(
        [1, 2, 3].map(async () => (await gateway.call("/readyz")).status),
      );
      expect([...statuses, (await gateway.call("/readyz")).status]).toEqual([
        ready,
        ready,
        ready,
        ready,
      ]);
      expect(upstream.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual([
        "GET /account",
      ]);
    },
  );

  it.each([
    ["refused the token", 401, { error: "Unknown token" }, {}],
    ["asked for a long pause", 429, {}, { "retry-after": "600" }],
  ])(
    "is not ready within 15 s once an upstream that had %s is down",
    async (_name, status, body, headers) => {
      const clock = createFakeClock();
      const { upstream, gateway } = await setUp(
        (_q, response) => answer(response, status, body, headers),
        {},
        { clock },
      );
      expect((await gateway.call("/api/rma")).status).toBe(status);
      expect((await gateway.call("/readyz")).status).toBe(200);
      await upstream.close();
      await clock.advance(15_000);
      expect((await gateway.call("/readyz")).status).toBe(503);
    },
  );

  it("sends no token with its question", async () => {
    const { upstream, gateway } = await setUp((_q, response) => answer(response, 401, {}));
    await gateway.call("/readyz");
    expect(upstream.arrivals.map(({ headers }) => headers["x-api-token"])).toEqual([undefined]);
  });

  it("sends no probe while other calls show that the upstream responds", async () => {
    const { upstream, gateway } = await setUp();
    await gateway.call("/api/rma");
    expect([(await gateway.call("/readyz")).status, upstream.arrivals.length]).toEqual([200, 1]);
  });

  it("describes the connection without a token in it", async () => {
    const channelTokens = new Map([[3, "channel-three-token"]]);
    const { gateway, upstream } = await setUp(undefined, {
      channelTokens,
      embedded: true,
      rateLimit: 4,
    });
    await gateway.call("/api/rma");
    const response = await gateway.call("/gateway/connection");
    const text = await response.text();
    const waiting = [0, 0, 0, 0, 0, 0, 0, 0];
    expect(z.parse(Connection, JSON.parse(text))).toEqual({
      baseUrl: upstream.baseUrl,
      embedded: true,
      rateLimit: 4,
      tokens: [
        { type: "account", id: null, verdict: "good", waiting, used: 1, pausedMs: 0 },
        { type: "channel", id: 3, verdict: "unknown", waiting, used: 0, pausedMs: 0 },
      ],
      lastAnswer: { status: 200, at: expect.any(String) as string },
      silentSince: null,
      accountMissing: false,
      failures: [],
      clockAheadMs: expect.any(Number) as number,
      now: expect.any(String) as string,
    });
    expect(text).not.toContain(canary);
    expect([text.includes("three-token"), upstream.arrivals.length]).toEqual([false, 1]);
  });
});

describe("clients that behave badly", () => {
  const large = { id: 1, note: "x".repeat(15_000_000) };

  /** No request, half a head, and half a body. */
  const unfinished = (port: number) => {
    const head = `PATCH /api/rmas/5/items HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Requested-By: t\r\n`;
    return ["", head, `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n[`];
  };

  it("fault 20: block no other client by never finishing a request", async () => {
    const { gateway } = await setUp();
    const parts = unfinished(gateway.port);
    const slow = await Promise.all(
      Array.from({ length: 100 }, async () => keep(await openRawSocket(gateway.port))),
    );
    for (const [at, raw] of slow.entries()) raw.write(parts[at % parts.length]!);
    expect((await gateway.call("/api/rma")).status).toBe(200);
    const { headersTimeout, requestTimeout, maxConnections } = gateway.app.server;
    expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      maxConnections: 512,
    });
  });

  it("fault 20: are disconnected when their time is over, and others get their places", async () => {
    const { upstream, gateway } = await setUp();
    const { port } = gateway;
    const { server } = gateway.app;
    const next = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
    server.maxConnections = 3;
    const slow = await Promise.all(
      unfinished(port).map(async (part) => {
        const raw = keep(await openRawSocket(port));
        raw.write(part);
        return raw;
      }),
    );
    expect(await exchange(port, next)).toBe("");
    const restore = endTimes(server);
    const ends = await Promise.all(slow.map(async (raw) => raw.received()));
    restore();
    expect(ends.map(statusesIn)).toEqual([[408], [408], [408]]);
    for (const end of ends) expect(end).toContain("application/problem+json");
    expect(statusesIn(await exchange(port, next))).toEqual([200]);
    expect(upstream.arrivals).toEqual([]);
  });

  /** A client that asks for a record and reads none of it. */
  const readNothing = async (port: number) => {
    const raw = keep(await openRawSocket(port));
    raw.socket.pause();
    raw.write(`GET /api/rma/1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Requested-By: t\r\n\r\n`);
  };

  it("fault 21: are disconnected when they read nothing of a large response, and not while they wait for one", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { gateway, upstream } = await setUp(behaviour, {}, { stallMs: 100 });
    const waiting = gateway.call("/api/rma/5");
    await until(1);
    upstream.behave((_q, response) => answer(response, 200, large));
    await readNothing(gateway.port);
    const connections = async () =>
      new Promise<number>((resolve) =>
        gateway.app.server.getConnections((_, count) => resolve(count)),
      );
    await eventually(async () => (await connections()) === 2);
    await eventually(async () => (await connections()) === 1);
    // It has waited longer than the one that was disconnected.
    held[0]?.();
    expect((await waiting).status).toBe(200);
  });

  it("fault 21: may read nothing for 30 seconds", async () => {
    const { gateway } = await setUp((_q, response) => answer(response, 200, large));
    const connected = once(gateway.app.server, "connection");
    await readNothing(gateway.port);
    const [socket] = (await connected) as [Socket];
    await eventually(() => socket.timeout === 30_000);
  });
});

describe("the log", () => {
  it("fault 6, fault 59: contains no token, no body, no query and no line that a client wrote", async () => {
    const lines: string[] = [];
    const { gateway } = await setUp(
      undefined,
      {},
      { log: { level: "debug", write: (line) => lines.push(line) } },
    );
    await gateway.call("/api/rma?status=Jane%20Doe", {
      headers: { "user-agent": "evil", cookie: "secret=1" },
    });
    await gateway.call("/api/rmas/5/items", patch([{ id: 1, note: "12 Private Street" }]));
    await gateway.call(`/api/${encodeURIComponent(canary)}/%0d%0a%1b%5b31mforged`);
    await exchange(
      gateway.port,
      `GET /api/\u001b[31m HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: close\r\n\r\n`,
    );
    const text = lines.join("");
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    for (const unwanted of ["Jane", "Private", "secret=1", "evil", "cAnary", "\u001b"])
      expect(text).not.toContain(unwanted);
    expect(text.trimEnd().split("\n")).toHaveLength(lines.length);
  });

  it("has one line with the id of each failure that a screen shows, and none for a missing record", async () => {
    const lines: string[] = [];
    const log = { level: "warn", write: (line: string) => void lines.push(line) } as const;
    const { gateway } = await setUp(
      (request, response) => {
        response.writeHead(request.url?.endsWith("/404") === true ? 404 : 422);
        response.end(JSON.stringify({ error: "Jane Doe lives elsewhere" }));
      },
      {},
      { log },
    );
    expect((await gateway.call("/api/rma/404")).status).toBe(404);
    expect(lines).toEqual([]);
    const response = await gateway.call("/api/rma/5?expand=x", { headers: { cookie: "secret=1" } });
    const problem = (await response.json()) as { requestId: string; status: number };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ reqId: problem.requestId, status: problem.status, level: 40 }),
    ]);
    expect(lines.join("")).not.toMatch(/Jane|expand|secret/);
  });
});

describe("stopping", () => {
  it("fault 61: finishes calls in flight, and answers waiting ones with 503", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { upstream, gateway } = await setUp(behaviour, { rateLimit: 1 });
    const write = gateway.call("/api/rmas/5/items", patch([{ id: 1 }]));
    await until(1);
    const waiting = [1, 2, 3].map(async (id) => gateway.call(`/api/rma/${id}`));
    await eventually(async () => {
      const { tokens } = z.parse(
        Connection,
        await (await gateway.call("/gateway/connection")).json(),
      );
      return tokens[0]?.waiting[3] === 3;
    });
    const closing = gateway.close();
    for (const response of await Promise.all(waiting))
      expect(await response.json()).toMatchObject({
        status: 503,
        outcome: "refused",
        type: "urn:supercargo:problem:stopping",
      });
    held[0]?.();
    expect((await write).status).toBe(200);
    await closing;
    expect(upstream.arrivals).toHaveLength(1);
  });

  it("fault 61: reports an unknown outcome when the upstream takes longer than the stop", async () => {
    const { behaviour, until } = holdAnswers();
    const { gateway } = await setUp(behaviour, {}, { graceMs: 50 });
    const write = gateway.call("/api/rmas/5/items", patch([{ id: 1 }]));
    await until(1);
    const closing = gateway.close();
    expect(await (await write).json()).toMatchObject({ outcome: "unknown" });
    await closing;
  });

  it("waits for no request of a client that sent many at once and left", async () => {
    const { behaviour, until } = holdAnswers();
    const { gateway } = await setUp(behaviour, {}, { graceMs: 50 });
    const raw = await openRawSocket(gateway.port);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\n\r\n`;
    // The responses to the later requests wait for the first one, and have no connection until then.
    raw.write(get("/readyz") + get("/healthz").repeat(50));
    await until(1);
    raw.close();
    await expect(gateway.close()).resolves.toBeUndefined();
  });

  it("takes no new request once it is stopping", async () => {
    const { gateway } = await setUp();
    await gateway.close();
    await expect(gateway.call("/healthz")).rejects.toThrow("fetch failed");
  });
});
