import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { askCatalog } from "#gateway/testing/catalog-set-up.ts";
import {
  listAfter,
  type ProductUpstream,
  startProductUpstream,
} from "#gateway/testing/product-upstream.ts";
import { canary, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";

let storage: TestStorage;
let upstream: ProductUpstream;
const open: TestGateway[] = [];
/** Ahead of the machine's clock. */
let aheadMs = 0;

beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  upstream = await startProductUpstream();
  aheadMs = 0;
});
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close();
  await upstream.close();
});
afterAll(async () => storage.close());

type Options = Parameters<TestStorage["gateway"]>[1];
const start = async (options: Options = {}): Promise<TestGateway> => {
  const gateway = await storage.gateway(upstream.baseUrl, {
    copies: { share: 1 },
    wallClock: () => Date.now() + aheadMs,
    ...options,
  });
  open.push(gateway);
  return gateway;
};
const end = async (gateway: TestGateway) => {
  open.splice(open.indexOf(gateway), 1);
  await gateway.close();
};

const dated = (id: number) => Date.UTC(2026, 0, 1) + id * 10_000;
const fill = (count: number) => {
  for (let id = 1; id <= count; id += 1) upstream.products.set(id, { id, updated: dated(id) });
};
const isFresh = ({ phase }: { phase: string }) => phase === "fresh";

test("the values of fields are counted once they are asked for", async () => {
  fill(3);
  const gateway = await start();
  const catalog = askCatalog(gateway);
  await catalog.until(isFresh);
  const values = async (text: string, entry: string | null = null) =>
    catalog.values({ field: "product.sku", entry, text });
  await expect.poll(async () => (await values(""))?.products).toBe(3);
  const all = (await values(""))!.values.map(({ value }) => value);
  expect(all).toHaveLength(3);
  expect((await values(all[0]!))?.values).toEqual([{ value: all[0], count: 1 }]);
  expect((await values("", "Material"))?.values).toEqual([]);
});

describe("the first look at a channel", () => {
  it("reads all its products, says how far it is, and then looks for changes only", async () => {
    fill(230);
    // The second page waits until the state was seen.
    let isSeen = false;
    upstream.answerPages((request) =>
      request.number > 1 && !isSeen
        ? { status: 429, headers: { "retry-after": "1" } }
        : {
            status: 200,
            body: listAfter(upstream.products.values(), request),
            headers: { "x-total-count": "230" },
          },
    );
    const catalog = askCatalog(await start());
    expect(await catalog.state()).toMatchObject({ phase: "loading", products: 0, sweptAt: null });
    const { sweep } = await catalog.until(({ products }) => products > 0);
    expect(sweep).toMatchObject({ first: true, total: 230 });
    isSeen = true;
    const done = await catalog.until(isFresh);
    expect(done).toMatchObject({ products: 230, sweep: null, problem: null, unreadable: 0 });
    expect(done.nextCheckAt).toBeGreaterThan(done.checkedAt!);
    const { url } = upstream.arrivals[0]!;
    expect(url).toContain("includeVariantOptionValues=true");
    await expect.poll(async () => (await catalog.search()).total).toBe(230);
    const before = upstream.requests.length;
    await catalog.check();
    await catalog.until(({ checkedAt }) => checkedAt! > done.checkedAt!);
    expect(upstream.requests.length - before).toBeLessThan(4);
    expect(upstream.requests[before]?.after).toBe(dated(230) - 60_000);
  });

  it("counts records without an ID, and reads what doesn't match the contract", async () => {
    const odd = [
      { id: 1, sku: "A", images: null, variants: "none", updated_at: "2026-01-01T00:00:00Z" },
      { sku: "B", updated_at: "2026-01-01T00:00:01Z" },
      { id: "12345678901234567890", sku: "C", updated_at: "2026-01-01T00:00:02Z" },
    ];
    upstream.answerPages(({ page }) => (page === 1 ? odd : []));
    const catalog = askCatalog(await start());
    expect(await catalog.until(isFresh)).toMatchObject({ products: 1, unreadable: 2 });
    await expect
      .poll(async () => (await catalog.search()).rows)
      .toMatchObject([{ id: 1, sku: "A", variants: 0 }]);
  });

  it("is not repeated for a channel that another gateway reads, and its answers come to both", async () => {
    fill(430);
    const [first, second] = [askCatalog(await start()), askCatalog(await start())];
    await Promise.all([first.state(), second.state()]);
    await Promise.all([first.until(isFresh), second.until(isFresh)]);
    const asked = upstream.requests.map(({ after, page }) => `${after} ${page}`);
    expect(new Set(asked).size).toBe(asked.length);
    const found = async ({ search }: typeof first) => (await search()).total;
    await expect.poll(async () => found(second)).toBe(430);
    await expect.poll(async () => found(first)).toBe(430);
  });

  it("continues in another gateway where the first one ended", async () => {
    fill(430);
    const first = await start();
    upstream.answerPages(({ number }) => {
      if (number === 4) void end(first);
      return undefined;
    });
    await askCatalog(first).state();
    await expect.poll(() => open.length).toBe(0);
    const second = askCatalog(await start());
    const { sweep } = await second.until(({ products }) => products > 0);
    expect(sweep?.pages ?? 9).toBeGreaterThan(2);
    expect(await second.until(isFresh)).toMatchObject({ products: 430 });
    // Nine pages, the end, and the one whose answer was lost.
    expect(upstream.requests.length).toBeLessThan(13);
  });
});

