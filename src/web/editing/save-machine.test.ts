import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { createSaveMachine, type Found, type SaveKind, type SavePlan } from "./save-machine.ts";
import { endWaiting, saveOffline } from "#web/testing/waiting.ts";

afterEach(endWaiting);

type Sent = string;
type Conflict = string;
type Plan = SavePlan<string, string, Sent, Conflict>;
type Machine = ReturnType<typeof start>["machine"];

const refused = new ApiError("no", { status: 400, outcome: "refused" });
const lost = new ApiError("no answer", { status: 504, outcome: "unknown" });
const broken = new TypeError("broken");

/** A promise that a test settles. */
const later = <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((settle, fail) => {
    [resolve, reject] = [settle, fail];
  });
  return { promise, resolve, reject };
};

/** A machine whose `read`, `send` and `find` are settled by the test. */
const start = (change: Partial<Plan> = {}) => {
  const reads = later<string>();
  const sends = later<string>();
  const finds = later<Found<string, Conflict>>();
  const plan = {
    ready: vi.fn<Plan["ready"]>(() => true),
    asks: vi.fn<Plan["asks"]>(() => false),
    read: vi.fn<Plan["read"]>(() => reads.promise),
    conflictIn: vi.fn<Plan["conflictIn"]>((now) => (now === "theirs" ? now : undefined)),
    send: vi.fn<Plan["send"]>((_, leaves) => {
      leaves("mine");
      return sends.promise;
    }),
    saved: vi.fn<Plan["saved"]>(),
    refused: vi.fn<NonNullable<Plan["refused"]>>(),
    find: vi.fn<Plan["find"]>(() => finds.promise),
    ...change,
  };
  const machine = createSaveMachine(() => plan);
  return { machine, plan, reads, sends, finds, kind: () => machine.state.get().kind };
};

type Started = ReturnType<typeof start>;

const settled = () => new Promise((done) => setTimeout(done));

/** Moves a machine to each state. */
const ways: Record<SaveKind | "checking", (started: Started) => Promise<void> | void> = {
  editing: () => {},
  reviewing: ({ machine }) => machine.review(),
  reading: ({ machine }) => void machine.save(),
  sending: async ({ machine, reads }) => {
    void machine.save();
    reads.resolve("now");
    await settled();
  },
  unread: async ({ machine, reads }) => {
    reads.reject(lost);
    await machine.save();
  },
  waiting: ({ machine, reads }) => saveOffline(machine, reads),
  refused: async ({ machine, reads, sends }) => {
    reads.resolve("now");
    sends.reject(refused);
    await machine.save();
  },
  unknown: async ({ machine, reads, sends }) => {
    reads.resolve("now");
    sends.reject(lost);
    await machine.save();
  },
  checking: async (started) => {
    await ways.unknown(started);
    void started.machine.check();
  },
  conflict: async ({ machine, reads }) => {
    reads.resolve("theirs");
    await machine.save();
  },
  lost: async (started) => {
    await ways.unknown(started);
    started.finds.resolve({ kind: "lost" });
    await started.machine.check();
  },
};

const events = {
  save: (machine: Machine) => void machine.save(),
  review: (machine: Machine) => machine.review(),
  send: (machine: Machine) => void machine.send(),
  check: (machine: Machine) => void machine.check(),
  edited: (machine: Machine) => machine.edited(),
  back: (machine: Machine) => machine.back(),
  startConflict: (machine: Machine) => machine.startConflict("theirs"),
  markUnknown: (machine: Machine) => machine.markUnknown("mine"),
};
type Event = keyof typeof events;

/** The next state for each event; other events change nothing. */
const begins = {
  save: "reading",
  review: "reviewing",
  edited: "editing",
  back: "editing",
  startConflict: "conflict",
  markUnknown: "unknown",
} as const;
const moves: Record<keyof typeof ways, Partial<Record<Event, SaveKind>>> = {
  editing: begins,
  reviewing: { send: "reading", back: "editing" },
  reading: {},
  sending: {},
  unread: begins,
  waiting: begins,
  refused: begins,
  unknown: { back: "editing" },
  checking: {},
  conflict: { back: "editing" },
  lost: begins,
};

const kindOf = (place: keyof typeof ways): SaveKind => (place === "checking" ? "unknown" : place);

describe("each state handles each event or ignores it", () => {
  const cases = (Object.keys(ways) as (keyof typeof ways)[]).flatMap((place) =>
    (Object.keys(events) as Event[]).map(
      (event) => [place, event, moves[place][event] ?? kindOf(place)] as const,
    ),
  );
  test.each(cases)("%s, %s: %s", async (place, event, then) => {
    const started = start();
    await ways[place](started);
    expect(started.kind()).toBe(kindOf(place));
    const before = started.machine.state.get();
    events[event](started.machine);
    expect(started.kind()).toBe(then);
    // An event without an effect calls no listener.
    const moved = moves[place][event] !== undefined && then !== place;
    const same = started.machine.state.get() === before;
    expect(same).toBe(!moved && !(place === "unknown" && event === "check"));
  });
});

