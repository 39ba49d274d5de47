import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type PurchaseOrderStatusHandle,
  purchaseOrderStatusHandles,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { inStatus, purchaseOrder } from "#service/testing/orders.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

const now = "2026-03-01T12:00:00.250Z";
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: () => new Date(now) });
});
beforeEach(() => service.sql`truncate service.purchase_orders`);
afterAll(() => service.close());

const put = (...orders: PurchaseOrder[]) => insertPurchaseOrders(service.sql, orders);
const move = (word: string, id = 1) =>
  service.call(`/purchase-orders/${id}/${word}`, { method: "PATCH" });
const read = async (id: number) =>
  (await service.call(`/purchase-orders/${id}`)).json as PurchaseOrder;
const ids = (orders: unknown) => (orders as PurchaseOrder[]).map(({ id }) => id);

const allowed: Record<string, readonly PurchaseOrderStatusHandle[]> = {
  acknowledge: ["processing", "processed"],
  processed: ["processing", "processed"],
  processing: ["unprocessed", "additional_info_required", "processing_error", "processing"],
};
const target = {
  acknowledge: "acknowledged",
  processed: "processed",
  processing: "processing",
} as const;

/** An order that the move changes. */
const movable = (word: keyof typeof target): PurchaseOrder =>
  purchaseOrder(1, inStatus(word === "processing" ? "unprocessed" : "processing"));

describe.each(["acknowledge", "processed", "processing"] as const)("%s", (word) => {
  test.each(purchaseOrderStatusHandles)("from %s", async (handle) => {
    const order = purchaseOrder(1, inStatus(handle));
    await put(order);
    const answer = await move(word);
    const may = allowed[word]?.includes(handle) ?? false;
    expect(answer.status).toBe(may ? 200 : 400);
    const after = await read(1);
    expect(after.purchaseOrderStatus?.handle).toBe(may ? target[word] : handle);
    expect(after.lastModifiedAt).toBe(may && handle !== target[word] ? now : order.lastModifiedAt);
  });

  test("changes only its own fields, each in its place", async () => {
    await put(movable(word));
    const { text } = await move(word);
    const expected = {
      ...purchaseOrder(1, inStatus(target[word])),
      lastModifiedAt: now,
      ...(word === "acknowledge" ? { acknowledgedAt: now } : {}),
    };
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(expected));
    expect(await read(1)).toEqual(expected);
    const listed = await service.call(
      `/purchase-orders?filterStatus=${target[word]}&filterUpdatedAfter=2026-02-28`,
    );
    expect(ids(listed.json)).toEqual([1]);
  });

  test("accepts an empty body of a JSON content type", async () => {
    await put(purchaseOrder(1));
    const headers = { "content-type": "application/json" };
    const answer = await service.call(`/purchase-orders/1/${word}`, { method: "PATCH", headers });
    expect(answer.status).toBe(200);
  });

  test("of an order that does not exist is 404", async () => {
    expect((await move(word)).status).toBe(404);
  });
});

test("acknowledging again reports that it is acknowledged already", async () => {
  await put(purchaseOrder(1));
  const answers = await Promise.all(Array.from({ length: 6 }, () => move("acknowledge")));
  const refused = answers.filter(({ status }) => status === 400);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused).toHaveLength(5);
  for (const { text } of refused) expect(text).toMatch(/already acknowledged/);
});

describe("GET /purchase-orders/processing", () => {
  const retrieve = (query = "", token = service.accountToken) =>
    service.call(`/purchase-orders/processing${query}`, { token });

  beforeEach(() =>
    put(
      purchaseOrder(3, { sourceId: 2 }),
      purchaseOrder(1),
      purchaseOrder(2, { channelId: 2 }),
      purchaseOrder(4, inStatus("processed")),
      purchaseOrder(5, inStatus("unprocessed")),
    ),
  );

  test("hands out the orders in Processing, once, in their current state", async () => {
    const { json } = await retrieve();
    const moved = { ...inStatus("processed"), lastModifiedAt: now };
    expect(json).toEqual([
      purchaseOrder(1, moved),
      purchaseOrder(2, { ...moved, channelId: 2 }),
      purchaseOrder(3, { ...moved, sourceId: 2 }),
    ]);
    expect((await retrieve()).json).toEqual([]);
    expect((await read(1)).purchaseOrderStatus).toEqual({ name: "Processed", handle: "processed" });
    expect((await read(5)).purchaseOrderStatus?.handle).toBe("unprocessed");
  });

  test("hands out at most 1,000, the oldest first", async () => {
    await service.sql`
      insert into service.purchase_orders (id, source_id, status, record)
      select id, 1, 'processing', json_build_object('id', id) from generate_series(1004, 6, -1) as id`;
    const first = ids((await retrieve()).json);
    expect([first.length, first.slice(0, 4), first.at(-1)]).toEqual([1_000, [1, 2, 3, 6], 1_002]);
    expect(ids((await retrieve()).json)).toEqual([1_003, 1_004]);
  });

  test("is limited to the named source", async () => {
    expect(ids((await retrieve("?filterSourceId=2")).json)).toEqual([3]);
    expect(ids((await retrieve("?filterSourceId=9")).json)).toEqual([]);
    expect(ids((await retrieve()).json)).toEqual([1, 2]);
  });

  test("is limited to the token's own source", async () => {
    const token = await service.tokenOf({ type: "source", ownerId: 2 });
    expect((await retrieve("?filterSourceId=1", token)).status).toBe(403);
    expect(ids((await retrieve("", token)).json)).toEqual([3]);
    expect(ids((await retrieve()).json)).toEqual([1, 2]);
  });

  test("is limited to the token's own channel", async () => {
    const token = await service.tokenOf({ type: "channel", ownerId: 2 });
    expect(ids((await retrieve("?filterSourceId=2", token)).json)).toEqual([]);
    expect(ids((await retrieve("", token)).json)).toEqual([2]);
  });

  test("moves nothing when the request is refused", async () => {
    expect((await retrieve("?filterSourceId=x")).status).toBe(400);
    expect((await service.call("/purchase-orders/processing", { token: "wrong" })).status).toBe(
      401,
    );
    expect((await service.call("/purchase-orders/processing", { method: "HEAD" })).status).toBe(
      405,
    );
    expect(ids((await retrieve()).json)).toEqual([1, 2, 3]);
  });
});
