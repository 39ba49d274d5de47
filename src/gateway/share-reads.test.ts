import { describe, expect, it } from "vitest";
import type { Urgency } from "./read-priority.ts";
import { createSharedReads, type Flight } from "./share-reads.ts";
import { settle } from "./testing/fake-clock.ts";

const setUp = () => {
  const reads = createSharedReads<number>();
  const flights: {
    readonly flight: Flight;
    readonly land: (value: number) => void;
    readonly crash: (error: Error) => void;
  }[] = [];
  const ask = (key = "GET /rma", urgency: Urgency = 3) =>
    reads.join(
      key,
      { urgency, person: undefined, order: 0 },
      async (flight) =>
        new Promise<number>((land, crash) => {
          flights.push({ flight, land, crash });
        }),
    );
  return { reads, flights, ask };
};

describe("reads under way", () => {
  it("fault 50: are one call for everybody who asks the same", async () => {
    const { flights, ask } = setUp();
    const [a, b] = [ask(), ask()];
    await settle();
    flights[0]?.flight.departed();
    const c = ask();
    flights[0]?.land(7);
    expect([await a.result, await b.result, await c.result, flights.length]).toEqual([7, 7, 7, 1]);
  });

  it("fault 50: are kept apart by their key", async () => {
    const { flights, ask } = setUp();
    ask("token a GET /rma");
    ask("token b GET /rma");
    ask("token a GET /rma?status=Waiting");
    await settle();
    expect(flights).toHaveLength(3);
  });

  it("fault 50: are not kept once they have ended, well or badly", async () => {
    const { flights, ask } = setUp();
    const first = ask();
    await settle();
    flights[0]?.crash(new Error("broken"));
    await expect(first.result).rejects.toThrow("broken");
    ask();
    await settle();
    expect(flights).toHaveLength(2);
  });

  it("fault 50: that departed before a write ended serve nobody who asks after it", async () => {
    const { reads, flights, ask } = setUp();
    const before = ask();
    await settle();
    flights[0]?.flight.departed();
    reads.wrote();
    const after = ask();
    await settle();
    flights[0]?.land(1);
    flights[1]?.land(2);
    expect([await before.result, await after.result]).toEqual([1, 2]);
  });

  it("fault 50: that still wait in the queue are shared across a write", async () => {
    const { reads, flights, ask } = setUp();
    ask();
    await settle();
    reads.wrote();
    ask();
    await settle();
    expect(flights).toHaveLength(1);
  });

  it("become as urgent as the most urgent of those who wait", async () => {
    const { flights, ask } = setUp();
    ask("GET /rma", 6);
    ask("GET /rma", 2);
    ask("GET /rma", 7);
    await settle();
    expect(flights.map(({ flight }) => flight.ticket.urgency)).toEqual([2]);
  });

  it("fault 49: are given up when the last one who waits has gone, and not before", async () => {
    const { flights, ask } = setUp();
    const [a, b] = [ask(), ask()];
    await settle();
    a.leave();
    expect(flights[0]?.flight.gone.aborted).toBe(false);
    b.leave();
    expect(flights[0]?.flight.gone.aborted).toBe(true);
    ask();
    await settle();
    expect(flights).toHaveLength(2);
  });
});
