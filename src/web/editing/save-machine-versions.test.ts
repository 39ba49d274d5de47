import { describe, expect, test } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { createSaveMachine } from "./save-machine.ts";

interface Record {
  readonly version: number;
  readonly name: string;
  readonly note: string;
}

const changed = new ApiError("Too late", { status: 412, outcome: "refused" });

/** An API with versions. `meanwhile` are changes of another person, each between a read and the change after it. */
const open = (meanwhile: readonly Partial<Record>[]) => {
  let stored: Record = { version: 1, name: "old", note: "" };
  const seen = stored;
  const waiting = [...meanwhile];
  const sent: number[] = [];
  const saved: Record[] = [];
  const refused: unknown[] = [];
  const machine = createSaveMachine<Record, Record, string, Record>(() => ({
    ready: () => true,
    asks: () => false,
    read: async () => stored,
    conflictIn: (now) => (now.name === seen.name ? undefined : now),
    send: async ({ version }, leaves) => {
      leaves("mine");
      sent.push(version);
      const other = waiting.shift();
      if (other) stored = { ...stored, ...other, version: stored.version + 1 };
      if (version !== stored.version) throw changed;
      return (stored = { ...stored, name: "mine", version: version + 1 });
    },
    saved: (answer) => void saved.push(answer),
    refused: (error) => void refused.push(error),
    find: async () => ({ kind: "lost" }),
  }));
  return { machine, sent, saved, refused, stored: () => stored };
};

describe("fault 41: another person saves between the comparison and the change", () => {
  test("the same field: both versions are shown, and nothing is overwritten", async () => {
    const { machine, saved, refused, stored } = open([{ name: "theirs" }]);
    await machine.save();
    expect(machine.state.get()).toEqual({ kind: "conflict", conflict: stored() });
    expect([stored().name, saved, refused]).toEqual(["theirs", [], []]);
  });

  test("a field that doesn't matter here: the change is made to the newer version", async () => {
    const { machine, sent, saved, stored } = open([{ note: "theirs" }]);
    await machine.save();
    expect([machine.state.get().kind, sent]).toEqual(["editing", [1, 2]]);
    expect(saved).toEqual([stored()]);
    expect(stored()).toEqual({ version: 3, name: "mine", note: "theirs" });
  });

  test("each time: after three attempts the change is refused and kept", async () => {
    const { machine, sent, refused, saved } = open([{ note: "1" }, { note: "2" }, { note: "3" }]);
    await machine.save();
    expect(machine.state.get()).toMatchObject({ kind: "refused", sent: "mine", error: changed });
    expect([sent, refused, saved]).toEqual([[1, 2, 3], [changed], []]);
    await machine.save();
    expect([machine.state.get().kind, saved.length]).toEqual(["editing", 1]);
  });

  test("between the requests of one save: attempts with progress are not counted", async () => {
    const parts = ["1", "2", "3", "4", "5", "6"];
    let version = 1;
    const arrived: string[] = [];
    const machine = createSaveMachine<number, string, string, never>(() => ({
      ready: () => true,
      asks: () => false,
      read: async () => version,
      conflictIn: () => undefined,
      send: async (now, leaves) => {
        for (let named = now; parts.length > 0; named += 1) {
          leaves(parts[0]!);
          if (named !== version) throw changed;
          arrived.push(parts.shift()!);
          // Another person saves after each of these requests.
          version += 2;
        }
        return "all";
      },
      saved: () => undefined,
      find: async () => ({ kind: "lost" }),
    }));
    await machine.save();
    expect([machine.state.get().kind, arrived.join("")]).toEqual(["editing", "123456"]);
  });
});

describe("the record can't be read again after a change was refused", () => {
  const unreadable = new ApiError("No answer", { status: 503, outcome: "refused" });

  /** Saves an item in each of two requests; another person saves before the given one, and then nothing can be read. */
  const saveItems = async (refusedAt: number) => {
    const items = ["first", "second"];
    let isReadable = true;
    const machine = createSaveMachine<number, string, string, never>(() => ({
      ready: () => true,
      asks: () => false,
      read: async () => {
        if (!isReadable) throw unreadable;
        return 1;
      },
      conflictIn: () => undefined,
      send: async (_, leaves) => {
        for (const [at, item] of items.entries()) {
          leaves(item);
          if (at !== refusedAt) continue;
          isReadable = false;
          throw changed;
        }
        return "all";
      },
      saved: () => undefined,
      find: async () => ({ kind: "lost" }),
    }));
    await machine.save();
    return machine;
  };

  test.each([
    [0, "refused"],
    [1, "partly"],
  ] as const)("refused request %i: it says that earlier ones were %s", async (at, earlier) => {
    const machine = await saveItems(at);
    expect(machine.state.get()).toEqual({ kind: "unread", error: unreadable, earlier });
    // Nothing is sent by the next save, and it says so.
    await machine.save();
    expect(machine.state.get()).toEqual({ kind: "unread", error: unreadable });
  });
});
