import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PurchaseOrderStatusHandle } from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import type { Caller } from "#service/handler.ts";
import { prepareService } from "#service/prepare-service.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import {
  inFulfillment,
  inStatus,
  minute,
  productParent,
  purchaseOrder,
} from "#service/testing/orders.ts";
import { foldCounts } from "./copy-records.ts";
import { insertProductParents, listProductParents } from "./products.ts";
import {
  countPurchaseOrders,
  insertPurchaseOrders,
  listPurchaseOrders,
  movePurchaseOrder,
  type PurchaseOrderFilter,
} from "./purchase-orders.ts";
import { insertReturns } from "./returns.ts";
import { insertRmas, listRmas } from "./rmas.ts";

let database: TestDatabase;

const statuses = ["processing", "processed", "acknowledged", "acknowledged"] as const;
const fulfillments = ["awaiting_shipment", "shipped", "shipped"] as const;

/** Ids in many blocks of counts, beginning and ending at the borders of blocks. */
const ids = [
  ...Array.from({ length: 160 }, (_, index) => 1 + index * 617),
  9_999,
  10_000,
  19_999,
  20_000,
  99_999,
  100_000,
].filter((id, place, all) => all.indexOf(id) === place);

const made = (id: number): StoredOrder => ({
  ...purchaseOrder(id, {
    sourceId: 1 + (id % 3),
    ...inStatus(statuses[id % 4] ?? "processing"),
    ...inFulfillment(fulfillments[id % 3] ?? "shipped"),
    sentAt: id % 5 === 0 ? null : minute(id * 7),
    generatedAt: minute(id * 7),
    lastModifiedAt: minute(id * 5),
  }),
  id,
});

/** The type of the contract allows an order without an ID. */
type StoredOrder = PurchaseOrder & { id: number };

let orders: StoredOrder[] = [];
let parents: { id: number; channelId: number; at: string }[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ name: "service", fill: prepareService });
  const { sql } = database;
  orders = ids.map(made);
  await insertPurchaseOrders(sql, orders);
  parents = Array.from({ length: 150 }, (_, index) => ({
    id: index + 1,
    channelId: 1 + (index % 2),
    // Over several days, equal times among them.
    at: minute(Math.floor(index / 3) * 125),
  }));
  await insertProductParents(
    sql,
    parents.map(({ id, channelId, at }) =>
      productParent(id, { channel_id: channelId, updated_at: at }),
    ),
  );
});
afterAll(() => database.close());

const has = <T>(given: readonly T[] | undefined, value: T | null | undefined): boolean =>
  given === undefined || (value !== null && value !== undefined && given.includes(value));
const isAfter = (given: string | undefined, time: string | null | undefined): boolean =>
  given === undefined || (typeof time === "string" && time > given);

const select = (filter: PurchaseOrderFilter, caller: Caller): number[] =>
  orders
    .filter(
      (order) =>
        (caller.type !== "source" || order.sourceId === caller.ownerId) &&
        (filter.sourceId === undefined || order.sourceId === filter.sourceId) &&
        has(filter.statuses, order.purchaseOrderStatus?.handle as PurchaseOrderStatusHandle) &&
        has(
          filter.fulfillmentStatuses,
          order.purchaseOrderFulfillmentStatus?.handle as "shipped",
        ) &&
        isAfter(filter.sentAfter, order.sentAt) &&
        isAfter(filter.generatedAfter, order.generatedAt) &&
        isAfter(filter.updatedAfter, order.lastModifiedAt) &&
        has(filter.numbers, order.purchaseOrderNumber) &&
        order.id > (filter.sinceId ?? -1),
    )
    .map(({ id }) => id)
    .toSorted((one, other) => other - one);

const account: Caller = { type: "account" };
const source: Caller = { type: "source", ownerId: 2 };

const filters: [PurchaseOrderFilter, Caller][] = [
  [{}, account],
  [{}, source],
  [{ sourceId: 1 }, account],
  [{ sourceId: 1 }, source],
  [{ statuses: ["acknowledged"] }, account],
  [{ statuses: ["processing", "processed"] }, source],
  [{ statuses: ["voided"] }, account],
  [{ statuses: [] }, account],
  [{ fulfillmentStatuses: ["shipped"], sourceId: 3 }, account],
  [{ sinceId: 0 }, account],
  [{ sinceId: 19_999 }, account],
  [{ sinceId: 20_000, statuses: ["processed"] }, account],
  [{ sinceId: 1_000_000 }, account],
  [{ sentAfter: minute(140_000) }, account],
  [{ generatedAfter: minute(140_000), statuses: ["acknowledged"] }, account],
  [{ updatedAfter: minute(99_999 * 5) }, account],
  [{ updatedAfter: minute(100_000), fulfillmentStatuses: ["shipped"] }, account],
  [{ updatedAfter: minute(100_000), sourceId: 1 }, account],
  [{ updatedAfter: minute(100_000) }, source],
  [{ updatedAfter: minute(100_000), sinceId: 25_000, statuses: ["acknowledged"] }, account],
  [{ updatedAfter: minute(100_000), sentAfter: minute(300_000), sinceId: 12_000 }, account],
  [{ numbers: ["PO-1", "PO-20000", "PO-7"] }, account],
  [{ numbers: ["PO-1"], statuses: ["voided"] }, account],
];

