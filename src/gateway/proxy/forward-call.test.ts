import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { operations } from "#contract/operations.ts";
import { Connection } from "#contract/connection.ts";
import { type Clock, monotonicClock } from "#gateway/server/clock.ts";
import { queueCaps } from "./pace-requests.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { eventually, holdAnswers } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openRawSocket } from "#gateway/testing/raw-socket.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";

const keep = keepOpen();

const setUp = async (behaviour?: Behaviour, rateLimit = 0, clock: Clock = monotonicClock) => {
  const upstream = keep(await startUpstream(behaviour));
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: upstream.baseUrl, rateLimit },
      operations: Object.values(operations),
      clock,
    }),
  );
  return { upstream, gateway };
};

const accountToken = async (gateway: TestGateway) => {
  const connection = await (await gateway.call("/gateway/connection")).json();
  return z.parse(Connection, connection).tokens[0];
};

/** Waits until this many calls are in the queue. */
const untilWaiting = (gateway: TestGateway, count: number) =>
  eventually(async () => (await accountToken(gateway))?.waiting[3] === count);

/** Runs ten times as fast, so that a second's window passes in a tenth of one. */
const fastClock: Clock = {
  now: () => monotonicClock.now() * 10,
  after: (ms, act) => monotonicClock.after(ms / 10, act),
};

