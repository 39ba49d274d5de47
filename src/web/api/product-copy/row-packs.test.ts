import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createProductIndex } from "#catalog/product-index.ts";
import { everyProduct } from "#contract/catalog.ts";
import { anyProduct, testProduct } from "#catalog/testing/products.ts";
import { createRowCache, createRowPacker } from "./row-packs.ts";

const pause = async () => undefined;
const lamp = (id: number, title = `Lamp ${id}`) => testProduct({ id, title });

const filled = (count: number) => {
  const index = createProductIndex();
  for (let id = 1; id <= count; id += 1) index.put(lamp(id));
  return index;
};

describe("a pack of rows", () => {
  test("contains all rows at first, then changed rows, and all rows again after many changes", async () => {
    const index = filled(2_500);
    const packer = createRowPacker();
    const packed = async () => {
      const { whole, ids } = await packer.pack(index, pause);
      return { whole, rows: ids.length };
    };
    expect(await packed()).toEqual({ whole: true, rows: 2_500 });
    expect(await packed()).toEqual({ whole: false, rows: 0 });
    packer.changed(7);
    packer.changed(7);
    packer.changed(3);
    expect(await packed()).toEqual({ whole: false, rows: 2 });
    for (let id = 1; id <= 2_100; id += 1) packer.changed(id);
    expect(await packed()).toEqual({ whole: true, rows: 2_500 });
    packer.clear();
    expect(await packed()).toEqual({ whole: true, rows: 2_500 });
  });
});

describe("the row cache of a page", () => {
  const createCache = (count: number) => {
    const index = filled(count);
    const packer = createRowPacker();
    const copy = { index, revision: 1, requests: 0 };
    let time = 0;
    vi.spyOn(performance, "now").mockImplementation(() => time);
    onTestFinished(() => void vi.restoreAllMocks());
    const cache = createRowCache({
      pack: () => {
        copy.requests += 1;
        return packer.pack(index, pause);
      },
      revision: () => copy.revision,
    });
    const change = (id: number, title: string) => {
      index.put(lamp(id, title));
      packer.changed(id);
      copy.revision += 1;
    };
    return { cache, copy, change, wait: (ms: number) => (time += ms) };
  };

  test("loads rows once, returns the same object for unchanged rows, and applies updates", async () => {
    const { cache, copy, change, wait } = createCache(3);
    expect(cache.get(2)).toBeUndefined();
    expect(await Promise.all([cache.update(), cache.update()])).toEqual([true, false]);
    expect(await cache.update()).toBe(false);
    expect(cache.isFresh()).toBe(true);
    expect(cache.get(2)?.title).toBe("Lamp 2");
    expect(cache.get(2)).toBe(cache.get(2));
    change(2, "Lantern");
    expect(cache.isFresh()).toBe(false);
    expect(await cache.update()).toBe(false);
    wait(10_000);
    expect(await cache.update()).toBe(true);
    expect(cache.get(2)?.title).toBe("Lantern");
    expect(cache.get(3)?.title).toBe("Lamp 3");
    expect(copy.requests).toBe(2);
  });

  test("is not fresh if the copy changed during an update", async () => {
    const { cache, change } = createCache(3);
    const updating = cache.update();
    change(1, "Lantern");
    await updating;
    expect(cache.isFresh()).toBe(false);
  });

  test("has the rows of the index, without those that it lacks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyProduct, { maxLength: 20 }), async (products) => {
        const index = createProductIndex();
        for (const product of products) index.put(product);
        const packer = createRowPacker();
        const cache = createRowCache({ pack: () => packer.pack(index, pause), revision: () => 1 });
        await cache.update();
        const ids = index.search(everyProduct).ids.sort();
        expect(Array.from(ids, (id) => cache.get(id))).toEqual(index.rows(ids));
        expect(cache.get(-1)).toBeUndefined();
      }),
    );
  });

  test("has long texts with several bytes per letter", async () => {
    const { cache, change, wait } = createCache(600);
    const title = "木".repeat(5_000);
    change(300, title);
    change(1e6, "Late");
    wait(10_000);
    await cache.update();
    expect([cache.get(300), cache.get(301), cache.get(600), cache.get(1e6)]).toMatchObject([
      { title },
      { title: "Lamp 301" },
      { title: "Lamp 600" },
      { title: "Late" },
    ]);
  });
});
