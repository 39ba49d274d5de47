import { describe, expect, it } from "vitest";
import { createPacer, type SlotInUse, type Ticket } from "./pace-requests.ts";
import { createSharedSlots } from "./share-rate.ts";
import { createFakeClock, settle } from "#gateway/testing/fake-clock.ts";

type Admission = Awaited<ReturnType<ReturnType<typeof createPacer>["enter"]>>;
type TakenSlot = Awaited<ReturnType<Parameters<typeof createSharedSlots>[0]["store"]["take"]>>;
type SlotLease = ReturnType<Parameters<typeof createSharedSlots>[0]["held"]["hold"]>;

const windowMs = 1_000;
const free = (turn: number, startInMs = 0): TakenSlot => ({
  slot: 1,
  turn,
  startInMs,
  known: 2,
  used: 1,
  freeInMs: 0,
  pausedMs: 0,
});
const busy = (freeInMs: number, pausedMs = 0): TakenSlot => ({
  slot: null,
  turn: null,
  startInMs: null,
  known: 2,
  used: 2,
  freeInMs,
  pausedMs,
});

/** The pacer of a token whose slots are in a database; `answers` are what it says, one after the other. */
const setUp = (answers: (TakenSlot | "fails" | "hangs")[]) => {
  const clock = createFakeClock();
  const asked: number[] = [];
  const released: { turn: number; ms: number; at: number }[] = [];
  const paused: number[] = [];
  const tracked: Promise<void>[] = [];
  let added = 0;
  const hanging: ((taken: TakenSlot) => void)[] = [];
  const pacer = createPacer({
    limit: 2,
    windowMs,
    clock,
    shareSlots: (events) =>
      createSharedSlots({
        limit: 2,
        windowMs,
        clock,
        events,
        store: {
          take: async () => {
            const answer =
              answers[Math.min(asked.push(clock.now()), answers.length) - 1] ?? "fails";
            if (answer === "fails") throw new Error("gone");
            if (answer !== "hangs") return answer;
            return new Promise((resolve) => hanging.push(resolve));
          },
          add: async () => {
            added += 1;
          },
          pause: async (ms) => void paused.push(ms),
        },
        held: {
          hold: ({ slot, turn }): SlotLease => ({
            tokenHash: Buffer.alloc(0),
            slot: slot ?? 0,
            turn: turn ?? 0,
          }),
          release: ({ turn }, ms) => released.push({ turn, ms, at: clock.now() }),
          track: (work) => tracked.push(work),
        },
      }),
  });
  let order = 0;
  const admissions: { at: number; admission: Admission }[] = [];
  const enter = (): Ticket => {
    const ticket: Ticket = { urgency: 3, person: undefined, order: (order += 1) };
    void pacer.enter(ticket).then((admission) => admissions.push({ at: clock.now(), admission }));
    return ticket;
  };
  const outcomes = () =>
    admissions.map(({ at, admission }) => [at, admission.kind === "turn" ? "turn" : admission.why]);
  const slots = (): SlotInUse[] =>
    admissions.flatMap(({ admission }) => (admission.kind === "turn" ? [admission.slot] : []));
  return {
    clock,
    pacer,
    enter,
    outcomes,
    slots,
    asked,
    released,
    paused,
    hanging,
    tracked,
    added: () => added,
  };
};

