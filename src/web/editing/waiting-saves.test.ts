import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { createSaveMachine, type SavePlan } from "./save-machine.ts";
import { endWaiting, saveOffline, silence } from "#web/testing/waiting.ts";
import { dismissSave, sendWaitingSaves, waitingSaves } from "./waiting-saves.ts";

const refusal = new ApiError("no", { status: 400, outcome: "refused" });

afterEach(endWaiting);

type Read = () => Promise<string>;
const now: Read = () => Promise.resolve("now");

/** A machine whose save failed while the gateway was down, and waits. */
const startWaiting = async (change: Partial<SavePlan<string, string, string, string>> = {}) => {
  let read: Read = () => Promise.reject(silence);
  const sent: string[] = [];
  const machine = createSaveMachine(() => ({
    ready: () => true,
    asks: () => false,
    read: () => read(),
    conflictIn: () => undefined,
    send: (_: string, leaves: (what: string) => void) => {
      leaves("mine");
      sent.push("mine");
      return Promise.resolve("answer");
    },
    saved: () => undefined,
    find: () => Promise.resolve({ kind: "lost" as const }),
    ...change,
  }));
  await saveOffline(machine);
  const back = (next: Read = now) => {
    read = next;
    return sendWaitingSaves();
  };
  return { machine, sent, back, kind: () => machine.state.get().kind };
};

const listed = () =>
  waitingSaves.get().map(({ title, path, state }) => [title, path, state.get().kind]);

test("a save waits under the name of its screen, is sent once, and leaves the list", async () => {
  const { sent, back, kind } = await startWaiting();
  expect(listed()).toEqual([["RMA-5", "/rmas/5?page=2", "waiting"]]);
  await back();
  await back();
  expect([sent, kind(), listed()]).toEqual([["mine"], "editing", []]);
});

test("a save of a record that another screen shows too waits under the record's name", async () => {
  const place = { title: "RMA-9", path: "/rmas/9" };
  await startWaiting({ place });
  expect(listed()).toEqual([["RMA-9", "/rmas/9", "waiting"]]);
});

test("it goes on waiting while the gateway is still down", async () => {
  const { sent, back, kind } = await startWaiting();
  await back(() => Promise.reject(silence));
  expect([sent, kind(), listed().length]).toEqual([[], "waiting", 1]);
  await back();
  expect([sent, kind()]).toEqual([["mine"], "editing"]);
});

test("a save that is canceled or edited again is not sent", async () => {
  for (const stop of [
    ({ machine }: Awaited<ReturnType<typeof startWaiting>>) => machine.edited(),
    ({ machine }: Awaited<ReturnType<typeof startWaiting>>) => machine.back(),
    ({ machine }: Awaited<ReturnType<typeof startWaiting>>) => {
      const state = machine.state.get();
      if (state.kind === "waiting") state.cancel();
    },
  ]) {
    const started = await startWaiting();
    stop(started);
    expect(listed()).toEqual([]);
    await started.back();
    expect(started.sent).toEqual([]);
  }
});

test.each([
  ["a conflict", { conflictIn: () => "theirs" }, now, "conflict"],
  [
    "a refusal",
    {
      send: (_: string, leaves: (what: string) => void) => {
        leaves("mine");
        return Promise.reject(refusal);
      },
    },
    now,
    "refused",
  ],
  ["a record that can't be read", {}, () => Promise.reject(refusal), "unread"],
] as const)("%s stays in the list until it is dismissed", async (_, change, read, kind) => {
  const started = await startWaiting(change);
  await started.back(read);
  expect([started.sent, listed()]).toEqual([[], [["RMA-5", "/rmas/5?page=2", kind]]]);
  for (const save of waitingSaves.get()) dismissSave(save);
  expect(listed()).toEqual([]);
});

test("a save that must be confirmed since it began to wait asks first", async () => {
  let isAsked = false;
  const { machine, sent, back, kind } = await startWaiting({ asks: () => isAsked });
  isAsked = true;
  await back();
  expect([sent, kind(), listed().length]).toEqual([[], "reviewing", 1]);
  await machine.send();
  expect([sent, kind(), listed()]).toEqual([["mine"], "editing", []]);
});

test("a save that was confirmed before it began to wait is not asked about again", async () => {
  let read: Read = () => Promise.reject(silence);
  const sent: string[] = [];
  const machine = createSaveMachine(() => ({
    ready: () => true,
    asks: () => true,
    read: () => read(),
    conflictIn: () => undefined,
    send: (_: string, leaves: (what: string) => void) => {
      leaves("mine");
      sent.push("mine");
      return Promise.resolve("answer");
    },
    saved: () => undefined,
    find: () => Promise.resolve({ kind: "lost" as const }),
  }));
  await machine.save();
  vi.stubGlobal("location", { pathname: "/rmas/5", search: "" });
  vi.stubGlobal("document", { title: "RMA-5" });
  await machine.send();
  const state = machine.state.get();
  if (state.kind === "unread") state.wait?.();
  read = now;
  await sendWaitingSaves();
  expect([sent, machine.state.get().kind]).toEqual([["mine"], "editing"]);
});

test.each([
  ["unsent changes", true, "lost", 1],
  ["nothing to send", false, "editing", 0],
] as const)(
  "a save that waited and isn't ready any more is not sent, with %s",
  async (_, has, to, left) => {
    let isReady = true;
    const { sent, back, kind } = await startWaiting({
      ready: () => isReady,
      hasChanges: () => has,
    });
    isReady = false;
    await back();
    expect([sent, kind(), listed().length]).toEqual([[], to, left]);
  },
);

test("only a gateway that did not answer offers to wait", async () => {
  const machine = createSaveMachine(() => ({
    ready: () => true,
    asks: () => false,
    read: () => Promise.reject(refusal),
    conflictIn: () => undefined,
    send: () => Promise.resolve(""),
    saved: () => undefined,
    find: () => Promise.resolve({ kind: "lost" as const }),
  }));
  await machine.save();
  expect(machine.state.get()).toEqual({ kind: "unread", error: refusal });
});
