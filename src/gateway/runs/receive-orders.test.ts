import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Clock, monotonicClock } from "#gateway/server/clock.ts";
import { type RunStep, runSteps } from "#gateway/server/database.ts";
import { settle } from "#gateway/testing/fake-clock.ts";
import { faults } from "#gateway/testing/faulty-upstream.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { post, readProblem } from "#gateway/testing/storage.ts";
import { answer, type Behaviour } from "#gateway/testing/recording-upstream.ts";
import { canary } from "#gateway/testing/start-gateway.ts";

const given = receiveSetUp();
const { start } = given;

describe("receiving orders", () => {
  it("stores them as the upstream wrote them before it responds", async () => {
    given.upstream.add(1, 2);
    given.upstream.add(2, 1);
    let sent = "";
    given.upstream.afterMove((response, text) => answer(response, 200, (sent = text)));
    const { gateway, run, runs } = await start();
    const received = await run();
    expect(received).toMatchObject({
      sourceId: null,
      state: "received",
      requestedBy: null,
      orderCount: 3,
      orderIds: [1, 2, 3],
      reason: null,
      keptBytes: null,
      settlement: null,
    });
    expect(Date.parse(received.answeredAt ?? "")).toBeGreaterThanOrEqual(
      Date.parse(received.requestedAt),
    );
    const text = await (await gateway.call(`/api/received-orders/${received.id}`)).text();
    expect(text).toContain(`"orders":${sent}`);
    expect(JSON.parse(text)).toMatchObject({ ...received, keptAnswer: null });
    expect(await runs()).toEqual([received]);
    expect(await readdir(given.storage.folder)).toEqual([]);
  });

  it.each([
    [1, [1, 2]],
    [2, [3]],
    [3, []],
  ] as const)("requests source %i only if specified", async (sourceId, orderIds) => {
    given.upstream.add(1, 2);
    given.upstream.add(2, 1);
    const { run } = await start({ upstream: { sourceTokens: new Map([[1, "source-one"]]) } });
    expect(await run(sourceId)).toMatchObject({ sourceId, state: "received", orderIds });
    expect(
      given.upstream.arrivals.map(({ url, headers }) => [url, headers["x-api-token"]]),
    ).toEqual([
      [
        `/purchase-orders/processing?filterSourceId=${sourceId}`,
        sourceId === 1 ? "source-one" : canary,
      ],
    ]);
  });

  it("names the client's request to the upstream, and so does comparing", async () => {
    given.upstream.add(1, 1);
    given.upstream.afterMove((response) => void response.destroy());
    const { gateway, receive } = await start();
    const received = await receive();
    const { id } = (await received.json()) as { id: number };
    const compared = await gateway.call(`/api/received-orders/${id}/candidates`);
    const ids = [received, compared].map(({ headers }) => headers.get("x-request-id"));
    const sent = given.upstream.arrivals.map(({ headers }) => headers["x-request-id"]);
    expect([...new Set(sent)]).toEqual(ids);
  });

  it.each([
    [{}],
    [{ sourceId: 0 }],
    [{ sourceId: -1 }],
    [{ sourceId: "1" }],
    [{ sourceId: 1.5 }],
    [{ sourceId: 1e16 }],
    [{ sourceId: 1, more: true }],
    [null],
    [[]],
  ])("rejects a body like %j", async (body) => {
    const { gateway, runs } = await start();
    const response = await gateway.call("/api/received-orders", post(body));
    expect([response.status, given.upstream.arrivals.length, await runs()]).toEqual([400, 0, []]);
  });

  it("fault 9: is refused for a page of another site", async () => {
    const { gateway } = await start();
    const response = await fetch(`${gateway.origin}/api/received-orders`, post({ sourceId: null }));
    expect([response.status, given.upstream.arrivals.length]).toEqual([403, 0]);
  });

  it("fault 51: names the missing token, and records nothing", async () => {
    const { receive, runs } = await start({ upstream: { accountToken: undefined } });
    expect(await readProblem(await receive(7))).toMatchObject({
      status: 401,
      outcome: "refused",
      tokens: ["account", "source 7", "channel"],
    });
    expect(await runs()).toEqual([]);
  });

  it("fault 6: stores no token that the upstream repeats", async () => {
    given.upstream.insteadOfMoving((_q, response) =>
      answer(response, 200, [{ id: 1, note: canary }]),
    );
    const { run, detail } = await start();
    const { id } = await run();
    const [row] = await given.storage.database.sql<{ orders: string }[]>`
      select orders from gateway.answers where run_id = ${id}`;
    expect(row?.orders).toBe('[{"id":1,"note":"[redacted]"}]');
    expect((await detail(id)).orders).toEqual([{ id: 1, note: "[redacted]" }]);
  });

  it.each<[string, unknown[], number[]]>([
    ["no order", [], []],
    ["orders without ids", [{}, { id: null }, { id: "7" }, 5, null, "x", { id: 8 }], [8]],
    ["one order twice", [{ id: 5 }, { id: 5 }], [5, 5]],
  ])("accepts a response of %s", async (_, orders, orderIds) => {
    given.upstream.insteadOfMoving((_q, response) => answer(response, 200, orders));
    const { run, gateway } = await start();
    const received = await run();
    expect(received).toMatchObject({ state: "received", orderCount: orders.length, orderIds });
    const text = await (await gateway.call(`/api/received-orders/${received.id}`)).text();
    expect(text).toContain(`"orders":${JSON.stringify(orders)}`);
  });

  it("accepts a response larger than the 16 MiB limit of other calls", async () => {
    const orders = Array.from({ length: 1_000 }, (_, id) => ({ id, note: "ä".repeat(9_000) }));
    given.upstream.insteadOfMoving((_q, response) => answer(response, 200, orders));
    const { run, detail } = await start();
    const received = await run();
    expect([received.state, received.orderCount]).toEqual(["received", 1_000]);
    expect((await detail(received.id)).orders).toEqual(orders);
  });

  it("keeps the beginning of a response that is larger than the limit", async () => {
    given.upstream.insteadOfMoving((_q, response) =>
      answer(response, 200, [{ id: 1, note: "x".repeat(200_000) }]),
    );
    const { run, detail } = await start({ database: { mostBytes: 100_000 } });
    const unknown = await run();
    expect(unknown).toMatchObject({ state: "unknown", orderCount: 0 });
    expect(unknown.keptBytes).toBeGreaterThan(0);
    const { keptAnswer } = await detail(unknown.id);
    expect(keptAnswer).toMatch(/^\[\{"id":1,"note":"x+$/);
  });
});

/** The time for a call for orders, in milliseconds; nothing else takes exactly as long. */
const receiveMs = 599_999;

/** Lets this time pass as soon as the upstream that hangs has done what it does. */
const endWaitAfter = (name: string) => {
  // A new wait begins with the head of the response.
  let waitsBefore = name === "hang in the body" ? 1 : 0;
  const after: Clock["after"] = (ms, act) => {
    if (ms !== receiveMs || waitsBefore-- > 0) return monotonicClock.after(ms, act);
    let isWaiting = true;
    void eventually(() => given.upstream.arrivals.length > 0).then(() => isWaiting && act());
    return () => void (isWaiting = false);
  };
  return { timeouts: { receiveMs }, clock: { now: monotonicClock.now, after } };
};

const refusal =
  (status: number, headers = {}): Behaviour =>
  (_q, response) =>
    answer(response, status, { error: "No, not now" }, headers);

describe("a call for orders that the upstream refused", () => {
  it.each<[number, Record<string, string>, RegExp]>([
    [400, {}, /No, not now/],
    [401, {}, /rejected the token/],
    [403, {}, /No, not now/],
    [404, {}, /No, not now/],
    [429, { "retry-after": "3" }, /Try again in 3 s/],
  ])("with %i moved nothing, and is made once", async (status, headers, words) => {
    given.upstream.insteadOfMoving(refusal(status, headers));
    const { run } = await start();
    const refused = await run();
    expect(refused).toMatchObject({ state: "refused", orderCount: 0, orderIds: [] });
    expect(refused.reason).toMatch(words);
    expect(refused.reason).toMatch(/No orders were moved\.$/);
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it("in any characters is recorded", async () => {
    given.upstream.insteadOfMoving((_q, response) =>
      answer(response, 400, { error: "No\u0000t \ud800 木 \u001b[31m" }),
    );
    const { run, runs } = await start();
    const refused = await run();
    expect(refused.reason).toMatch(/Not . 木/u);
    expect(await runs()).toEqual([refused]);
  });

  it("by being unreachable moved nothing", async () => {
    await given.upstream.close();
    const { run } = await start();
    const refused = await run();
    expect(refused).toMatchObject({ state: "refused", orderCount: 0 });
    expect(refused.reason).toMatch(/Nothing was sent/);
  });
});

describe("a call for orders whose response", () => {
  it.each(
    Object.entries(faults).filter(
      // These contain orders, are a refusal, or belong to another test.
      ([name]) =>
        ![
          "JSON said to be text",
          "nesting without end",
          "HTML with 404",
          "gzip bomb",
          "more than 16 MiB",
        ].includes(name),
    ),
  )("fault 30, fault 31: is lost by “%s” is unknown, and is made once", async (name, behaviour) => {
    given.upstream.insteadOfMoving(behaviour);
    const { run, runs } = await start(name.startsWith("hang") ? endWaitAfter(name) : {});
    const unknown = await run();
    expect(unknown).toMatchObject({
      state: "unknown",
      orderCount: 0,
      orderIds: [],
      settlement: null,
    });
    expect(unknown.reason).toMatch(/may still have moved orders/);
    expect(given.upstream.arrivals).toHaveLength(1);
    expect(await runs("?state=unknown")).toEqual([unknown]);
    expect(await runs("?state=received")).toEqual([]);
    const cut = /truncated|in the body/.test(name);
    expect(unknown.keptBytes ?? 0).toBeGreaterThanOrEqual(cut ? 8 : 0);
  });

  it("fault 32: is 503 with Retry-After is unknown, and is made once", async () => {
    given.upstream.insteadOfMoving(refusal(503, { "retry-after": "0" }));
    const { run } = await start();
    expect(await run()).toMatchObject({ state: "unknown" });
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it("has JSON with a wrong content type is accepted: the orders will not be returned again", async () => {
    given.upstream.insteadOfMoving((_q, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end('[{"id":4}]');
    });
    const { run } = await start();
    expect(await run()).toMatchObject({ state: "received", orderIds: [4] });
  });

  it("fault 30: never arrives is unknown after a restart too, and its orders are found", async () => {
    given.upstream.add(1, 3);
    given.upstream.afterMove((response) => void response.destroy());
    const first = await start();
    const { id } = await first.run(1);
    await first.gateway.close();
    const second = await start();
    expect(await second.runs()).toMatchObject([{ id, state: "unknown" }]);
    expect((await second.candidates(id)).orders.map((order) => order.id)).toEqual([3, 2, 1]);
    expect(given.upstream.moves).toHaveLength(1);
  });
});

describe("the list of runs", () => {
  it("has pages, the newest first, and contains only this upstream's runs", async () => {
    const other = await start({ upstream: { embedded: true } });
    await other.run();
    const { gateway, run, runs } = await start();
    const made = [await run(1), await run(2), await run(3)].toReversed();
    const page = await gateway.call("/api/received-orders?pageSize=2&pageNumber=1");
    expect([page.headers.get("x-total-count"), await page.json()]).toEqual(["3", made.slice(0, 2)]);
    expect(await runs("?pageSize=2&pageNumber=2")).toEqual(made.slice(2));
    expect(await runs("?pageNumber=9")).toEqual([]);
    expect((await gateway.call("/api/received-orders?state=lost")).status).toBe(400);
  });

  it("can be of one order: the runs of this upstream that received it", async () => {
    const other = await start({ upstream: { embedded: true } });
    const { gateway, run, runs } = await start();
    given.upstream.add(1, 2);
    const first = await run();
    // An order that was put back and is received again.
    given.upstream.insteadOfMoving((_q, response) => answer(response, 200, '[{"id":2}]'));
    const second = await run();
    expect([await runs("?orderId=1"), await runs("?orderId=2")]).toEqual([
      [first],
      [second, first],
    ]);
    const page = await gateway.call("/api/received-orders?orderId=2&pageSize=1");
    expect([page.headers.get("x-total-count"), await page.json()]).toEqual(["2", [second]]);
    expect([await runs("?orderId=3"), await runs("?orderId=1&state=unknown")]).toEqual([[], []]);
    expect(await other.runs("?orderId=1")).toEqual([]);
    expect((await gateway.call("/api/received-orders?orderId=x")).status).toBe(400);
  });

  it.each(["0", "x", "1.5", "99999999999999999", "..%2f1"])("rejects the run id %s", async (id) => {
    const { gateway } = await start();
    const response = await gateway.call(`/api/received-orders/${id}`);
    expect([400, 404]).toContain(response.status);
  });

  it("returns 404 for a run that does not exist", async () => {
    const { gateway } = await start();
    for (const path of ["", "/candidates"])
      expect((await gateway.call(`/api/received-orders/123456${path}`)).status).toBe(404);
  });
});

/** A retrieval that is delayed until the test releases it. */
const holdMove = () => {
  const held: (() => void)[] = [];
  given.upstream.afterMove(async (response, text) => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    answer(response, 200, text);
  });
  return {
    until: async () => eventually(() => given.upstream.moves.length > 0),
    letGo: () => held.forEach((letGo) => letGo()),
  };
};

describe("one run at a time", () => {
  it.each([
    [null, null, true],
    [null, 1, true],
    [1, null, true],
    [1, 1, true],
    [1, 2, false],
  ])("fault 28, fault 35: of %j blocks one of %j: %j", async (first, second, keptOut) => {
    given.upstream.add(1, 1);
    const hold = holdMove();
    const [one, other] = [await start(), await start()];
    const running = one.receive(first);
    await hold.until();
    const [run] = await one.runs();
    expect(run).toMatchObject({ state: "dispatching", sourceId: first });
    const late = other.receive(second);
    const answers = keptOut
      ? await late
      : await eventually(() => given.upstream.moves.length === 2);
    hold.letGo();
    expect([(await running).status, (await late).status]).toEqual([200, keptOut ? 409 : 200]);
    expect(given.upstream.moves).toHaveLength(keptOut ? 1 : 2);
    const { runId, detail = "" } = answers === undefined ? {} : await readProblem(answers);
    expect([runId, detail.includes(`Run ${run?.id} is`)]).toEqual(
      keptOut ? [run?.id, true] : [undefined, false],
    );
  });

  it("fault 35: six gateways that request all the time get 600 orders once each", async () => {
    const sources = [1, 2, 3];
    const ids = sources.flatMap((source) => given.upstream.add(source, 200));
    given.upstream.afterMove(async (response, text) => {
      // Other requests arrive in the meantime.
      for (let turn = 0; turn < 20; turn += 1) await settle();
      answer(response, 200, text);
    });
    const gateways = await Promise.all(Array.from({ length: 6 }, async () => start()));
    await Promise.all(
      gateways.flatMap(({ receive }) =>
        [null, ...sources].map(async (source) => {
          const statuses = [await receive(source), await receive(source)].map(
            ({ status }) => status,
          );
          expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
        }),
      ),
    );
    const last = gateways[0];
    await last?.run();
    const runs = (await last?.runs("?state=received")) ?? [];
    expect(runs.flatMap(({ orderIds }) => orderIds).toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe("the client of a run", () => {
  it.each<RunStep | "while the upstream answers">([...runSteps, "while the upstream answers"])(
    "fault 33: may disconnect at any moment (%s): the orders are kept and listed",
    async (moment) => {
      given.upstream.add(1, 2);
      const leaving = new AbortController();
      given.upstream.afterMove((response, text) => {
        if (moment === "while the upstream answers") leaving.abort();
        answer(response, 200, text);
      });
      const reached = (step: string) => (step === moment ? leaving.abort() : undefined);
      const { gateway } = await start({ database: { reached } });
      await gateway
        .call("/api/received-orders", { ...post({ sourceId: null }), signal: leaving.signal })
        .catch(() => undefined);
      expect(leaving.signal.aborted).toBe(true);
      // It stops when no work is left.
      await gateway.close();
      const { runs } = await start();
      const kept = (await runs()).flatMap(({ orderIds }) => orderIds);
      expect(kept.toSorted((a, b) => a - b)).toEqual(
        given.upstream.moves.flat().toSorted((a, b) => a - b),
      );
      expect((await runs()).filter(({ state }) => state === "dispatching")).toEqual([]);
    },
  );

  it("fault 61: gets a response from a stopping gateway, once the orders are kept", async () => {
    given.upstream.add(1, 1);
    const hold = holdMove();
    const { gateway, receive } = await start();
    const call = receive();
    await hold.until();
    const closing = gateway.close();
    hold.letGo();
    expect(await (await call).json()).toMatchObject({ state: "received", orderIds: [1] });
    await closing;
  });

  it("fault 61: learns that the outcome is unknown from a gateway that stops waiting", async () => {
    given.upstream.add(1, 1);
    const hold = holdMove();
    const { gateway, receive } = await start({ graceMs: 50 });
    const call = receive();
    await hold.until();
    await gateway.close();
    expect(await (await call).json()).toMatchObject({ state: "unknown" });
    const again = await start();
    expect(await again.runs()).toMatchObject([{ state: "unknown" }]);
  });
});
