import { expect, test } from "vitest";
import { createProductIndex } from "#catalog/product-index.ts";
import { everyProduct } from "#contract/catalog.ts";
import { testProduct } from "#catalog/testing/products.ts";
import { createOverview, openCopyIndex } from "./copy-index.ts";
import { createMemoryStore } from "./copy-store.ts";
import { earliestMoment, type PageRequest, startSweep } from "./sweep-state.ts";

const times = ["2026-11-20T04:59:59Z", "2026-11-20T05:00:00Z", "2026-11-20T23:00:00Z", null];

const createIndex = () => {
  const index = createProductIndex();
  for (const [at, updated_at] of times.entries())
    index.put(testProduct({ id: at + 1, updated_at }));
  return index;
};

test.each([
  ["UTC", [{ day: "2026-11-20", count: 3 }]],
  [
    "America/New_York",
    [
      { day: "2026-11-19", count: 1 },
      { day: "2026-11-20", count: 2 },
    ],
  ],
  [
    "Asia/Kolkata",
    [
      { day: "2026-11-20", count: 2 },
      { day: "2026-11-21", count: 1 },
    ],
  ],
])("an overview counts updates by the days of %s", async (timeZone, updatedByDay) => {
  const index = createIndex();
  const overview = await createOverview(index, async () => undefined, timeZone);
  expect(overview).toMatchObject({ updatedByDay, total: index.search(everyProduct).total });
});

test("an overview counts the facets of products that are not gone", async () => {
  const index = createIndex();
  index.put(testProduct({ id: 1, updated_at: times[0] }), { goneAt: 5 });
  const overview = await createOverview(index, async () => undefined, "UTC");
  expect(overview).toMatchObject({ total: 3, gone: 1 });
  expect(overview.facets.missing).toContainEqual({ value: "brand", count: 3 });
});

const request: PageRequest = { job: "sweep", after: earliestMoment, page: 1, fresh: true };

test("after a sweep, unchanged products are as new as its start, and removed ones as new as their last load", async () => {
  const store = createMemoryStore("upstream/1");
  const sweep = async (ids: number[], repeat: boolean, wall: number) => {
    await store.begin(1, 100, 0);
    await store.changeHead((head) => ({
      ...head,
      sweep: startSweep(head.sweep, repeat, 0),
      sweepBegan: wall,
    }));
    const products = ids.map((id) => testProduct({ id, title: `Lamp ${id}` }));
    const answer = { products, total: undefined, age: undefined, askedAt: 1, now: 2 };
    await store.writePage(request, { ...answer, wall: wall + 10 });
  };
  await sweep([1, 2, 3], false, 1_000);
  const opened = await openCopyIndex(store, async () => undefined);
  const loadedAt = () =>
    opened
      .index()
      .rows([1, 2, 3])
      .map(({ readAt }) => readAt);
  expect((await opened.packer.pack(opened.index(), async () => undefined)).whole).toBe(true);
  expect(loadedAt()).toEqual([1_010, 1_010, 1_010]);
  await sweep([1, 2], true, 5_000);
  await store.markGone(2, 6_000);
  await opened.catchUp();
  expect(loadedAt()).toEqual([5_000, 5_000, 1_010]);
  const byLoad = { ...everyProduct, sort: { by: "readAt", direction: "asc" } } as const;
  expect([...opened.index().search(byLoad).ids]).toEqual([3, 1, 2]);
  expect((await opened.packer.pack(opened.index(), async () => undefined)).whole).toBe(true);
});
