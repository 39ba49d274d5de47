import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { createFakeClock, settle } from "#gateway/testing/fake-clock.ts";
import { holdAnswers } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway } from "#gateway/testing/start-gateway.ts";
import type { Urgency } from "./queue.ts";
import {
  createReadCache,
  createSharedReads,
  type InFlightRequest,
  isCached,
  wantsFresh,
} from "./share-reads.ts";

const setUp = () => {
  const reads = createSharedReads<number>();
  const requests: {
    readonly inFlight: InFlightRequest;
    readonly resolve: (value: number) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const subscribe = (key = "GET /rma", urgency: Urgency = 3) =>
    reads.subscribe(
      key,
      { urgency, person: undefined, order: 0 },
      async (inFlight) =>
        new Promise<number>((resolve, reject) => {
          requests.push({ inFlight, resolve, reject });
        }),
    );
  return { reads, requests, subscribe };
};

describe("reads in flight", () => {
  it("fault 50: share one request between identical reads", async () => {
    const { requests, subscribe } = setUp();
    const [a, b] = [subscribe(), subscribe()];
    await settle();
    requests[0]?.inFlight.markSent();
    const c = subscribe();
    requests[0]?.resolve(7);
    const results = [await a.result, await b.result, await c.result];
    expect([...results, requests.length]).toEqual([7, 7, 7, 1]);
  });

  it("fault 50: are kept apart by their key", async () => {
    const { requests, subscribe } = setUp();
    subscribe("token a GET /rma");
    subscribe("token b GET /rma");
    subscribe("token a GET /rma?status=Waiting");
    await settle();
    expect(requests).toHaveLength(3);
  });

  it("fault 50: are not kept after they succeeded or failed", async () => {
    const { requests, subscribe } = setUp();
    const first = subscribe();
    await settle();
    requests[0]?.reject(new Error("broken"));
    await expect(first.result).rejects.toThrow("broken");
    subscribe();
    await settle();
    expect(requests).toHaveLength(2);
  });

  it("fault 50: take no new subscribers after a write if they were sent before it ended", async () => {
    const { reads, requests, subscribe } = setUp();
    const before = subscribe();
    await settle();
    requests[0]?.inFlight.markSent();
    reads.invalidate();
    const after = subscribe();
    await settle();
    requests[0]?.resolve(1);
    requests[1]?.resolve(2);
    expect([await before.result, await after.result]).toEqual([1, 2]);
  });

  it("fault 50: are shared across a write while they wait in the queue", async () => {
    const { reads, requests, subscribe } = setUp();
    subscribe();
    await settle();
    reads.invalidate();
    subscribe();
    await settle();
    expect(requests).toHaveLength(1);
  });

  it("take the urgency of their most urgent subscriber", async () => {
    const { requests, subscribe } = setUp();
    subscribe("GET /rma", 6);
    subscribe("GET /rma", 2);
    subscribe("GET /rma", 7);
    await settle();
    expect(requests.map(({ inFlight }) => inFlight.ticket.urgency)).toEqual([2]);
  });

  it("fault 49: are aborted when the last subscriber leaves, and not before", async () => {
    const { requests, subscribe } = setUp();
    const [a, b] = [subscribe(), subscribe()];
    await settle();
    a.unsubscribe();
    expect(requests[0]?.inFlight.signal.aborted).toBe(false);
    b.unsubscribe();
    expect(requests[0]?.inFlight.signal.aborted).toBe(true);
    subscribe();
    await settle();
    expect(requests).toHaveLength(2);
  });
});

const keep = keepOpen();

const page =
  "/api/reseller-channels/3/products/parents?filterUpdatedAfter=2026-01-01&filterPageNumber=2";
const fresh = { headers: { "cache-control": "no-cache" } };

/** A gateway whose time the test controls; each response of its upstream differs. */
const startCaching = async (behaviour?: Behaviour, upstreamOptions = {}) => {
  let served = 0;
  const upstream = keep(
    await startUpstream(
      behaviour ??
        ((_q, response) =>
          answer(response, 200, [{ id: (served += 1) }], { "x-total-count": "9" })),
    ),
  );
  let time = 0;
  const clock = { now: () => time, after: () => () => undefined };
  const gateway = keep(
    await startGateway({ upstream: { baseUrl: upstream.baseUrl, ...upstreamOptions }, clock }),
  );
  const ask = async (path = page, init: RequestInit = {}) => {
    const response = await gateway.call(path, init);
    const [{ id = 0 } = {}] = (await response.json()) as { id?: number }[];
    return { id, age: response.headers.get("age"), total: response.headers.get("x-total-count") };
  };
  return { upstream, gateway, ask, pass: (ms: number) => (time += ms) };
};

describe("pages of products", () => {
  it("share one call between equal requests within a minute, and report their age", async () => {
    const { upstream, ask, pass } = await startCaching();
    expect(await ask()).toEqual({ id: 1, age: "0", total: "9" });
    pass(12_900);
    // The same request in another spelling.
    const other = `${page.split("?")[0]}?filterPageNumber=2&x=1&filterUpdatedAfter=2026-01-01`;
    const both = await Promise.all([ask(), ask(other)]);
    expect(both).toEqual([1, 2].map(() => ({ id: 1, age: "12", total: "9" })));
    pass(47_099);
    expect(await ask()).toMatchObject({ id: 1, age: "59" });
    pass(1);
    expect(await ask()).toMatchObject({ id: 2, age: "0" });
    expect(upstream.arrivals).toHaveLength(2);
  });

  it("share one call between concurrent requests", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { upstream, gateway } = await startCaching(behaviour);
    const calls = Array.from({ length: 5 }, async () => gateway.call(page));
    await until(1);
    for (const letGo of held) letGo();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200,
    ]);
    expect((await gateway.call(page)).headers.get("age")).toBe("0");
    expect(upstream.arrivals).toHaveLength(1);
  });

  it("are requested again for a client that wants them fresh, and renewed for the others", async () => {
    const { upstream, ask, pass } = await startCaching();
    await ask();
    pass(30_000);
    expect(await ask(page, fresh)).toMatchObject({ id: 2, age: "0" });
    pass(45_000);
    expect(await ask()).toMatchObject({ id: 2, age: "45" });
    expect(upstream.arrivals).toHaveLength(2);
  });

  it("do not join a call that was already sent when they are wanted fresh", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { gateway } = await startCaching(behaviour);
    const calls = [gateway.call(page)];
    await until(1);
    calls.push(gateway.call(page, fresh));
    await until(2);
    for (const letGo of held) letGo();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("are not kept when they are errors", async () => {
    let status = 500;
    const { upstream, ask, gateway } = await startCaching((_q, response) =>
      answer(response, status, [{ id: 7 }]),
    );
    for (status of [400, 403, 404]) {
      const response = await gateway.call(page);
      expect([response.status, response.headers.get("age")]).toEqual([status, null]);
    }
    status = 200;
    expect(await ask()).toMatchObject({ id: 7, age: "0" });
    expect(upstream.arrivals).toHaveLength(4);
  });

  it.each([
    ["another page", `${page}0`],
    ["another channel", page.replace("/3/", "/4/")],
    ["more of them", `${page}&includeVariants=true`],
  ])("are requested when it is %s", async (_, path) => {
    const { ask } = await startCaching();
    expect([await ask(), await ask(path)]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it("are not shared between tokens", async () => {
    const channelTokens = new Map([[4, "channel-four"]]);
    const { ask, upstream } = await startCaching(undefined, { channelTokens });
    await ask(page.replace("/3/", "/4/"));
    await ask();
    expect(upstream.arrivals).toHaveLength(2);
  });

  it("stay in the cache when something else is written", async () => {
    const { ask, gateway } = await startCaching();
    await ask();
    await gateway.call("/api/rmas/5/items", patch([{ id: 1 }]));
    expect(await ask()).toMatchObject({ id: 1 });
  });
});

describe("cached responses", () => {
  it("exist for one operation only", () => {
    const kept = Object.values(operations).filter(isCached);
    expect(kept.map(({ path }) => path)).toEqual([
      "/reseller-channels/{channelId}/products/parents",
    ]);
  });

  it.each([
    [undefined, false],
    ["", false],
    ["max-age=60", false],
    ["no-cache", true],
    ["No-Cache", true],
    ["private, no-cache", true],
    ["max-age=0", true],
    ["max-age=05", false],
    ["x-no-cached", false],
  ])("with Cache-Control %j are wanted fresh: %j", (header, expected) => {
    expect(wantsFresh(header)).toBe(expected);
  });

  const textOf = (length: number) => ({ text: "x".repeat(length) });

  it("use limited memory: the oldest are removed, and one that is too large is not kept", async () => {
    const clock = createFakeClock();
    const cache = createReadCache(clock);
    const keys = ["a", "b", "c", "d", "e"];
    const found = () => keys.filter((key) => cache.find(key));
    for (const key of keys) {
      await clock.advance(1);
      cache.keep(key, textOf(10_000_000), clock.now());
    }
    expect(found()).toEqual(["c", "d", "e"]);
    cache.keep("f", textOf(34_000_000), clock.now());
    expect([cache.find("f"), found()]).toEqual([undefined, ["c", "d", "e"]]);
    await clock.advance(60_000);
    expect(found()).toEqual([]);
  });

  it("are never replaced by one with an earlier request", async () => {
    const clock = createFakeClock();
    const cache = createReadCache(clock);
    await clock.advance(100);
    cache.keep("a", textOf(1), 90);
    cache.keep("a", textOf(2), 80);
    expect(cache.find("a")).toMatchObject({ answer: textOf(1), ageMs: 10 });
    cache.keep("a", textOf(3), 95);
    expect(cache.find("a")).toMatchObject({ answer: textOf(3) });
  });
});