describe("changes", () => {
  const readRows = async () =>
    storage.database.sql<{ id: number; version: number; gone: boolean }[]>`
      select product.id, product.version, gone_at is not null as gone
      from gateway.catalog_products product
      join gateway.catalogs catalog on catalog.id = product.catalog
      where catalog.upstream = ${upstream.baseUrl} order by product.id`;

  it("are found, with what was before; nothing else is written", async () => {
    fill(60);
    const catalog = askCatalog(await start());
    const first = await catalog.until(isFresh);
    const before = await readRows();
    upstream.products.set(7, { id: 7, updated: dated(70), more: { title: "Changed" } });
    await catalog.check();
    const then = await catalog.until(({ checkedAt }) => checkedAt! > first.checkedAt!);
    const now = await readRows();
    expect(now.filter((row, at) => row.version !== before[at]!.version)).toMatchObject([{ id: 7 }]);
    expect(await catalog.readProduct(7)).toMatchObject({
      product: { title: "Changed" },
      previous: { product: { title: "Product 7" } },
      goneAt: null,
    });
    await expect.poll(async () => (await catalog.search({ text: "changed" })).total).toBe(1);
    expect((await catalog.state()).epoch).not.toBe(first.epoch);
    await catalog.check();
    const { epoch } = await catalog.until(({ checkedAt }) => checkedAt! > then.checkedAt!);
    expect(epoch).toBe((await catalog.search()).state.epoch);
    expect(await readRows()).toEqual(now);
  });

  it("of prices without a new moment are found by reading everything, and so is what is gone", async () => {
    fill(60);
    const catalog = askCatalog(await start());
    const first = await catalog.until(isFresh);
    upstream.products.delete(9);
    upstream.products.set(7, { id: 7, updated: dated(7), more: { brand: "New" } });
    await catalog.check(true);
    await catalog.until(({ sweptAt }) => sweptAt! > first.sweptAt!);
    expect((await readRows()).filter(({ gone }) => gone)).toMatchObject([{ id: 9 }]);
    await expect
      .poll(async () => (await catalog.search({ gone: "only" })).rows.map(({ id }) => id))
      .toEqual([9]);
    expect((await catalog.search({ brands: ["New"], gone: "none" })).total).toBe(1);
    expect(await catalog.readProduct(9)).toMatchObject({ goneAt: expect.any(Number) as number });
    upstream.products.set(9, { id: 9, updated: dated(9) });
    const second = await catalog.check(true);
    await catalog.until(({ sweptAt }) => sweptAt! > second.sweptAt!);
    expect((await readRows()).filter(({ gone }) => gone)).toEqual([]);
  });

  it("are looked for by themselves while somebody looks at the channel", async () => {
    fill(10);
    const catalog = askCatalog(await start());
    const first = await catalog.until(isFresh);
    aheadMs = 62_000;
    await catalog.until(({ checkedAt }) => checkedAt! > first.checkedAt!);
    aheadMs = 86_500_000;
    await catalog.until(({ sweptAt }) => sweptAt! > first.sweptAt!);
  });
});

