import type { QueryKey } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { operations } from "#contract/operations.ts";
import { pageOf } from "#web/ui/list-search.ts";
import { channelList } from "./account.ts";
import { firstRequests } from "./first-requests.ts";
import { mappingRuleList } from "./mapping-rules.ts";
import { mappingSetList } from "./mapping-sets.ts";
import { purchaseOrderList } from "./purchase-orders.ts";
import { returnList } from "./returns.ts";
import { rmaList } from "./rmas.ts";
import { waitingRmas } from "./waiting-rmas.ts";
import { webhookList } from "./webhooks.ts";

afterEach(() => vi.unstubAllGlobals());

/** The first query of each screen at an address without filters. */
const queries: Readonly<Record<string, { queryKey: QueryKey; queryFn?: unknown }>> = {
  "/": rmaList(waitingRmas),
  "/rmas": rmaList(pageOf({})),
  "/returns": returnList(pageOf({})),
  "/purchase-orders": purchaseOrderList({ filterPageNumber: 1, filterPageSize: 50 }),
  "/products": channelList("screen"),
  "/mapping-rules": mappingRuleList(),
  "/mapping-sets": mappingSetList(1),
  "/webhooks": webhookList(),
};

test.each(Object.keys(firstRequests))(
  "the early request of %s equals the request of its screen",
  async (path) => {
    const sent = vi.fn<typeof fetch>(async () => new Response("[]"));
    vi.stubGlobal("fetch", sent);
    const { signal } = new AbortController();
    const { queryFn } = queries[path]!;
    await (queryFn as (context: object) => Promise<unknown>)({ signal });
    const { url, ...init } = firstRequests[path]!;
    expect(sent).toHaveBeenCalledTimes(1);
    expect(sent).toHaveBeenCalledWith(url, { ...init, cache: "default", signal });
  },
);

test("only reads without side effects are sent early", () => {
  const reads = Object.values(operations).filter(
    ({ method, changesState }) => method === "GET" && !changesState,
  );
  for (const { url, method } of Object.values(firstRequests)) {
    const [path] = url.replace(/^\/api/, "").split("?");
    expect(method).toBe("GET");
    expect(reads.map((read) => read.path)).toContain(path);
  }
});