const expectAllPages = async (size: number): Promise<void> => {
  const { sql } = database;
  for (const [filter, caller] of filters) {
    const expected = select(filter, caller);
    expect(await countPurchaseOrders(sql, filter, caller)).toBe(expected.length);
    for (let number = 1; number <= expected.length / size + 2; number += 1) {
      const { records, total } = await listPurchaseOrders(sql, filter, caller, { number, size });
      const page = expected.slice((number - 1) * size, number * size);
      expect([filter, number, records.map(({ id }) => id), total]).toEqual([
        filter,
        number,
        page,
        expected.length,
      ]);
    }
  }
};

describe("pages found by counts", () => {
  test("have the orders of the whole list, before and after moves, removals and folding", async () => {
    const { sql } = database;
    await expectAllPages(50);
    const now = new Date(minute(900_000));
    for (const order of orders.filter(({ id }) => id % 4 === 0)) {
      const moved = await movePurchaseOrder(sql, order.id, "processed", now);
      orders = orders.map((one) => (one.id === order.id ? { ...one, ...moved, id: one.id } : one));
    }
    await sql`delete from service.purchase_orders where id > 40000 and id % 7 = 0`;
    orders = orders.filter(({ id }) => !(id > 40_000 && id % 7 === 0));
    await expectAllPages(37);
    const countRows = async () =>
      (await sql`select count(*) as rows from service.purchase_order_counts`)[0]?.["rows"];
    const unfolded = await countRows();
    await foldCounts(sql);
    expect(await countRows()).toBe(unfolded);
    await foldCounts(sql, 0);
    expect(await countRows()).toBeLessThan(Number(unfolded));
    await expectAllPages(49);
  });

  test.each([
    [1, minute(-1_000)],
    [1, minute(0)],
    [2, minute(125)],
    [2, minute(126)],
    [1, minute(1_439)],
    [2, minute(3_000)],
    [1, minute(100_000)],
    [3, minute(0)],
  ])("have the products of channel %d updated after %s", async (channelId, updatedAfter) => {
    const expected = parents
      .filter((parent) => parent.channelId === channelId && parent.at > updatedAfter)
      .map(({ id }) => id);
    const parts = {
      includeCategories: false,
      includeOptions: false,
      includeImages: false,
      includeAttributes: false,
      includeVariants: false,
      includeVariantOptionValues: false,
      includeVariantImages: false,
    };
    for (let number = 1; number <= expected.length / 10 + 2; number += 1) {
      const page = { number, size: 10 };
      const filter = { channelId, updatedAfter };
      const { records, total } = await listProductParents(database.sql, filter, parts, page);
      expect([number, records.map(({ id }) => id), total]).toEqual([
        number,
        expected.slice((number - 1) * 10, number * 10),
        expected.length,
      ]);
    }
  });
});

test("an RMA is in the list of its return's channel, also after the return or its channel was changed", async () => {
  const { sql } = database;
  await insertReturns(sql, [returnModel(1), returnModel(2, { channelId: 2 })]);
  await insertRmas(sql, [rma(1)]);
  const channelsWithRma = async () => {
    const channels: number[] = [];
    for (const ownerId of [1, 2, 3]) {
      const caller: Caller = { type: "channel", ownerId };
      const { total } = await listRmas(sql, {}, caller, { number: 1, size: 50 });
      if (total > 0) channels.push(ownerId);
    }
    return channels;
  };
  expect(await channelsWithRma()).toEqual([1]);
  await sql`update service.rmas set record = ${JSON.stringify(rma(1, { returnId: 2 }))}::text::json`;
  expect(await channelsWithRma()).toEqual([2]);
  await sql`update service.returns set record = ${JSON.stringify(returnModel(2, { channelId: 3 }))}::text::json where id = 2`;
  expect(await channelsWithRma()).toEqual([3]);
});
