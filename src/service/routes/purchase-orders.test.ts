import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { inFulfillment, inStatus, minute, purchaseOrder } from "#service/testing/orders.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await insertPurchaseOrders(service.sql, [
    purchaseOrder(1, inStatus("unprocessed")),
    purchaseOrder(2, { ...inStatus("duplicate"), purchaseOrderNumber: "發票 7" }),
    purchaseOrder(3, inStatus("po_number_exceeds_max_length")),
    purchaseOrder(4, { ...inStatus("acknowledged"), ...inFulfillment("shipped"), sourceId: 2 }),
    purchaseOrder(5, { ...inStatus("canceled"), ...inFulfillment("canceled"), channelId: 2 }),
    purchaseOrder(6, { ...inStatus("additional_info_required"), sourceId: 2, sentAt: null }),
    purchaseOrder(7, { ...inStatus("cross_docked"), ...inFulfillment("partially_shipped") }),
    purchaseOrder(8, {
      ...inStatus("processed"),
      generatedAt: minute(90),
      lastModifiedAt: minute(80),
    }),
  ]);
});
afterAll(() => service.close());

const ids = (orders: unknown) => (orders as PurchaseOrder[]).map(({ id }) => id);

const everyFilter: [string, number[]][] = [
  ["", [8, 7, 6, 5, 4, 3, 2, 1]],
  ["filterSourceId=2", [6, 4]],
  ["filterStatus=unprocessed", [1]],
  ["filterStatus=Cross%20Docked,PROCESSED,", [8, 7]],
  ["filterStatus=Duplicate%20PO/FR%20%23", [2]],
  ["filterStatus=duplicate%20fulfillment%20request%20%23,Canceled", [5, 2]],
  ["filterStatus=PO/FR%20%23%20Exceeds%20Max%20Length", [3]],
  ["filterStatus=Additional%20Info%20Required&filterSourceId=1", []],
  ["filterStatus=", [8, 7, 6, 5, 4, 3, 2, 1]],
  ["filterFulfilmentStatus=shipped,Partially%20Shipped", [7, 4]],
  ["filterFulfilmentStatus=CANCELED", [5]],
  [`filterSentAfter=${minute(6)}`, [8, 7]],
  [`filterGeneratedAfter=${minute(8)}`, [8]],
  [`filterUpdatedAfter=${minute(6)}`, [8, 7]],
  ["filterUpdatedAfter=2026-01-05T10:06:59.999%2B02:00", [8, 7]],
  ["filterUpdatedAfter=0001-01-01", [8, 7, 6, 5, 4, 3, 2, 1]],
  ["filterSentAfter=0000-01-01T00:00:00Z", [8, 7, 5, 4, 3, 2, 1]],
  ["filterGeneratedAfter=0001-01-01T00:00:00%2B14:00", [8, 7, 6, 5, 4, 3, 2, 1]],
  ["filterUpdatedAfter=9999-12-31", []],
  ["filterUpdatedAfter=9999-12-31&filterSourceId=2", []],
  ["filterSentAfter=9999-12-31T23:59:59.999Z", []],
  ["filterGeneratedAfter=9999-12-31T23:59:59-10:00", []],
  ["sinceId=6", [8, 7]],
  ["sinceId=0", [8, 7, 6, 5, 4, 3, 2, 1]],
  ["limit=1&offset=3&startDate=x", [8, 7, 6, 5, 4, 3, 2, 1]],
];

describe("purchase orders", () => {
  test.each(everyFilter)("filtered by '%s'", async (query, expected) => {
    for (const path of ["/purchase-orders", "/fulfillment-requests"]) {
      const answer = await service.call(`${path}?${query}`);
      expect(ids(answer.json)).toEqual(expected);
      expect(answer.headers.get("x-total-count")).toBe(String(expected.length));
    }
    expect((await service.call(`/purchase-orders/count?${query}`)).json).toBe(expected.length);
  });

  test("by their numbers, under either name", async () => {
    const numbers = encodeURIComponent("PO-1, 發票 7,PO-1,none,");
    expect(ids((await service.call(`/purchase-orders?poNumbers=${numbers}`)).json)).toEqual([2, 1]);
    expect(ids((await service.call(`/fulfillment-requests?frNumbers=${numbers}`)).json)).toEqual([
      2, 1,
    ]);
    const many = Array.from({ length: 51 }, (_, index) => `PO-${index}`);
    const asked = (entries: string[]) =>
      service.call(`/purchase-orders?poNumbers=${entries.join(",")}`);
    expect((await asked(many.slice(1))).status).toBe(200);
    expect((await asked(many)).json).toMatchObject({ issues: [{ path: "poNumbers" }] });
  });

  test("have pages until an empty one", async () => {
    const page = async (number: number) =>
      ids(
        (await service.call(`/purchase-orders?filterPageSize=3&filterPageNumber=${number}`)).json,
      );
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      [8, 7, 6],
      [5, 4, 3],
      [2, 1],
      [],
    ]);
  });

  test("report every invalid filter at once", async () => {
    const answer = await service.call(
      "/purchase-orders?filterStatus=processing,lost&filterFulfilmentStatus=torn",
    );
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      issues: [
        { path: "filterStatus", message: "Unknown status 'lost'" },
        { path: "filterFulfilmentStatus", message: "Unknown status 'torn'" },
      ],
    });
  });

  test.each([
    "filterPageSize=51",
    "filterPageSize=0",
    "filterPageNumber=0",
    "sinceId=-1",
    "sinceId=x",
    "filterSourceId=1e3x",
    "filterSentAfter=soon",
  ])("refuse %s", async (query) => {
    expect((await service.call(`/purchase-orders?${query}`)).status).toBe(400);
  });

  test("are read one by one, field for field", async () => {
    const answer = await service.call("/purchase-orders/2");
    const stored = purchaseOrder(2, { ...inStatus("duplicate"), purchaseOrderNumber: "發票 7" });
    expect(answer.text).toBe(JSON.stringify(stored));
  });

  test.each([
    ["/purchase-orders/999", 404],
    ["/purchase-orders/9007199254740993", 400],
    ["/purchase-orders/[object%20Object]", 400],
    ["/purchase-orders/0", 400],
  ])("%s is %d", async (path, status) => {
    expect((await service.call(path)).status).toBe(status);
  });
});

describe("a source's token", () => {
  const call = async (path: string, method = "GET") =>
    service.call(path, { method, token: await service.tokenOf({ type: "source", ownerId: 2 }) });

  test("lists and counts its own orders", async () => {
    expect(ids((await call("/purchase-orders")).json)).toEqual([6, 4]);
    expect(ids((await call("/purchase-orders?filterSourceId=2")).json)).toEqual([6, 4]);
    expect((await call("/purchase-orders/count")).json).toBe(2);
    expect((await call("/purchase-orders/4")).status).toBe(200);
  });

  test("reads no other source's", async () => {
    expect((await call("/purchase-orders?filterSourceId=1")).status).toBe(403);
    expect((await call("/purchase-orders/1")).status).toBe(404);
    expect((await call("/purchase-orders/8/acknowledge", "PATCH")).status).toBe(404);
    expect((await call("/purchase-orders/8/processed", "PATCH")).status).toBe(404);
  });
});

test("a channel's token lists no orders (api 5.3)", async () => {
  const token = await service.tokenOf({ type: "channel", ownerId: 1 });
  expect((await service.call("/purchase-orders", { token })).status).toBe(403);
});
