import { describe, expect, test } from "vitest";
import { createProductIndex } from "#web/api/product-search/product-index.ts";
import { testProduct } from "#web/api/product-search/test-products.ts";
import { createHeldRows, createRowPacker } from "./row-packs.ts";

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
  const holding = (count: number) => {
    const index = filled(count);
    const packer = createRowPacker();
    const copy = { index, revision: 1, asked: 0 };
    let time = 0;
    const held = createHeldRows({
      pack: () => {
        copy.asked += 1;
        return packer.pack(index, pause);
      },
      revision: () => copy.revision,
      now: () => time,
    });
    const change = (id: number, title: string) => {
      index.put(lamp(id, title));
      packer.changed(id);
      copy.revision += 1;
    };
    return { held, copy, change, wait: (ms: number) => (time += ms) };
  };

  test("loads rows once, returns the same object for unchanged rows, and applies updates", async () => {
    const { held, copy, change, wait } = holding(3);
    expect(held.rowOf(2)).toBeUndefined();
    expect(await Promise.all([held.bring(), held.bring()])).toEqual([true, false]);
    expect(await held.bring()).toBe(false);
    expect(held.isFresh()).toBe(true);
    expect(held.rowOf(2)?.title).toBe("Lamp 2");
    expect(held.rowOf(2)).toBe(held.rowOf(2));
    change(2, "Lantern");
    expect(held.isFresh()).toBe(false);
    expect(await held.bring()).toBe(false);
    wait(10_000);
    expect(await held.bring()).toBe(true);
    expect(held.rowOf(2)?.title).toBe("Lantern");
    expect(held.rowOf(3)?.title).toBe("Lamp 3");
    expect(copy.asked).toBe(2);
  });

  test("is not fresh if the copy changed during an update", async () => {
    const { held, change } = holding(3);
    const bringing = held.bring();
    change(1, "Lantern");
    await bringing;
    expect(held.isFresh()).toBe(false);
  });
});
