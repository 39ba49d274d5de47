import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { Connection } from "#contract/connection.ts";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { type Clock, monotonicClock } from "#gateway/server/clock.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { eventually, holdAnswers } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openRawSocket } from "#gateway/testing/raw-socket.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";
import type { Upstream, UpstreamResult } from "./call-upstream.ts";
import { createForwarder, type Outcome } from "./forward-call.ts";
import type { Urgency } from "./queue.ts";

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
    const calls = Array.from({ length: 300 }, async (_, index) =>
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

const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): UpstreamResult => ({
  kind: "answer",
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(JSON.stringify(value)),
});
const tooMany = (retryAfter?: string) =>
  json(429, {}, retryAfter === undefined ? {} : { "retry-after": retryAfter });

/** A forwarder whose upstream returns the given responses after ten milliseconds each, and repeats the last one. */
const setUpForwarder = (answers: UpstreamResult[], wallClock: () => number = () => 0) => {
  const clock = createFakeClock();
  const sentAt: number[] = [];
  const upstream: Upstream = {
    call: async (_request, slot) =>
      new Promise((resolve) => {
        const result = answers[Math.min(sentAt.push(clock.now()), answers.length) - 1];
        clock.after(10, () => {
          slot.answered();
          if (result !== undefined) resolve(result);
        });
      }),
    close: async () => Promise.resolve(),
    destroy: async () => Promise.resolve(),
  };
  const forwarder = createForwarder({
    origin: "http://api.test",
    upstream,
    basePath: "",
    rateLimit: 2,
    clock,
    random: () => 0,
    wallClock,
    onTokenRefused: () => undefined,
  });
  const outcomes: Outcome[] = [];
  let path = 0;
  const send = (operation: Operation = operations.getRma, urgency: Urgency = 3) => {
    const subscription = forwarder.send({
      operation,
      path: `/${(path += 1)}`,
      body: undefined,
      token: "t",
      urgency,
      person: undefined,
    });
    void subscription.result.then((outcome) => outcomes.push(outcome));
    return subscription;
  };
  const statuses = () => outcomes.map(({ verdict }) => verdict.status);
  return { clock, sentAt, send, statuses, outcomes };
};

describe("calls over time", () => {
  it.each([
    ["0", [0, 1_012, 3_024, 7_034, 15_044]],
    ["1", [0, 1_012, 3_024, 7_034, 15_044]],
    ["5", [0, 5_010, 10_020, 15_030, 23_040]],
    [undefined, [0, 1_012, 3_024, 7_034, 15_044]],
    ["soon", [0, 1_012, 3_024, 7_034, 15_044]],
  ])(
    "fault 46: wait longer after every 429 with Retry-After %s, and give up after four more tries",
    async (retryAfter, expected) => {
      const { clock, sentAt, send, statuses } = setUpForwarder([tooMany(retryAfter)]);
      send();
      await clock.advance(120_000);
      const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
      expect(sentAt).toHaveLength(5);
      expect(
        gaps.every((gap, index) => gap >= (expected[index + 1] ?? 0) - (expected[index] ?? 0) - 12),
      ).toBe(true);
      expect(statuses()).toEqual([429]);
    },
  );

  it("fault 46: all wait while their token is paused", async () => {
    const { clock, sentAt, send, statuses } = setUpForwarder([tooMany("3"), json(200, {})]);
    send();
    await clock.advance(20);
    for (const urgency of [0, 3, 7] as const) send(operations.getRma, urgency);
    await clock.advance(2_900);
    expect(sentAt).toHaveLength(1);
    await clock.advance(60_000);
    expect([sentAt.filter((at) => at > 0 && at < 3_000), statuses()]).toEqual([
      [],
      [200, 200, 200, 200],
    ]);
  });

  it.each([
    ["a write", operations.updateRmaItems],
    ["GET processing", operations.retrieveProcessingPurchaseOrders],
  ])("fault 46: are not repeated automatically when they are %s", async (_, operation) => {
    const { clock, sentAt, send, outcomes } = setUpForwarder([tooMany("1"), json(200, {})]);
    send(operation);
    await clock.advance(60_000);
    expect(sentAt).toEqual([0]);
    expect(outcomes[0]?.verdict).toMatchObject({
      failure: { kind: "rate-limited", retryAfter: 1 },
    });
  });

  it("fault 46: pause from 1 s again after a response", async () => {
    const { clock, sentAt, send } = setUpForwarder([
      tooMany(),
      tooMany(),
      json(200, {}),
      tooMany(),
      json(200, {}),
    ]);
    send();
    await clock.advance(30_000);
    send();
    await clock.advance(30_000);
    expect(sentAt).toHaveLength(5);
    expect((sentAt[4] ?? 0) - (sentAt[3] ?? 0)).toBeLessThan(1_100);
  });

  it("fault 46: stop waiting for another try after the client disconnects", async () => {
    const { clock, sentAt, send } = setUpForwarder([json(503, {}, { "retry-after": "5" })]);
    const subscription = send();
    await clock.advance(1_000);
    subscription.unsubscribe();
    await clock.advance(60_000);
    expect(sentAt).toEqual([0]);
  });

  it("fault 49: are not sent when all clients disconnect at once", async () => {
    const { clock, sentAt, send } = setUpForwarder([json(200, {})]);
    send().unsubscribe();
    await clock.advance(10_000);
    expect(sentAt).toEqual([]);
  });

  it("fault 56: keep their pace when the wall clock jumps by a day", async () => {
    let hour = 0;
    const wallClock = () => ((hour += 1) % 2 === 0 ? 1 : -1) * 86_400_000;
    const { clock, sentAt, send, statuses } = setUpForwarder([json(200, {})], wallClock);
    for (let i = 0; i < 6; i += 1) send();
    await clock.advance(10_000);
    expect(sentAt).toEqual([0, 0, 1_012, 1_012, 2_024, 2_024]);
    expect(statuses()).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it("report how long they waited and how long the upstream took", async () => {
    const { clock, send, outcomes } = setUpForwarder([json(200, {})]);
    for (let i = 0; i < 3; i += 1) send();
    await clock.advance(10_000);
    expect(outcomes.map(({ queueMs, upstreamMs }) => [queueMs, upstreamMs])).toEqual([
      [0, 10],
      [0, 10],
      [1_012, 10],
    ]);
  });
});
