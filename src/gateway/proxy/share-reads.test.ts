import { describe, expect, it } from "vitest";
import type { Urgency } from "./queue.ts";
import { createSharedReads, type InFlightRequest } from "./share-reads.ts";
import { settle } from "#gateway/testing/fake-clock.ts";

const setUp = () => {
  const reads = createSharedReads<number>();
  const requests: {
    readonly inFlight: InFlightRequest;
    readonly resolve: (value: number) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const subscribe = (key = "GET /rma", urgency: Urgency = 3) =>
    reads.subscribe(
      key,
      { urgency, person: undefined, order: 0 },
      async (inFlight) =>
        new Promise<number>((resolve, reject) => {
          requests.push({ inFlight, resolve, reject });
        }),
    );
  return { reads, requests, subscribe };
};

describe("reads in flight", () => {
  it("fault 50: share one request between identical reads", async () => {
    const { requests, subscribe } = setUp();
    const [a, b] = [subscribe(), subscribe()];
    await settle();
    requests[0]?.inFlight.markSent();
    const c = subscribe();
    requests[0]?.resolve(7);
    const results = [await a.result, await b.result, await c.result];
    expect([...results, requests.length]).toEqual([7, 7, 7, 1]);
  });

  it("fault 50: are kept apart by their key", async () => {
    const { requests, subscribe } = setUp();
    subscribe("token a GET /rma");
    subscribe("token b GET /rma");
    subscribe("token a GET /rma?status=Waiting");
    await settle();
    expect(requests).toHaveLength(3);
  });

  it("fault 50: are not kept after they succeeded or failed", async () => {
    const { requests, subscribe } = setUp();
    const first = subscribe();
    await settle();
    requests[0]?.reject(new Error("broken"));
    await expect(first.result).rejects.toThrow("broken");
    subscribe();
    await settle();
    expect(requests).toHaveLength(2);
  });

  it("fault 50: take no new subscribers after a write if they were sent before it ended", async () => {
    const { reads, requests, subscribe } = setUp();
    const before = subscribe();
    await settle();
    requests[0]?.inFlight.markSent();
    reads.invalidate();
    const after = subscribe();
    await settle();
    requests[0]?.resolve(1);
    requests[1]?.resolve(2);
    expect([await before.result, await after.result]).toEqual([1, 2]);
  });

  it("fault 50: are shared across a write while they wait in the queue", async () => {
    const { reads, requests, subscribe } = setUp();
    subscribe();
    await settle();
    reads.invalidate();
    subscribe();
    await settle();
    expect(requests).toHaveLength(1);
  });

  it("take the urgency of their most urgent subscriber", async () => {
    const { requests, subscribe } = setUp();
    subscribe("GET /rma", 6);
    subscribe("GET /rma", 2);
    subscribe("GET /rma", 7);
    await settle();
    expect(requests.map(({ inFlight }) => inFlight.ticket.urgency)).toEqual([2]);
  });

  it("fault 49: are aborted when the last subscriber leaves, and not before", async () => {
    const { requests, subscribe } = setUp();
    const [a, b] = [subscribe(), subscribe()];
    await settle();
    a.unsubscribe();
    expect(requests[0]?.inFlight.signal.aborted).toBe(false);
    b.unsubscribe();
    expect(requests[0]?.inFlight.signal.aborted).toBe(true);
    subscribe();
    await settle();
    expect(requests).toHaveLength(2);
  });
});
