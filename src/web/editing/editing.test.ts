// @vitest-environment happy-dom
import { describe, expect, test, vi } from "vitest";
import type { ApiError } from "#web/base/api-error.ts";
import { readDraft } from "./drafts.ts";
import { createDocument } from "./editing.ts";
import { type PhaseKind } from "./editing-plan.ts";
import { sendWaitingSaves, waitingSaves } from "./waiting-saves.ts";
import {
  answer,
  type Answers,
  changed,
  difference,
  lost,
  type Opened,
  type Plan,
  refused,
  setUpEditing,
} from "#web/testing/open-editing.ts";

const given = setUpEditing();
const { open, save, settled, ways } = given;

describe("a document", () => {
  test("has one step for a burst of typing, and one for each other change", () => {
    const { get, change, undo, redo, canUndo, canRedo } = createDocument("");
    for (const text of ["a", "ab", "abc"]) change(text, "name");
    change("x", "note");
    change("y");
    expect([get(), canRedo()]).toEqual(["y", false]);
    undo();
    undo();
    expect(get()).toBe("abc");
    undo();
    expect([get(), canUndo()]).toEqual(["", false]);
    undo();
    for (const _ of "12345") redo();
    expect(get()).toBe("y");
  });

  test("forgets its steps when it was saved", () => {
    const { get, change, reset, undo, canUndo } = createDocument("");
    change("a");
    reset("saved");
    undo();
    expect([get(), canUndo()]).toEqual(["saved", false]);
  });
});

const events = {
  save: ({ editing }: Opened) => void editing.save(),
  review: ({ editing }: Opened) => editing.review(),
  confirm: ({ editing }: Opened) => void editing.confirm(),
  check: ({ editing }: Opened) => void editing.check(),
  type: ({ type }: Opened) => type("newer"),
  back: ({ editing }: Opened) => editing.back(),
  discard: ({ editing }: Opened) => editing.discard(),
  conflict: ({ editing }: Opened) => editing.startConflict("older"),
};

/** The phase after each event; other events change nothing. */
const begins = {
  save: "reading",
  review: "confirming",
  type: "editing",
  back: "editing",
  discard: "editing",
  conflict: "conflict",
} as const;
const moves: Record<keyof typeof ways, Partial<Record<keyof typeof events, PhaseKind>>> = {
  editing: begins,
  confirming: { confirm: "reading", type: "editing", back: "editing", discard: "editing" },
  reading: {},
  holding: { type: "editing", back: "editing" },
  sending: {},
  unread: begins,
  waiting: begins,
  refused: begins,
  unknown: { back: "editing", discard: "editing" },
  checking: {},
  conflict: { back: "editing", discard: "editing" },
  lost: begins,
};

test.each(
  Object.entries(moves).flatMap(([from, after]) =>
    Object.keys(events).map(
      (event) =>
        [from, event, after[event as keyof typeof events]] as [
          keyof typeof ways,
          keyof typeof events,
          PhaseKind | undefined,
        ],
    ),
  ),
)("%s: %s", async (from, event, to) => {
  const opened = await ways[from]();
  const before = opened.kind();
  events[event](opened);
  expect(opened.kind()).toBe(to ?? before);
});

describe("a save", () => {
  test("reads, compares, sends once with the version that was read, and forgets the draft", async () => {
    const { editing, requests, saved, kind, record } = await save();
    expect(requests).toMatchObject([{ text: "new", sending: { "If-Match": "v1" } }]);
    expect([kind(), record(), saved]).toEqual(["editing", "new", [{ value: "new", found: false }]]);
    expect([editing.isDirty(), readDraft(given.key)]).toEqual([false, undefined]);
  });

  test("keeps what was typed while it was sent", async () => {
    let respond = (_: string) => {};
    const opened = await save({ sends: [new Promise((done) => (respond = done))] });
    opened.type("newer");
    respond("new");
    await settled();
    expect([opened.kind(), opened.editing.document.get()]).toEqual(["editing", "newer"]);
  });

  test.each<[what: string, answers: Parameters<typeof open>[0], kind: PhaseKind, sends: number]>([
    ["another person's change", { reads: ["theirs"] }, "conflict", 0],
    ["a record that can't be read", { reads: [refused] }, "unread", 0],
    ["a change between reading and sending", { sends: [changed, "new"] }, "editing", 2],
    ["one that matters", { reads: ["old", "theirs"], sends: [changed] }, "conflict", 1],
    ["a record that always changes", { sends: [changed] }, "refused", 3],
    ["a refusal", { sends: [refused] }, "refused", 1],
    ["a lost answer", { sends: [lost] }, "unknown", 1],
  ])("with %s", async (_, answers, kind, sends) => {
    const opened = await save(answers);
    expect([opened.kind(), opened.requests]).toMatchObject([kind, { length: sends }]);
    expect(opened.editing.document.get()).toBe(kind === "editing" ? "" : "new");
    // A refused request is not asked about after a reload.
    expect(readDraft<string, string>(given.key)?.sent?.request).toBe(
      kind === "unknown" ? "new" : undefined,
    );
  });

  test("in several requests goes on until nothing is left, and keeps what was refused", async () => {
    const parts: string[][] = [];
    const part: Partial<Plan> = {
      toRequest: (draft) =>
        draft.length > 1 ? { request: draft, draft: draft.slice(0, 1) } : { request: draft },
      rebase: (draft, _, sent) => (sent ? draft.slice(sent.length) : draft),
      saved: (_, how) => void parts.push([...how.parts]),
      diff: () => [],
    };
    const { requests, kind } = await save({ ...part, sends: ["n", "e", "w"] });
    expect([kind(), requests.map(({ text }) => text), parts]).toEqual([
      "editing",
      ["new", "ew", "w"],
      [["n", "e", "w"]],
    ]);
    expect(new Set(requests.map(({ sending }) => sending["Idempotency-Key"])).size).toBe(3);
    const failed = await save({ ...part, key: `${given.key}.refused`, sends: ["n", refused] });
    expect([failed.kind(), failed.editing.document.get()]).toEqual(["refused", "ew"]);
    expect(failed.editing.state.get().parts).toEqual(["n"]);
  });

  test("is announced if it fails after its screen was left, and not if it is shown", async () => {
    let fail = (_: ApiError) => {};
    const sends = (): Answers => [new Promise((_, reject) => (fail = reject))];
    await save({ sends: sends() });
    fail(refused);
    await settled();
    expect(given.reported).toEqual(["refused"]);
    const shown = await save({ key: `${given.key}.shown`, sends: sends() });
    shown.editing.show();
    fail(lost);
    await settled();
    expect(given.reported).toHaveLength(1);
  });
});

