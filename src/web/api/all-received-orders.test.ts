import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { maxSearchedRuns, allReceivedOrders } from "./received-orders.ts";
import { queryClient } from "./query-client.ts";

let runs = 0;
/** A run that is listed and then removed. */
let removed: number | undefined;

/** A gateway with `runs` runs; only the two latest contain orders, and both contain order 8. */
const answer = (address: URL): unknown => {
  const [, id] = /received-orders\/(\d+)$/.exec(address.pathname) ?? [];
  const ids = (run: number) => (run === runs ? [7, 8] : run === runs - 1 ? [8, 9] : []);
  const run = (one: number) => ({
    id: one,
    state: "received",
    requestedAt: "2026-01-05T08:00:00.000Z",
    orderCount: ids(one).length,
    orderIds: ids(one),
  });
  if (id !== undefined)
    return {
      ...run(Number(id)),
      orders: ids(Number(id)).map((order) => ({ id: order, note: id })),
    };
  const page = Number(address.searchParams.get("pageNumber"));
  const size = Number(address.searchParams.get("pageSize"));
  return Array.from({ length: runs }, (_, place) => run(runs - place)).slice(
    (page - 1) * size,
    page * size,
  );
};

beforeEach(() =>
  vi.stubGlobal("fetch", async (path: string) =>
    path.endsWith(`/received-orders/${removed}`)
      ? Response.json({ title: "Not found", status: 404, outcome: "refused" }, { status: 404 })
      : Response.json(answer(new URL(path, "http://console")), {
          headers: { "x-total-count": String(runs) },
        }),
  ),
);
afterEach(() => {
  removed = undefined;
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  [2, 3],
  [maxSearchedRuns, 3],
  [maxSearchedRuns + 1, undefined],
])("%i runs contain each order once, as received last, with the total %j", async (count, total) => {
  runs = count;
  const received = await queryClient.fetchQuery(allReceivedOrders());
  expect(received.value.map(({ id, note }) => [id, note])).toEqual([
    [7, String(count)],
    [8, String(count)],
    [9, String(count - 1)],
  ]);
  expect(received.total).toBe(total);
});

test("a run that is removed after the list was read leaves the orders of the others", async () => {
  [runs, removed] = [2, 1];
  const received = await queryClient.fetchQuery(allReceivedOrders());
  expect(received.value.map(({ id }) => id)).toEqual([7, 8]);
});
