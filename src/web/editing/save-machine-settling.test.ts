import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { createSaveMachine, type Found } from "./save-machine.ts";
import { settleChecked } from "./settle-checked.ts";

vi.mock("./settle-checked.ts", () => ({ settleChecked: vi.fn<typeof settleChecked>() }));
const settling = vi.mocked(settleChecked);

afterEach(() => settling.mockReset());

const lost = new ApiError("no answer", { status: 504, outcome: "unknown" });

/** A machine whose answers are lost, and whose checks find what the test says. */
const open = (found: () => Promise<Found<string, string>>) => {
  const keys: string[] = [];
  const machine = createSaveMachine<string, string, string, string>(() => ({
    ready: () => true,
    asks: () => false,
    read: async () => "now",
    conflictIn: () => undefined,
    send: async (_, leaves, key) => {
      leaves("mine");
      keys.push(key);
      throw lost;
    },
    saved: () => undefined,
    find: found,
  }));
  return { machine, keys };
};

test.each([
  ["saved", { kind: "saved", answer: "a" }, true],
  ["lost", { kind: "lost" }, false],
] as const)("a check that finds a change %s settles it under its key", async (_, found, made) => {
  const { machine, keys } = open(async () => found);
  await machine.save();
  settling.mockRejectedValueOnce(new Error("signed out"));
  await machine.check();
  await expect.poll(() => settling).toHaveBeenCalledExactlyOnceWith(keys[0], made);
  expect(machine.state.get().kind).toBe(made ? "editing" : "lost");
});

test("each attempt has a key of its own", async () => {
  const { machine, keys } = open(async () => ({ kind: "lost" }));
  for (let time = 0; time < 2; time += 1) {
    await machine.save();
    await machine.check();
  }
  await expect.poll(() => settling.mock.calls).toEqual(keys.map((key) => [key, false]));
  expect(new Set(keys).size).toBe(2);
});

test("a conflict, a failed check, and a request of an earlier page settle nothing", async () => {
  const conflict = open(async () => ({ kind: "conflict", conflict: "theirs" }));
  await conflict.machine.save();
  await conflict.machine.check();
  const failed = open(() => Promise.reject(lost));
  await failed.machine.save();
  await failed.machine.check();
  const earlier = open(async () => ({ kind: "lost" }));
  earlier.machine.markUnknown("mine");
  await earlier.machine.check();
  await new Promise((done) => setTimeout(done));
  expect(settling).not.toHaveBeenCalled();
});
