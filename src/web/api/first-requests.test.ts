import type { QueryKey } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { operations } from "#contract/operations.ts";
import { readPaging } from "#web/base/list-search.ts";
import { channelList, sourceList } from "./account.ts";
import { firstRequests } from "./first-requests.ts";
import { mappingRuleList, workflowMetaData } from "./mapping-rules.ts";
import { mappingSetList } from "./mapping-sets.ts";
import { purchaseOrderList } from "./purchase-orders.ts";
import { returnList } from "./returns.ts";
import { rmaList } from "./rmas.ts";
import { waitingRmas } from "./rmas.ts";
import { webhookList } from "./webhooks.ts";

afterEach(() => vi.unstubAllGlobals());

type Query = { queryKey: QueryKey; queryFn?: unknown };

/** The queries of each screen at an address without filters. */
const queries: Readonly<Record<string, readonly Query[]>> = {
  "/": [rmaList(waitingRmas), sourceList()],
  "/rmas": [rmaList(readPaging({})), sourceList()],
  "/rmas/queue": [rmaList(waitingRmas), sourceList()],
  "/returns": [returnList(readPaging({})), channelList()],
  "/purchase-orders": [
    purchaseOrderList({ filterPageNumber: 1, filterPageSize: 50 }),
    sourceList(),
    channelList(),
  ],
  "/products": [channelList("screen")],
  "/mapping-rules": [mappingRuleList(), workflowMetaData()],
  "/mapping-sets": [mappingSetList(1), sourceList()],
  "/webhooks": [webhookList(), sourceList(), channelList()],
};

const cases = Object.entries(firstRequests).flatMap(([path, requests]) =>
  requests.map((request, at) => [path, request.url, request, at] as const),
);

test.each(cases)(
  "an early request of %s, %s, is one that its screen sends",
  async (path, _, { url, ...init }, at) => {
    const sent = vi.fn<typeof fetch>(async () => new Response("{}", { status: 503 }));
    vi.stubGlobal("fetch", sent);
    const { signal } = new AbortController();
    const { queryFn } = queries[path]![at]!;
    const load = async () => (queryFn as (context: object) => Promise<unknown>)({ signal });
    await expect(load()).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveBeenCalledExactlyOnceWith(url, { ...init, cache: "default", signal });
  },
);

test("only reads without side effects are sent early", () => {
  const reads = Object.values(operations).filter(
    ({ method, changesState }) => method === "GET" && !changesState,
  );
  for (const { url, method } of Object.values(firstRequests).flat()) {
    const [path] = url.replace(/^\/api/, "").split("?");
    expect(method).toBe("GET");
    expect(reads.map((read) => read.path)).toContain(path);
  }
});
