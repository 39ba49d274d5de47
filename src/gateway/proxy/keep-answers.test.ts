import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { createReadCache, isCached, wantsFresh } from "./share-reads.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { holdAnswers } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const page =
  "/api/reseller-channels/3/products/parents?filterUpdatedAfter=2026-01-01&filterPageNumber=2";
const fresh = { headers: { "cache-control": "no-cache" } };

/** A gateway whose time the test controls; each response of its upstream differs. */
const setUp = async (behaviour?: Behaviour, upstreamOptions = {}) => {
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
    const { upstream, ask, pass } = await setUp();
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
    const { upstream, gateway } = await setUp(behaviour);
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
    const { upstream, ask, pass } = await setUp();
    await ask();
    pass(30_000);
    expect(await ask(page, fresh)).toMatchObject({ id: 2, age: "0" });
    pass(45_000);
    expect(await ask()).toMatchObject({ id: 2, age: "45" });
    expect(upstream.arrivals).toHaveLength(2);
  });

  it("do not join a call that was already sent when they are wanted fresh", async () => {
    const { held, behaviour, until } = holdAnswers();
    const { gateway } = await setUp(behaviour);
    const calls = [gateway.call(page)];
    await until(1);
    calls.push(gateway.call(page, fresh));
    await until(2);
    for (const letGo of held) letGo();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("are not kept when they are errors", async () => {
    let status = 500;
    const { upstream, ask, gateway } = await setUp((_q, response) =>
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
    const { ask } = await setUp();
    expect([await ask(), await ask(path)]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it("are not shared between tokens", async () => {
    const channelTokens = new Map([[4, "channel-four"]]);
    const { ask, upstream } = await setUp(undefined, { channelTokens });
    await ask(page.replace("/3/", "/4/"));
    await ask();
    expect(upstream.arrivals).toHaveLength(2);
  });

  it("stay in the cache when something else is written", async () => {
    const { ask, gateway } = await setUp();
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
