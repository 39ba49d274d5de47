import { beforeEach, expect, test } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Answer } from "./call.ts";
import { cachePurchaseOrder, purchaseOrderDetail, purchaseOrderList } from "./purchase-orders.ts";
import { queryClient } from "./query-client.ts";

const answer = <T>(value: T): Answer<T> => ({ value, problems: [], total: undefined });
const order = (handle: string, second: number) =>
  ({
    id: 7,
    status: { handle },
    lastModifiedAt: `2026-01-01T00:00:0${second}.000Z`,
  }) as unknown as PurchaseOrder;

const { queryKey } = purchaseOrderDetail(7);
const list = purchaseOrderList({}).queryKey;
const detail = () => queryClient.getQueryData(queryKey)?.value;

beforeEach(() => queryClient.clear());

test("fault 45: a read of an order that began before its change doesn't put the old status back", async () => {
  const before = order("open", 1);
  queryClient.setQueryData(queryKey, answer(before), { updatedAt: 1 });
  let end = (_: Answer<PurchaseOrder>): void => undefined;
  const reading = queryClient.fetchQuery({
    queryKey,
    queryFn: () => new Promise<Answer<PurchaseOrder>>((resolve) => (end = resolve)),
  });
  const after = order("processing", 2);
  expect(cachePurchaseOrder(answer(after))).toBe(after);
  end(answer(before));
  await reading;
  expect(detail()).toEqual(after);
});

test("an older version of an order replaces neither its detail nor its row", () => {
  queryClient.setQueryData(list, answer([order("open", 1)]));
  cachePurchaseOrder(answer(order("processed", 3)));
  const older = order("processing", 2);
  expect(cachePurchaseOrder(answer(older))).toBe(older);
  expect(detail()).toEqual(order("processed", 3));
  expect(queryClient.getQueryData(list)?.value).toEqual([order("processed", 3)]);
});
