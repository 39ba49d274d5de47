import { describe, expect, it } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { CopyStore } from "./copy-store.ts";
import { createCopySync, sweepEveryMs, type SyncStatus } from "./copy-sync.ts";
import { createMemoryStore } from "./memory-store.ts";

const product = (id: number): ResellerProductParent =>
  ({
    id,
    sku: `S${id}`,
    updated_at: new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString(),
    variants: [],
  }) as unknown as ResellerProductParent;

type Turn = ApiError | Error | undefined;

/** Runs a sync over an upstream with 3 pages and the given failures until it reaches a phase. */
const runUntil = async (phase: SyncStatus["phase"], turns: Turn[], store: CopyStore) => {
  const statuses: SyncStatus[] = [];
  const ended = new AbortController();
  let requests = 0;
  await store.begin(1, 2, 0);
  const rows = [1, 2, 3, 4].map(product);
  const sync = createCopySync({
    store,
    now: () => performance.now(),
    wall: () => Date.UTC(2026, 5, 1),
    visible: () => true,
    request: async ({ after, page }) => {
      const fault = turns[requests];
      requests += 1;
      if (fault) throw fault;
      const later = rows.filter(({ updated_at }) => Date.parse(updated_at ?? "") > after);
      return {
        products: later.slice((page - 1) * 2, page * 2),
        total: later.length,
        age: undefined,
      };
    },
    onPage: () => undefined,
    onHead: () => undefined,
    onStatus: (one) => {
      statuses.push(one);
      if (one.phase === phase) ended.abort();
    },
  });
  await sync.run(ended.signal);
  return { last: statuses.at(-1), requests, head: await store.head(), sync };
};

const apiError = (status: number, retryAfter?: number) =>
  new ApiError("So it is.", { status, outcome: "refused", retryAfter });

describe("a copy after a failure", () => {
  it.each([
    [429, 3, 3_000, "limit"],
    [503, 2, 2_000, "upstream"],
    [500, undefined, 5_000, "upstream"],
    [0, undefined, 5_000, "offline"],
  ] as const)(
    "fault 46: waits the given time after %d and continues automatically",
    async (status, retryAfter, ms, kind) => {
      const { last } = await runUntil(
        "waiting",
        [apiError(status, retryAfter)],
        createMemoryStore("c"),
      );
      expect(last?.problem).toMatchObject({ kind, status });
      expect((last?.waitingUntil ?? 0) - Date.UTC(2026, 5, 1)).toBe(ms);
    },
  );

  it.each([
    [401, "token"],
    [403, "token"],
    [404, "channel"],
    [400, "channel"],
    [501, "channel"],
  ] as const)("stops after %d with the reason and one request", async (status, kind) => {
    const { last, requests } = await runUntil(
      "stopped",
      [apiError(status)],
      createMemoryStore("c"),
    );
    expect(last?.problem).toMatchObject({ kind, status });
    expect(last?.problem?.advice).toContain("So it is.");
    expect(requests).toBe(1);
  });

  it("continues after a wait and loads everything", async () => {
    const turns = [undefined, apiError(429, 0.001)];
    const { head } = await runUntil("fresh", turns, createMemoryStore("c"));
    expect(head).toMatchObject({ products: 4, sweep: { swept: true, sweep: null } });
  });

  it("stops with an explanation if the storage is full, and keeps the written records", async () => {
    const store = createMemoryStore("c");
    let writes = 0;
    const full: CopyStore = {
      ...store,
      writePage: async (...page) => {
        writes += 1;
        if (writes > 1) throw new DOMException("No room.", "QuotaExceededError");
        return store.writePage(...page);
      },
    };
    const { last, head } = await runUntil("stopped", [], full);
    expect(last?.problem).toMatchObject({ kind: "storage" });
    expect(last?.problem?.advice).toContain("Free up disk space");
    expect(head?.products).toBe(2);
  });

  it.each([
    [0, "fresh"],
    [sweepEveryMs - 1, "fresh"],
    [sweepEveryMs, "sweeping"],
  ] as const)("checks for changes %d ms after a full sweep and is then %s", async (ago, phase) => {
    const store = createMemoryStore("c");
    await runUntil("fresh", [], store);
    await store.changeHead((head) => ({ ...head, sweptAt: Date.UTC(2026, 5, 1) - ago }));
    const { last, requests } = await runUntil(phase, [], store);
    expect([last?.phase, requests > 0]).toEqual([phase, true]);
  });

  it("sends no requests while it is paused", async () => {
    const store = createMemoryStore("c");
    await store.begin(1, 2, 0);
    await store.changeHead((head) => ({ ...head, paused: true }));
    const { requests } = await runUntil("paused", [], store);
    expect(requests).toBe(0);
  });
});
