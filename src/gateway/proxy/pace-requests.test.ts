import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPacer, type SlotInUse, type Ticket } from "./pace-requests.ts";
import type { Urgency } from "./queue.ts";
import { createFakeClock, settle } from "#gateway/testing/fake-clock.ts";

type Admission = Awaited<ReturnType<ReturnType<typeof createPacer>["enter"]>>;

const setUp = (limit = 2, tick = 0) => {
  const clock = createFakeClock(tick);
  const pacer = createPacer({ limit, windowMs: 1_000, clock });
  let order = 0;
  const admissions: {
    readonly ticket: Ticket;
    readonly at: number;
    readonly admission: Admission;
  }[] = [];
  const enter = (urgency: Urgency = 3, person?: string): Ticket => {
    const ticket: Ticket = { urgency, person, order: (order += 1) };
    void pacer
      .enter(ticket)
      .then((admission) => admissions.push({ ticket, at: clock.now(), admission }));
    return ticket;
  };
  const slots = (): SlotInUse[] =>
    admissions.flatMap(({ admission }) => (admission.kind === "turn" ? [admission.slot] : []));
  const turns = () =>
    admissions.flatMap(({ at, admission }) => (admission.kind === "turn" ? [at] : []));
  const refusals = () =>
    admissions.flatMap(({ admission }) =>
      admission.kind === "not-admitted" ? [admission.why] : [],
    );
  return { clock, pacer, enter, admissions, slots, turns, refusals };
};

