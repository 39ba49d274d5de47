import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { collectRecords } from "./collect-records.ts";

const page = (...ids: number[]) => ids.map((id) => readAnswer(PurchaseOrder, { id }).value);

const collect = async (pages: readonly PurchaseOrder[][], total?: number) => {
  const requested: number[] = [];
  const reported: number[] = [];
  const records = await collectRecords({
    readPage: async (number) => {
      requested.push(number);
      return { value: pages[number - 1] ?? [], problems: [], total };
    },
    fits: ({ id }) => id !== 13,
    report: ({ pages: read }) => reported.push(read),
  });
  return { requested, reported, ids: records.map(({ id }) => id) };
};

test("pages are read until the first empty one, even after a short one", async () => {
  expect(await collect([page(5, 4), page(3), page(2)])).toEqual({
    requested: [1, 2, 3, 4],
    reported: [1, 2, 3, 4],
    ids: [5, 4, 3, 2],
  });
});

test("a known total saves the request for the empty page, and an order on two pages counts once", async () => {
  expect(await collect([page(5, 4), page(4, 3)], 60)).toEqual({
    requested: [1, 2],
    reported: [1, 2],
    ids: [5, 4, 3],
  });
});

test("orders that the screen filters out, and records without an id, are left out", async () => {
  const nameless = readAnswer(PurchaseOrder, {}).value;
  expect((await collect([[...page(14, 13), nameless]])).ids).toEqual([14]);
});