describe("slots that several gateways use", () => {
  it("are asked for only while a call waits, and again when the next one is free", async () => {
    const { clock, enter, asked, outcomes } = setUp([busy(300), free(7, 100), busy(200)]);
    await clock.advance(5_000);
    expect(asked).toEqual([]);
    enter();
    await clock.advance(300);
    expect([asked, outcomes()]).toEqual([[5_000, 5_200], [[5_300, "turn"]]]);
    await clock.advance(10_000);
    expect(asked).toHaveLength(2);
  });

  it("fault 49: are given back when the call leaves before a slot that was taken early is free", async () => {
    const { clock, pacer, enter, released } = setUp([free(5, 90), busy(500)]);
    const ticket = enter();
    await clock.advance(50);
    pacer.leave(ticket);
    await clock.advance(100);
    expect(released).toEqual([{ turn: 5, ms: 0, at: 90 }]);
  });

  it("are asked for twice in a window while other gateways' calls have no response", async () => {
    const { clock, enter, asked } = setUp([busy(30_000)]);
    enter();
    await clock.advance(1_600);
    expect(asked).toEqual([0, 500, 1_000, 1_500]);
  });

  it("are released a window after the response, and a lost one after a round trip more", async () => {
    const { clock, enter, slots, released } = setUp([free(1), free(2), free(3), busy(9_000)]);
    for (let call = 0; call < 3; call += 1) enter();
    await clock.advance(80);
    const [one, two, three] = slots();
    one?.answered();
    one?.lost();
    two?.lost();
    three?.unsent();
    expect(released).toEqual([
      { turn: 1, ms: 1_002, at: 80 },
      { turn: 2, ms: 1_082, at: 80 },
      { turn: 3, ms: 1_002, at: 80 },
    ]);
  });

  it("fault 49: are given back at once when the call that waited has left", async () => {
    const { clock, pacer, enter, hanging, released, outcomes } = setUp(["hangs", busy(500)]);
    const ticket = enter();
    await settle();
    pacer.leave(ticket);
    hanging[0]?.(free(4));
    await clock.advance(10);
    expect(released).toEqual([{ turn: 4, ms: 0, at: 0 }]);
    enter();
    await settle();
    expect(outcomes()).toEqual([[0, "gone"]]);
  });

  it("fault 49: are used if they arrived while this process paused, though the time is over", async () => {
    const { clock, enter, hanging, released, outcomes } = setUp(["hangs"]);
    const { after } = clock;
    // The timer fires first in the turn in which the answer is read.
    clock.after = (ms, act) =>
      after(ms, () => {
        act();
        hanging.shift()?.(free(4));
      });
    enter();
    await clock.advance(5_000);
    expect([released, outcomes()]).toEqual([[], [[5_000, "turn"]]]);
  });

  it("are added where they are missing", async () => {
    const { clock, enter, added, outcomes } = setUp([
      { ...busy(0), known: 0 },
      busy(500),
      free(1, 100),
    ]);
    enter();
    await clock.advance(1_000);
    expect([added(), outcomes()]).toEqual([1, [[1_000, "turn"]]]);
  });

  it("fault 46: rest when another gateway was asked to pause, and tell the others", async () => {
    const { clock, pacer, enter, paused, outcomes } = setUp([
      busy(0, 4_000),
      free(1),
      busy(500, 60_000),
    ]);
    enter();
    await clock.advance(3_999);
    expect(outcomes()).toEqual([]);
    await clock.advance(1);
    enter();
    await clock.advance(10);
    expect(outcomes()).toEqual([
      [4_000, "turn"],
      [4_000, "paused"],
    ]);
    pacer.pause(2_000);
    expect(paused).toEqual([2_000]);
  });

  it("fault 40: wait five seconds for a failing database, then send nothing until it is back", async () => {
    const answers: (TakenSlot | "fails")[] = ["fails"];
    const { clock, enter, outcomes } = setUp(answers);
    enter();
    enter();
    await clock.advance(4_000);
    expect(outcomes()).toEqual([]);
    await clock.advance(1_250);
    expect(outcomes()).toEqual([
      [5_000, "not-counted"],
      [5_000, "not-counted"],
    ]);
    enter();
    await clock.advance(100);
    expect(outcomes().at(-1)).toEqual([5_250, "not-counted"]);
    answers.splice(0, 1, free(1));
    enter();
    await clock.advance(250);
    expect(outcomes().at(-1)).toEqual([5_500, "turn"]);
  });

  it("fault 40: give back a slot that a frozen database grants too late", async () => {
    const { clock, enter, hanging, released, outcomes } = setUp(["hangs", "fails"]);
    enter();
    await clock.advance(5_000);
    expect(outcomes()).toEqual([[5_000, "not-counted"]]);
    hanging[0]?.(free(8));
    await settle();
    expect(released).toEqual([{ turn: 8, ms: 100, at: 5_000 }]);
  });

  it("fault 61: a stop waits for the answer that was given up, because it may grant a slot", async () => {
    const { clock, pacer, enter, hanging, tracked, released, outcomes } = setUp(["hangs"]);
    let isOver = false;
    enter();
    await settle();
    void Promise.all(tracked).then(() => (isOver = true));
    await clock.advance(5_000);
    pacer.close();
    await clock.advance(10_000);
    expect([outcomes(), isOver, released]).toEqual([[[5_000, "not-counted"]], false, []]);
    hanging[0]?.(free(9));
    await settle();
    expect([isOver, released]).toEqual([true, [{ turn: 9, ms: 100, at: 15_000 }]]);
  });

  it("fault 61: send nothing after the gateway was told to stop", async () => {
    const { clock, pacer, enter, hanging, released, outcomes } = setUp(["hangs"]);
    enter();
    await settle();
    pacer.close();
    hanging[0]?.(free(2));
    await clock.advance(100);
    expect([outcomes(), released]).toEqual([[[0, "closing"]], [{ turn: 2, ms: 0, at: 0 }]]);
  });

  it("fault 61: a stop waits for one that was taken early, which is released when it is free", async () => {
    const { clock, pacer, enter, tracked, released } = setUp([free(5, 90)]);
    let isOver = false;
    enter();
    await settle();
    void Promise.all(tracked).then(() => (isOver = true));
    pacer.close();
    await clock.advance(89);
    expect([isOver, released]).toEqual([false, []]);
    await clock.advance(1);
    expect([isOver, released]).toEqual([true, [{ turn: 5, ms: 0, at: 90 }]]);
  });
});