describe("the pace of one token", () => {
  it("sends up to the limit at once, and the next a window after a response's head", async () => {
    const { clock, enter, slots, turns } = setUp();
    for (let i = 0; i < 4; i += 1) enter();
    await clock.advance(100);
    expect(turns()).toEqual([0, 0]);
    slots()[0]?.answered();
    await clock.advance(50);
    slots()[1]?.answered();
    await clock.advance(5_000);
    expect(turns()).toEqual([0, 0, 1_102, 1_152]);
  });

  it("counts a response once", async () => {
    const { clock, enter, slots, turns } = setUp(1);
    for (let i = 0; i < 3; i += 1) enter();
    await settle();
    slots()[0]?.answered();
    slots()[0]?.lost();
    slots()[0]?.answered();
    await clock.advance(2_000);
    expect(turns()).toEqual([0, 1_002]);
  });

  it("holds the slot of a lost call for the largest round trip more", async () => {
    const { clock, enter, slots, turns } = setUp(1);
    for (let i = 0; i < 3; i += 1) enter();
    await clock.advance(300);
    slots()[0]?.answered();
    await clock.advance(1_002);
    slots()[1]?.lost();
    await clock.advance(10_000);
    expect(turns()).toEqual([0, 1_302, 1_302 + 1_002 + 300]);
  });

  it("holds the slot of a lost call for a window more while no round trip was measured", async () => {
    const { clock, enter, slots, turns } = setUp(1);
    enter();
    enter();
    await settle();
    slots()[0]?.lost();
    await clock.advance(10_000);
    expect(turns()).toEqual([0, 2_002]);
  });

  it("fault 58: tries an upstream that cannot be reached no faster than one that can", async () => {
    const { clock, enter, slots, turns } = setUp(1);
    for (let i = 0; i < 3; i += 1) enter();
    await settle();
    slots()[0]?.unsent();
    await clock.advance(1_002);
    slots()[1]?.unsent();
    await clock.advance(1_002);
    expect(turns()).toEqual([0, 1_002, 2_004]);
  });

  it("does not pace when there is no limit", async () => {
    const { enter, turns } = setUp(0);
    for (let i = 0; i < 300; i += 1) enter();
    await settle();
    expect(turns()).toHaveLength(300);
  });

  it("fault 47: never lets more than the limit arrive in any window, whatever the delays are", async () => {
    const delays = fc.record({
      there: fc.integer({ min: 0, max: 400 }),
      back: fc.integer({ min: 0, max: 400 }),
      lost: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 0.001, 0.2),
        fc.array(delays, { minLength: 1, maxLength: 25 }),
        async (limit, tick, all) => {
          const { clock, pacer } = setUp(limit, tick);
          const arrivals: number[] = [];
          all.forEach(({ there, back, lost }, order) => {
            void pacer.enter({ urgency: 3, person: undefined, order }).then((admission) => {
              if (admission.kind !== "turn") return;
              clock.after(there, () => arrivals.push(clock.now()));
              clock.after(there + back, () =>
                lost ? admission.slot.lost() : admission.slot.answered(),
              );
            });
          });
          await clock.advance(60_000);
          expect(arrivals).toHaveLength(all.length);
          for (const at of arrivals)
            expect(
              arrivals.filter((other) => other > at - 1_000 && other <= at).length,
            ).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("fault 49: drops a queued call after its client disconnects, and gives its turn to the next", async () => {
    const { clock, pacer, enter, admissions, slots, refusals } = setUp(1);
    enter();
    const dropped = enter();
    const next = enter();
    await settle();
    pacer.leave(dropped);
    slots()[0]?.answered();
    await clock.advance(1_002);
    expect(refusals()).toEqual(["gone"]);
    expect(admissions.at(-1)).toMatchObject({
      ticket: next,
      at: 1_002,
      admission: { kind: "turn" },
    });
  });

  it("fault 49: accepts a limited number of waiting calls, and returns the time to retry", async () => {
    const { enter, admissions, refusals, pacer } = setUp(2);
    for (let i = 0; i < 203; i += 1) enter();
    await settle();
    expect(refusals()).toEqual(["full"]);
    expect(admissions.map(({ admission }) => admission)).toContainEqual({
      kind: "not-admitted",
      why: "full",
      retryAfterMs: 100_000,
    });
    expect(pacer.waiting()[3]).toBe(200);
  });

  it("fault 49: removes the newest background call to admit a person's", async () => {
    const { enter, admissions } = setUp(1);
    const all = Array.from({ length: 201 }, () => enter(7));
    enter(3);
    await settle();
    expect(admissions.at(-1)).toMatchObject({ ticket: all.at(-1), admission: { why: "full" } });
  });

  it("fault 49: accepts at most twenty calls of one signed-in person", async () => {
    const { enter, refusals } = setUp(1);
    for (let i = 0; i < 22; i += 1) enter(3, "staff 1");
    enter(3, "staff 2");
    await settle();
    expect(refusals()).toEqual(["full"]);
  });

  it("fault 46: sends nothing of any urgency while paused", async () => {
    const { clock, pacer, enter, turns } = setUp();
    pacer.pause(5_000);
    enter(0);
    enter(7);
    await clock.advance(4_999);
    expect([turns(), pacer.pausedMs()]).toEqual([[], 1]);
    await clock.advance(1);
    expect(turns()).toEqual([5_000, 5_000]);
  });

  it("fault 46: never shortens a pause", async () => {
    const { clock, pacer, enter, turns } = setUp();
    pacer.pause(5_000);
    pacer.pause(1_000);
    enter();
    await clock.advance(10_000);
    expect(turns()).toEqual([5_000]);
  });

  it("fault 46: answers at once when the pause is longer than the longest wait", async () => {
    const { clock, pacer, enter, turns, refusals } = setUp(1);
    enter();
    enter();
    await settle();
    pacer.pause(3_600_000);
    enter();
    await settle();
    expect(refusals()).toEqual(["paused", "paused"]);
    await clock.advance(3_590_000);
    enter();
    expect(turns()).toEqual([0]);
  });

  it("fault 51: stops the queue of a refused token, and admits one new call at a time to try it", async () => {
    const { clock, pacer, enter, slots, turns, refusals } = setUp(2);
    for (let i = 0; i < 5; i += 1) enter();
    await settle();
    slots()[0]?.answered();
    pacer.refuseToken();
    slots()[1]?.answered();
    await clock.advance(10_000);
    expect([turns(), refusals()]).toEqual([
      [0, 0],
      ["token-refused", "token-refused", "token-refused"],
    ]);
    enter();
    enter();
    await settle();
    expect(turns()).toHaveLength(3);
    slots()[2]?.answered();
    pacer.answer(false);
    await settle();
    expect([turns().length, pacer.verdict()]).toEqual([4, "unknown"]);
    pacer.answer(true);
    pacer.answer(false);
    expect(pacer.verdict()).toBe("good");
  });

  it("fault 51: keeps background work from a refused token for a while", async () => {
    const { clock, pacer, enter, refusals, turns } = setUp();
    pacer.refuseToken();
    enter(6);
    await settle();
    expect(refusals()).toEqual(["token-refused"]);
    await clock.advance(30_000);
    enter(6);
    await settle();
    expect(turns()).toEqual([30_000]);
  });

  it("fault 61: sends nothing more once it is closed", async () => {
    const { clock, pacer, enter, turns, refusals } = setUp(1);
    enter();
    enter();
    await settle();
    pacer.close();
    enter();
    await clock.advance(10_000);
    expect([turns(), refusals()]).toEqual([[0], ["closing", "closing"]]);
  });
});
