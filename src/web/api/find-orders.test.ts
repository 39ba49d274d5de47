import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { servedOperations } from "#web/base/served.ts";
import { findOlderOrders, findOrders } from "./find-orders.ts";
import { queryClient } from "./query-client.ts";

const order = (id: number, orderId: number, sourceId = 3) => ({ id, orderId, sourceId });
const newest = [order(12, 92), order(11, 91), order(9, 91, 4)];

/** The upstream's orders by the end of the requested address; anything else is not found. */
const serve = (answers: Readonly<Record<string, object>>) => {
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url.replace("filterFulfilmentStatus=shipped%2Cpartially_shipped&", ""));
    const key = Object.keys(answers).find((end) => urls.at(-1)!.endsWith(end));
    return key === undefined
      ? new Response("{}", { status: 404 })
      : new Response(JSON.stringify(answers[key]));
  });
  return urls;
};

beforeEach(() => queryClient.clear());
afterEach(() => {
  queryClient.clear();
  servedOperations.set({});
  vi.unstubAllGlobals();
});

const listOf = (sourceId: number) => `filterSourceId=${sourceId}&filterPageSize=50`;
const ids = (orders: readonly { id?: number | null | undefined }[]) => orders.map(({ id }) => id);

test("an order is found among the newest of its source with one request, and then without one", async () => {
  const urls = serve({ [listOf(3)]: newest });
  const wanted = { orderId: 91, sourceIds: [3], named: [] };
  expect(ids(await findOrders(wanted))).toEqual([11]);
  expect(ids(await findOrders({ ...wanted, sourceIds: [] }))).toEqual([11, 9]);
  expect(urls).toEqual([`/api/purchase-orders?${listOf(3)}`]);
});

test("a named purchase order is read by its ID; one of another order, or none, is searched", async () => {
  const urls = serve({ "/11": order(11, 91), "/12": order(12, 92), [listOf(4)]: newest });
  expect(ids(await findOrders({ orderId: 91, sourceIds: [4], named: [11] }))).toEqual([11]);
  queryClient.clear();
  expect(ids(await findOrders({ orderId: 91, sourceIds: [4], named: [12, 13] }))).toEqual([9]);
  expect(urls).toEqual([
    "/api/purchase-orders/11",
    "/api/purchase-orders/12",
    "/api/purchase-orders/13",
    `/api/purchase-orders?${listOf(4)}`,
  ]);
});

test("an upstream without a list of orders rejects, with the status", async () => {
  serve({});
  await expect(findOrders({ orderId: 91, sourceIds: [3], named: [] })).rejects.toMatchObject({
    status: 501,
  });
});

test("at most three sources are searched", async () => {
  const urls = serve({ "filterPageSize=50": [] });
  expect(await findOrders({ orderId: 91, sourceIds: [1, 2, 3, 4, 5], named: [] })).toEqual([]);
  expect(urls).toHaveLength(3);
});

test("older pages are searched until one has the order, or is empty", async () => {
  const pages = {
    "filterPageNumber=2": [order(8, 80)],
    "filterPageNumber=3": [order(7, 70)],
    "filterPageNumber=4": [],
  };
  const urls = serve(pages);
  const { signal } = new AbortController();
  const search = (orderId: number) =>
    findOlderOrders({ orderId, sourceIds: [3], named: [] }, signal);
  expect(ids(await search(70))).toEqual([7]);
  expect(urls).toHaveLength(2);
  expect(await search(60)).toEqual([]);
  expect(urls).toHaveLength(5);
});