describe("a failure", () => {
  const failures = [
    ["429", { status: 429, headers: { "retry-after": "1" } }, "waiting", "limit", 429],
    ["500", { status: 500, body: { error: `Broken, ${canary}` } }, "waiting", "upstream", 500],
    ["no list", { status: 200, body: {} }, "waiting", "upstream", 200],
    ["401", { status: 401 }, "stopped", "token", 401],
    ["403", { status: 403 }, "stopped", "token", 403],
    ["404", { status: 404 }, "stopped", "channel", 404],
  ] as const;
  it.each(failures)(
    "of %s: it says so, and goes on when it can",
    async (_, answered, phase, kind, status) => {
      fill(70);
      let fails = true;
      upstream.answerPages(({ after }) => (fails && after > 0 ? answered : undefined));
      const gateway = await start();
      const catalog = askCatalog(gateway);
      const failed = await catalog.until(({ problem }) => problem !== null);
      expect(failed).toMatchObject({ phase, problem: { kind, status }, products: 50 });
      expect(JSON.stringify(failed)).not.toContain(canary);
      expect(failed.waitingUntil === null).toBe(phase === "stopped");
      await expect.poll(async () => (await catalog.search()).total).toBe(50);
      fails = false;
      if (phase === "waiting") aheadMs = 60_000;
      else {
        // A person's request tries a refused token at once; copying would only after a while.
        await gateway.call("/api/account");
        await catalog.check();
      }
      expect(await catalog.until(isFresh)).toMatchObject({ products: 70, problem: null });
    },
  );

  it("to connect: it waits", async () => {
    fill(10);
    const gateway = await start({ upstream: { baseUrl: "http://127.0.0.1:9" } });
    const catalog = askCatalog(gateway);
    const failed = await catalog.until(({ problem }) => problem !== null);
    expect(failed).toMatchObject({ phase: "waiting", problem: { kind: "offline", status: 0 } });
  });

  it("for want of a token: it is stopped", async () => {
    const gateway = await start({
      upstream: {
        accountToken: undefined,
        channelTokens: new Map([
          [5, "five"],
          [6, "six"],
        ]),
      },
    });
    const failed = await askCatalog(gateway, 4).until(({ problem }) => problem !== null);
    expect(failed).toMatchObject({ phase: "stopped", problem: { kind: "token", status: 401 } });
    fill(3);
    await askCatalog(gateway, 6).until(isFresh);
    expect(upstream.arrivals[0]?.headers["x-api-token"]).toBe("six");
  });
});

test("lines of a desk that never opened a channel start the catalogs of the first reseller channels", async () => {
  fill(3);
  upstream.channels = [
    { id: 9, channelType: "reseller" },
    { id: 2, channelType: "marketplace" },
    { id: 5, channelType: "reseller" },
    { id: 3, channelType: "reseller" },
    { id: 12, channelType: "reseller" },
  ];
  const catalog = askCatalog(await start());
  expect(await catalog.lines(["P-2"])).toEqual({});
  await expect
    .poll(async () => Object.keys(await catalog.lines(["P-2"])), { interval: 100 })
    .toEqual(["P-2"]);
  await expect
    .poll(() => new Set(upstream.requests.map(({ channel }) => channel)))
    .toEqual(new Set([3, 5, 9]));
});

test("an upstream with only the documented operations starts none", async () => {
  const catalog = askCatalog(await start());
  expect(await catalog.lines(["P-2"])).toEqual({});
  await expect.poll(() => upstream.arrivals.map(({ url }) => url)).toEqual(["/channel/"]);
  expect(await catalog.lines(["P-2"])).toEqual({});
  expect(upstream.arrivals).toHaveLength(1);
});

test("a gateway that copies nothing says so, and finds nothing", async () => {
  fill(3);
  const { copies: _, ...without } = { copies: undefined };
  const gateway = await storage.gateway(upstream.baseUrl, without);
  open.push(gateway);
  const catalog = askCatalog(gateway);
  expect(await catalog.state()).toMatchObject({ phase: "off", products: 0 });
  expect(await catalog.check()).toMatchObject({ phase: "off" });
  expect(await catalog.search()).toMatchObject({ state: { phase: "off" }, total: 0, rows: [] });
  expect(await catalog.lines(["P-2"])).toEqual({});
  expect((await catalog.product(2)).status).toBe(404);
  expect(upstream.requests).toEqual([]);
});