describe("the pace over real sockets", () => {
  it.each([0, 80])(
    "fault 47: draws no 429 from an upstream that counts arrivals, with %d ms of jitter",
    async (jitterMs) => {
      const upstream = keep(
        await startStrictUpstream({ limit: 50, windowMs: 1_000, jitterMs, clock: fastClock }),
      );
      const gateway = keep(
        await startGateway({
          upstream: { baseUrl: upstream.baseUrl, rateLimit: 50 },
          clock: fastClock,
          // By this clock, one second of a busy machine counts as ten.
          timeouts: { connectMs: 1e6, readMs: 1e6, bodyMs: 1e6 },
        }),
      );
      const statuses = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const response = await gateway.call(`/api/rma/${index + 1}`, {
            headers: { priority: `u=${index % 8}` },
          });
          return response.status;
        }),
      );
      expect([upstream.refusals(), upstream.arrivals.length, new Set(statuses)]).toEqual([
        0,
        200,
        new Set([200]),
      ]);
    },
  );

  it("fault 50: shares a read in flight, and neither a write nor GET processing", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { upstream, gateway } = await setUp(behaviour);
    const same = ["/api/rma?pageSize=5&sourceId=1", "/api/rma?sourceId=1&pageSize=5&x=y"].map(
      async (path) => gateway.call(path),
    );
    const processing = [1, 2].map(async () => gateway.call("/api/purchase-orders/processing"));
    const writes = [1, 2].map(async () => gateway.call("/api/rmas/5/items", patch([{ id: 1 }])));
    await until(5);
    for (const letGo of held) letGo();
    await Promise.all([...same, ...processing, ...writes]);
    expect(upstream.arrivals.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
      "GET /purchase-orders/processing",
      "GET /purchase-orders/processing",
      "GET /rma?pageSize=5&sourceId=1",
      "PATCH /rmas/5/items",
      "PATCH /rmas/5/items",
    ]);
  });

  it("fault 50: sends another read after a write, though an older read is still in flight", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { upstream, gateway } = await setUp(behaviour);
    const before = gateway.call("/api/rma/5");
    await until(1);
    const write = gateway.call("/api/rmas/5/items", patch([{ id: 1 }]));
    await until(2);
    held[1]?.();
    expect((await write).status).toBe(200);
    const after = gateway.call("/api/rma/5");
    await until(3);
    held[0]?.();
    held[2]?.();
    expect([(await before).status, (await after).status, upstream.arrivals.length]).toEqual([
      200, 200, 3,
    ]);
  });

  it("fault 49: uses no slot for calls whose browser has disconnected", async () => {
    const { held, behaviour, until } = holdAnswers();
    const clock = createFakeClock();
    const { upstream, gateway } = await setUp(behaviour, 1, clock);
    const first = gateway.call("/api/rma/1");
    await until(1);
    const leaving = new AbortController();
    const gone = Array.from({ length: 20 }, async (_, index) =>
      gateway.call(`/api/rma/${index + 100}`, { signal: leaving.signal }).catch(() => undefined),
    );
    const goneWrite = gateway
      .call("/api/rmas/5/items", { ...patch([{ id: 1 }]), signal: leaving.signal })
      .catch(() => undefined);
    await untilWaiting(gateway, 21);
    leaving.abort();
    await Promise.all([...gone, goneWrite]);
    await untilWaiting(gateway, 0);
    const last = gateway.call("/api/rma/2");
    held[0]?.();
    await first;
    await clock.advance(2_000);
    await until(2);
    held[1]?.();
    await last;
    expect(upstream.arrivals.map(({ url }) => url)).toEqual(["/rma/1", "/rma/2"]);
  });

  it("fault 49: uses no slot for calls that a client sent together before it disconnected", async () => {
    const { held, behaviour, until } = holdAnswers();
    const clock = createFakeClock();
    const { upstream, gateway } = await setUp(behaviour, 1, clock);
    const first = gateway.call("/api/rma/1");
    await until(1);
    const raw = await openRawSocket(gateway.port);
    const get = (id: number) =>
      `GET /api/rma/${id} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\n\r\n`;
    raw.write([100, 101, 102, 103].map(get).join(""));
    await untilWaiting(gateway, 4);
    raw.close();
    await untilWaiting(gateway, 0);
    const last = gateway.call("/api/rma/2");
    held[0]?.();
    await first;
    await clock.advance(2_000);
    await until(2);
    held[1]?.();
    await last;
    expect(upstream.arrivals.map(({ url }) => url)).toEqual(["/rma/1", "/rma/2"]);
  });

  it("fault 49: answers 503 with Retry-After when too many wait and half of them disconnect", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { gateway } = await setUp(behaviour, 1, createFakeClock());
    void gateway.call("/api/rma/1").catch(() => undefined);
    await until(1);
    const leaving = new AbortController();
    const calls = Array.from({ length: queueCaps.total + 100 }, async (_, index) =>
      gateway
        .call(`/api/rma/${index + 2}`, index % 2 === 0 ? { signal: leaving.signal } : {})
        .catch(() => undefined),
    );
    const full = await Promise.race(calls);
    expect([full?.status, full?.headers.get("retry-after")]).toEqual([503, "200"]);
    leaving.abort();
    held[0]?.();
    await gateway.close();
    const statuses = new Set((await Promise.all(calls)).map((response) => response?.status));
    expect(statuses).toEqual(new Set([503, undefined]));
  });

  it("fault 46: repeats a read that was refused for its rate, at most four times, and a write never", async () => {
    const clock = createFakeClock();
    const { upstream, gateway } = await setUp(
      (_q, response) =>
        answer(
          response,
          429,
          { error: "Rate limit exceeded", data: { limit: 2, window: "1s" } },
          { "retry-after": "0" },
        ),
      0,
      clock,
    );
    const write = await gateway.call("/api/rmas/5/items", patch([{ id: 1 }]));
    expect(await write.json()).toMatchObject({
      status: 429,
      outcome: "refused",
      retryAfter: 1,
      detail: "Rate limit exceeded (2 requests in 1s)",
    });
    expect([write.headers.get("retry-after"), upstream.arrivals.length]).toEqual(["1", 1]);
    upstream.behave((_q, response) => answer(response, 200, { id: upstream.arrivals.length }));
    const reading = gateway.call("/api/rma/5");
    await untilWaiting(gateway, 1);
    await clock.advance(2_000);
    const read = await reading;
    expect([read.status, await read.json()]).toEqual([200, { id: 2 }]);
  });

  it("fault 46: answers at once while the upstream requests an hour's pause", async () => {
    const { upstream, gateway } = await setUp(
      (_q, response) => answer(response, 429, {}, { "retry-after": "3600" }),
      0,
      createFakeClock(),
    );
    for (const path of ["/api/rma/5", "/api/rma/6"]) {
      const response = await gateway.call(path);
      expect([response.status, Number(response.headers.get("retry-after")) >= 3_600]).toEqual([
        429,
        true,
      ]);
    }
    expect(upstream.arrivals).toHaveLength(1);
  });

  it("fault 51: sends nothing more with a token that was refused between calls", async () => {
    let answered = 0;
    const { upstream, gateway } = await setUp((_q, response) => {
      answered += 1;
      answer(
        response,
        answered > 3 ? 401 : 200,
        answered > 3 ? { error: "Invalid token" } : { id: 1 },
      );
    }, 2);
    const statuses = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, index) => (await gateway.call(`/api/rma/${index + 1}`)).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
    expect(upstream.arrivals.length).toBeLessThanOrEqual(5);
    expect(await accountToken(gateway)).toMatchObject({ verdict: "refused" });
  });

  it("reports how long a call waited and how long the upstream took", async () => {
    const { gateway } = await setUp();
    const response = await gateway.call("/api/rma");
    expect(response.headers.get("server-timing")).toMatch(
      /^queue;dur=\d+(\.\d)?, upstream;dur=\d+(\.\d)?$/,
    );
  });
});
