import { afterEach, expect, test, vi } from "vitest";
import type { CatalogState } from "#contract/catalog.ts";
import { asking, firstSweep, freshCatalog, rowOf } from "#web/testing/catalog.ts";
import { catalogState, fetchLines, readMatches, searchCatalog } from "./catalog.ts";
import { queryClient } from "./query-client.ts";

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Answers each request as the test says, and records it. */
const answerWith = (answer: (sent: Sent) => unknown) => {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string }) => {
    const one = { path, body: JSON.parse(body ?? "{}") as Record<string, unknown> };
    sent.push(one);
    return Response.json(answer(one));
  });
  return sent;
};

test.each<[string, CatalogState | undefined, number]>([
  ["unknown", undefined, 2_000],
  ["up to date", freshCatalog, 30_000],
  ["being prepared", { ...freshCatalog, opening: { done: 1, total: 2 } }, 2_000],
  ["loading", { ...freshCatalog, phase: "loading", sweep: firstSweep }, 2_000],
  ["checking", { ...freshCatalog, phase: "checking" }, 2_000],
  ["waiting", { ...freshCatalog, phase: "waiting" }, 2_000],
  ["stopped", { ...freshCatalog, phase: "stopped" }, 2_000],
  ["off", { ...freshCatalog, phase: "off" }, 30_000],
])("the state of a catalog that is %s is read again after a while", (_, data, ms) => {
  const { refetchInterval } = catalogState(1);
  const interval = typeof refetchInterval === "function" ? refetchInterval : () => 0;
  expect(interval({ state: { data } } as never)).toBe(ms);
});

test("an answer of a search brings the state, which stays the same object while nothing changes", async () => {
  const answer = { state: freshCatalog, total: 0, first: 0, rows: [] };
  answerWith(() => answer);
  const known = () => queryClient.getQueryData(catalogState(3).queryKey);
  const search = () => searchCatalog(3)({ query: asking("lamp"), first: 0, count: 10 });
  await search();
  const first = known();
  expect(first).toEqual(freshCatalog);
  await search();
  expect(known()).toBe(first);
});

test("fault 57: all matches are read in windows, and a product that moved to another window counts once", async () => {
  const total = 2_100;
  const asked: number[] = [];
  const search: ReturnType<typeof searchCatalog> = async ({ first, count }) => {
    asked.push(first);
    // The last product of the first window is also the first of the second one.
    const from = first === 1_000 ? 999 : first;
    const rows = Array.from({ length: Math.min(count, total - first) }, (_, at) =>
      rowOf(from + at),
    );
    return { state: freshCatalog, total, first, rows };
  };
  const ids: number[] = [];
  const { signal } = new AbortController();
  for await (const { rows } of readMatches(search, asking(""), {}, signal))
    ids.push(...rows.map(({ id }) => id));
  expect(asked).toEqual([0, 1_000, 2_000]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("lines are found by one request for each 200 SKUs", async () => {
  const line = { channelId: 1, productId: 2, title: "Lamp", picture: null, options: "Red" };
  const sent = answerWith(() => ({ "SKU-1": line }));
  const skus = Array.from({ length: 250 }, (_, at) => `SKU-${at}`);
  const { signal } = new AbortController();
  const found = await fetchLines([...skus, "x".repeat(201)], 4, signal);
  expect(found.get("SKU-1")).toEqual(line);
  expect(sent.map(({ body }) => [(body["skus"] as string[]).length, body["channelId"]])).toEqual([
    [200, 4],
    [50, 4],
  ]);
});
