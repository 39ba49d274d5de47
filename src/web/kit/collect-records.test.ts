import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { createCollector } from "./collect-records.ts";

const page = (...ids: number[]) => ids.map((id) => readAnswer(PurchaseOrder, { id }).value);

const { signal } = new AbortController();

const collect = async (pages: readonly PurchaseOrder[][], total?: number) => {
  const requested: number[] = [];
  const reported: number[] = [];
  const run = createCollector<PurchaseOrder>({
    rowId: ({ id }) => String(id),
    readPage: async (number) => {
      requested.push(number);
      return { value: pages[number - 1] ?? [], problems: [], total };
    },
    fits: ({ id }) => id !== 13,
    report: ({ loaded }) => reported.push(loaded),
  });
  const records = await run(signal);
  return { requested, reported, ids: records.map(({ id }) => id) };
};

test("pages are read until the first empty one, even after a short one", async () => {
  expect(await collect([page(5, 4), page(3), page(2)])).toEqual({
    requested: [1, 2, 3, 4],
    reported: [2, 3, 4, 4],
    ids: [5, 4, 3, 2],
  });
});

test("a known total saves the request for the empty page, and an order on two pages counts once", async () => {
  expect(await collect([page(5, 4), page(4, 3)], 4)).toEqual({
    requested: [1, 2],
    reported: [2, 4],
    ids: [5, 4, 3],
  });
});

test("orders that the screen filters out are left out", async () => {
  expect((await collect([page(14, 13)])).ids).toEqual([14]);
});

test.each<[string, readonly PurchaseOrder[][], requested: number, ids: number[]]>([
  ["the same page each time", Array(9).fill(page(5, 4)), 2, [5, 4]],
  ["one that the screen filters out, then others", [page(13), page(5), page(4)], 4, [5, 4]],
  ["one filtered out each time", Array(9).fill(page(13)), 2, []],
])("an upstream that sends %s", async (_, pages, requested, ids) => {
  const collected = await collect(pages);
  expect([collected.requested.length, collected.ids]).toEqual([requested, ids]);
});

test("after a page that failed, it goes on with that page", async () => {
  const pages = [page(5, 4), page(3), page(2)];
  const requested: number[] = [];
  const run = createCollector<PurchaseOrder>({
    rowId: ({ id }) => String(id),
    readPage: async (number) => {
      requested.push(number);
      if (requested.length === 2) throw new Error("no answer");
      return { value: pages[number - 1] ?? [], problems: [], total: undefined };
    },
    fits: () => true,
    report: () => {},
  });
  await expect(run(signal)).rejects.toThrow("no answer");
  expect((await run(signal)).map(({ id }) => id)).toEqual([5, 4, 3, 2]);
  expect(requested).toEqual([1, 2, 2, 3, 4]);
});