describe("a save", () => {
  test.each<[string, Parameters<typeof start>[0], SaveKind]>([
    ["starts", {}, "reading"],
    ["does not start without changes to send", { ready: () => false }, "editing"],
    ["asks for confirmation if required", { asks: () => true }, "reviewing"],
  ])("%s", (_, change, kind) => {
    const started = start(change);
    void started.machine.save();
    expect(started.kind()).toBe(kind);
  });

  test.each<[string, (started: Started) => void, SaveKind]>([
    ["saved", ({ sends }) => sends.resolve("answer"), "editing"],
    ["refused", ({ sends }) => sends.reject(refused), "refused"],
    ["a lost answer", ({ sends }) => sends.reject(lost), "unknown"],
    ["an exception after it was sent", ({ sends }) => sends.reject(broken), "unknown"],
  ])("that was sent ends with: %s", async (_, end, kind) => {
    const started = start();
    await ways.sending(started);
    end(started);
    await settled();
    expect(started.kind()).toBe(kind);
    expect(started.plan.saved).toHaveBeenCalledTimes(kind === "editing" ? 1 : 0);
    expect(started.plan.refused).toHaveBeenCalledTimes(kind === "refused" ? 1 : 0);
  });

  const now = { read: () => Promise.resolve("now") };
  test.each<[string, Parameters<typeof start>[0]]>([
    ["the answer to the read was lost", { read: () => Promise.reject(lost) }],
    ["the read was refused", { read: () => Promise.reject(refused) }],
    ["the read threw later", { read: () => Promise.reject(broken) }],
    [
      "the read threw immediately",
      {
        read: () => {
          throw broken;
        },
      },
    ],
    [
      "the comparison threw",
      {
        ...now,
        conflictIn: () => {
          throw broken;
        },
      },
    ],
    [
      "an exception before anything was sent",
      {
        ...now,
        send: () => {
          throw broken;
        },
      },
    ],
  ])("that sent nothing is not unknown: %s", async (_, change) => {
    const started = start(change);
    await started.machine.save();
    expect(started.kind()).toBe("unread");
    expect(started.plan.refused).not.toHaveBeenCalled();
  });

  test("is sent once for repeated clicks on any button, and again after it ended", async () => {
    const { machine, plan, reads, sends } = start();
    const press = () => Promise.all([machine.save(), machine.save(), machine.send()]);
    const first = press();
    reads.resolve("now");
    await settled();
    const during = press();
    sends.resolve("answer");
    await Promise.all([first, during]);
    expect(plan.send).toHaveBeenCalledTimes(1);
    expect(plan.saved).toHaveBeenCalledExactlyOnceWith("answer", "mine", false);
    await press();
    expect(plan.send).toHaveBeenCalledTimes(2);
  });

  test("asks once and sends once for repeated confirmations", async () => {
    const { machine, plan, reads, sends } = start({ asks: () => true });
    reads.resolve("now");
    sends.resolve("answer");
    await machine.save();
    expect(plan.read).not.toHaveBeenCalled();
    await Promise.all([machine.send(), machine.send()]);
    expect(plan.send).toHaveBeenCalledTimes(1);
  });

  test("reports the content of each request, and of the failed one", async () => {
    const seen: unknown[] = [];
    const { machine, reads } = start({
      send: async (_, leaves) => {
        leaves("first");
        leaves("second");
        throw lost;
      },
    });
    machine.state.subscribe(() => seen.push(machine.state.get()));
    reads.resolve("now");
    await machine.save();
    expect(seen).toMatchObject([
      { kind: "reading" },
      { kind: "sending", sent: "first" },
      { kind: "sending", sent: "second" },
      { kind: "unknown", sent: "second", checking: false },
    ]);
  });

  test("that arrived remains unknown if processing its answer fails", async () => {
    const started = start({
      saved: () => {
        throw broken;
      },
    });
    await ways.sending(started);
    started.sends.resolve("answer");
    await settled();
    expect(started.kind()).toBe("unknown");
  });
});

describe("a check", () => {
  test.each<[string, (started: Started) => void, object]>([
    ["saved", ({ finds }) => finds.resolve({ kind: "saved", answer: "a" }), { kind: "editing" }],
    ["lost", ({ finds }) => finds.resolve({ kind: "lost" }), { kind: "lost" }],
    [
      "changed by another person",
      ({ finds }) => finds.resolve({ kind: "conflict", conflict: "theirs" }),
      { kind: "conflict", conflict: "theirs" },
    ],
    [
      "unreadable",
      ({ finds }) => finds.reject(broken),
      { kind: "unknown", error: broken, sent: "mine", checking: false },
    ],
  ])("finds: %s", async (_, end, state) => {
    const started = start();
    await ways.checking(started);
    end(started);
    await settled();
    expect(started.machine.state.get()).toMatchObject(state);
    expect(started.plan.saved).toHaveBeenCalledTimes(started.kind() === "editing" ? 1 : 0);
  });

  test("runs once for repeated clicks", async () => {
    const started = start();
    await ways.unknown(started);
    const { machine, finds, plan } = started;
    const presses = [machine.check(), machine.check()];
    finds.resolve({ kind: "lost" });
    await Promise.all(presses);
    expect(plan.find).toHaveBeenCalledTimes(1);
  });

  test("of a page that was closed early finds its request", async () => {
    const { machine, finds, plan } = start();
    machine.markUnknown("earlier");
    finds.resolve({ kind: "saved", answer: "a" });
    await machine.check();
    expect(plan.find).toHaveBeenCalledExactlyOnceWith("earlier");
    expect(plan.saved).toHaveBeenCalledExactlyOnceWith("a", "earlier", true);
  });
});

test("a save starts with the plan of that moment, and reports its end to the latest plan", async () => {
  const [first, second] = [start(), start()];
  let { plan } = first;
  const machine = createSaveMachine(() => plan);
  const done = machine.save();
  plan = second.plan;
  first.reads.resolve("now");
  first.sends.resolve("answer");
  await done;
  expect(first.plan.send).toHaveBeenCalledTimes(1);
  expect(second.plan.send).not.toHaveBeenCalled();
  expect(second.plan.saved).toHaveBeenCalledTimes(1);
});