describe("a save that is held", () => {
  test("is sent after its time", async () => {
    const { kind, requests } = await ways.holding();
    await vi.advanceTimersByTimeAsync(4_999);
    expect([kind(), requests]).toEqual(["holding", []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([kind(), requests]).toMatchObject(["editing", { length: 1 }]);
  });

  test.each<[what: string, act: (opened: Opened) => void]>([
    ["told to", ({ editing }) => editing.sendNow()],
    ["the page closes", () => dispatchEvent(new Event("pagehide"))],
  ])("is sent at once when %s", async (_, act) => {
    const opened = await ways.holding();
    act(opened);
    await settled();
    expect(opened.requests).toHaveLength(1);
  });

  test("can be taken back, and its draft stays", async () => {
    const { editing, kind, requests } = await ways.holding();
    editing.back();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([kind(), editing.document.get(), requests]).toEqual(["editing", "new", []]);
  });

  test.each<[string, string | ApiError, PhaseKind]>([
    ["was changed", "theirs", "conflict"],
    ["can't be read", refused, "unread"],
  ])("says at once that the record %s", async (_, read, ended) => {
    const { kind, requests } = await save({ reads: [read] }, 5_000);
    expect([kind(), requests]).toEqual([ended, []]);
  });

  test.each<[string, (opened: Opened) => void, sent: number]>([
    ["isn't sent: taken back", ({ editing }) => editing.back(), 0],
    ["isn't sent: edited", ({ type }) => type("newer"), 0],
    ["is sent: told to", ({ editing }) => editing.sendNow(), 1],
    ["is sent: its time is over", () => vi.advanceTimersByTime(5_000), 1],
  ])("while the record is read, %s", async (_, act, sent) => {
    let read = (_: string) => {};
    const reads = [new Promise<string>((done) => (read = done))];
    const opened = await save({ reads }, 5_000);
    act(opened);
    await settled();
    expect(opened.requests).toEqual([]);
    read("old");
    await settled();
    expect(opened.requests).toHaveLength(sent);
  });

  test("is sent again at once if the record was changed right before", async () => {
    const { kind, requests } = await save({ sends: [changed, "new"] }, 5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([kind(), requests]).toMatchObject(["editing", { length: 2 }]);
  });
});

describe("a save that waits for the connection", () => {
  test("is compared and sent when it is back", async () => {
    const { kind, saved } = await ways.waiting();
    given.reported.length = 0;
    expect([kind(), waitingSaves.get().at(-1)?.title]).toEqual(["waiting", "Thing"]);
    await sendWaitingSaves();
    expect([kind(), saved]).toEqual(["editing", [{ value: "new", found: false }]]);
    expect(given.reported).toEqual([]);
  });

  test.each<[what: string, change: Partial<Plan>, kind: PhaseKind]>([
    ["is confirmed first if it asks by now", { asks: () => true }, "confirming"],
    ["is not sent once it can't be", { ready: () => false }, "lost"],
  ])("%s", async (_, change, kind) => {
    const opened = await ways.waiting();
    opened.editing.follow({ ...openPlan(opened), ...change });
    await sendWaitingSaves();
    expect([opened.kind(), opened.requests]).toEqual([kind, []]);
    opened.editing.discard();
  });
});

/** A plan for the same draft that answers nothing. */
const openPlan = ({ record }: Opened): Plan => ({
  key: given.key,
  empty: "",
  isEmpty: (draft) => draft === "",
  base: record,
  keep: () => undefined,
  rebase: (draft) => draft,
  diff: () => [],
  merge: (draft) => draft,
  ready: () => true,
  asks: () => false,
  toRequest: (draft) => ({ request: draft }),
  send: async () => answer("new"),
  saved: () => undefined,
});

test.each<[Record<string, "mine" | "theirs">, string]>([
  [{ text: "mine" }, "new"],
  [{ text: "theirs" }, ""],
])(
  "a conflict is resolved by the person's choice %j, over the newer record",
  async (choices, draft) => {
    const { editing, kind, record, requests } = await ways.conflict();
    editing.resolve([difference("theirs")], choices);
    expect([kind(), record(), editing.document.get(), requests]).toEqual([
      "editing",
      "theirs",
      draft,
      [],
    ]);
  },
);
