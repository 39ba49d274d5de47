import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "./query-client.ts";
import { rmaDetail } from "./rmas.ts";
import { rmaQueue } from "./rma-queues.ts";

let requested: number[] = [];

/** An API with `count` RMAs, the newest first, with the highest ids. */
const serve = (count: number, withTotal = true) => {
  requested = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const { searchParams } = new URL(path, "http://console");
    const page = Number(searchParams.get("pageNumber"));
    const size = Number(searchParams.get("pageSize"));
    requested.push(page);
    const rmas = Array.from({ length: count }, (_, place) => ({
      id: count - place,
      rmaStatus: "Waiting",
      items: [{ id: count - place, quantity: 1 }],
    }));
    return Response.json(rmas.slice((page - 1) * size, page * size), {
      headers: withTotal ? { "x-total-count": String(count) } : {},
    });
  });
};

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each<
  [
    number,
    boolean,
    { pages: number[]; rows: number; of: number | undefined; cut: boolean; oldest?: number },
  ]
>([
  [0, true, { pages: [1], rows: 0, of: 0, cut: false }],
  [200, true, { pages: [1, 2, 3, 4], rows: 200, of: 200, cut: false, oldest: 1 }],
  // Of a longer list, the last two pages.
  [201, true, { pages: [1, 4, 5], rows: 51, of: 201, cut: true, oldest: 1 }],
  [250, true, { pages: [1, 4, 5], rows: 100, of: 250, cut: true, oldest: 1 }],
  [5_000, true, { pages: [1, 99, 100], rows: 100, of: 5_000, cut: true, oldest: 1 }],
  // Without a total, where the list ends is unknown.
  [260, false, { pages: [1, 2, 3, 4], rows: 200, of: undefined, cut: true, oldest: 61 }],
])("a queue of %i RMAs, total returned: %s", async (count, withTotal, expected) => {
  serve(count, withTotal);
  const { value, total, cut } = await queryClient.fetchQuery(rmaQueue({ status: "Waiting" }));
  expect(requested).toEqual(expected.pages);
  expect({ rows: value.length, of: total, cut }).toEqual({
    rows: expected.rows,
    of: expected.of,
    cut: expected.cut,
  });
  const ids = value.map(({ id }) => id);
  expect(new Set(ids).size).toBe(expected.rows);
  expect(ids.at(-1)).toBe(expected.oldest);
  // Each row opens without a request.
  for (const rma of value)
    expect(queryClient.getQueryData(rmaDetail(rma.id ?? 0).queryKey)?.value).toEqual(rma);
});

test("a refreshed queue requests every page again", async () => {
  serve(210);
  const queue = rmaQueue({ status: "Waiting" });
  await queryClient.fetchQuery(queue);
  serve(199);
  const { value, cut } = await queryClient.fetchQuery({ ...queue, staleTime: 0 });
  expect(requested).toEqual([1, 2, 3, 4]);
  expect({ rows: value.length, cut }).toEqual({ rows: 199, cut: false });
});
