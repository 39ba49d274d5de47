// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Answer, Sending } from "#web/api/call.ts";
import { ApiError } from "#web/base/api-error.ts";
import { readDraft, writeDraft } from "./drafts.ts";
import {
  createDocument,
  type Difference,
  type EditingPlan,
  findEditing,
  openEditing,
  type PhaseKind,
} from "./editing.ts";
import { settleChecked } from "./settle-checked.ts";
import { isDisconnected, sendWaitingSaves, waitingSaves } from "./waiting-saves.ts";

vi.mock("./settle-checked.ts", () => ({ settleChecked: vi.fn<typeof settleChecked>() }));
const settling = vi.mocked(settleChecked);
/** The saves whose failure was announced, by their phases. */
const reported: PhaseKind[] = [];

const problem = (outcome: "refused" | "unknown", status = 400, kind?: string) =>
  new ApiError(kind ?? "no", { status, outcome, ...(kind !== undefined && { kind }) });
const refused = problem("refused");
const changed = problem("refused", 412);
const lost = problem("unknown", 504);
const silence = problem("unknown", 0);
const unread = problem("refused", 0);
const unknownToGateway = problem("unknown", 409, "outcome-unknown");

const answer = (value: string, version?: string): Answer<string> => ({
  value,
  problems: [],
  total: undefined,
  version,
});

type Plan = EditingPlan<string, string, string>;
/** What the API answers, in order; the last one for all that follow. */
type Answers = (string | ApiError | Promise<string>)[];

let tests = 0;
let key: string;
beforeEach(() => {
  tests += 1;
  key = `thing.${tests}`;
  reported.length = 0;
  settling.mockReset();
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  isDisconnected.set(false);
});

const difference = (now: string): Difference => ({ field: "text", label: "Text", was: "old", now });

/** The draft of a record that is one text; `""` is no draft. Its record is `"old"`. */
const open = ({
  reads = ["old"] as Answers,
  sends = ["new"] as Answers,
  ...change
}: Partial<Plan> & { reads?: Answers; sends?: Answers } = {}) => {
  let record = "old";
  const requests: { text: string; sending: Sending }[] = [];
  const saved: { value: string; found: boolean }[] = [];
  const next = async (answers: Answers): Promise<Answer<string>> => {
    const one = answers.length > 1 ? answers.shift() : answers[0];
    if (one instanceof ApiError) throw one;
    return answer((await one) ?? "", "v1");
  };
  const plan: Plan = {
    key,
    empty: "",
    isEmpty: (draft) => draft === "",
    base: () => record,
    read: () => next(reads),
    keep: ({ value }) => void (record = value),
    rebase: (draft, now, sent) => (draft === (sent ?? now) ? "" : draft),
    diff: (_, before, now) => (before === now ? [] : [difference(now)]),
    merge: (draft, _, { text }) => (text === "mine" ? draft : ""),
    ready: (draft) => draft !== "",
    asks: () => false,
    toRequest: (draft) => ({ request: draft }),
    send: (text, sending) => {
      requests.push({ text, sending });
      return next(sends);
    },
    saved: ({ value }, { found }) => void saved.push({ value, found }),
    report: (failed) => void reported.push(failed),
    screen: () => ({ title: "Thing", path: "/thing" }),
    ...change,
  };
  const editing = openEditing(plan);
  onTestFinished(() => editing.close());
  const kind = () => editing.state.get().phase.kind;
  const type = (text: string) => editing.document.change(text, "text");
  return { editing, requests, saved, kind, type, record: () => record };
};
type Opened = ReturnType<typeof open>;

const settled = () => vi.advanceTimersByTimeAsync(0);
const never = new Promise<string>(() => {});

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

/** Moves a draft "new" to each phase. */
const ways: Record<PhaseKind | "checking", (change?: Partial<Plan>) => Promise<Opened>> = {
  editing: async (change) => {
    const opened = open(change);
    opened.type("new");
    return opened;
  },
  confirming: async (change) => {
    const opened = open({ asks: () => true, ...change });
    opened.type("new");
    await opened.editing.save();
    return opened;
  },
  reading: async () => save({ reads: [never] }),
  holding: async (change) => save(change, 5_000),
  sending: async (change) => save({ sends: [never], ...change }),
  unread: async () => save({ reads: [refused, "old"] }),
  waiting: async () => {
    const opened = await save({ reads: [unread, "old"] });
    const { phase } = opened.editing.state.get();
    if (phase.kind === "unread") phase.wait?.();
    return opened;
  },
  refused: async () => save({ sends: [refused, "new"] }),
  unknown: async () => save({ sends: [lost, never] }),
  checking: async () => {
    const opened = await ways.unknown();
    void opened.editing.check();
    return opened;
  },
  conflict: async () => save({ reads: ["theirs"] }),
  lost: async () => {
    const opened = await save({ sends: [lost, unknownToGateway, "new"] });
    await opened.editing.check();
    return opened;
  },
};

const save = async (given: Parameters<typeof open>[0] = {}, hold = 0): Promise<Opened> => {
  const opened = open(given);
  opened.type("new");
  void opened.editing.save(hold);
  await settled();
  return opened;
};

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
    expect([editing.isDirty(), readDraft(key)]).toEqual([false, undefined]);
  });

  test("keeps what was typed while it was sent", async () => {
    let respond = (_: string) => {};
    const opened = await save({ sends: [new Promise((done) => (respond = done))] });
    opened.type("newer");
    respond("new");
    await settled();
    expect([opened.kind(), opened.editing.document.get()]).toEqual(["editing", "newer"]);
  });

  test.each<[what: string, given: Parameters<typeof open>[0], kind: PhaseKind, sends: number]>([
    ["another person's change", { reads: ["theirs"] }, "conflict", 0],
    ["a record that can't be read", { reads: [refused] }, "unread", 0],
    ["a change between reading and sending", { sends: [changed, "new"] }, "editing", 2],
    ["one that matters", { reads: ["old", "theirs"], sends: [changed] }, "conflict", 1],
    ["a record that always changes", { sends: [changed] }, "refused", 3],
    ["a refusal", { sends: [refused] }, "refused", 1],
    ["a lost answer", { sends: [lost] }, "unknown", 1],
  ])("with %s", async (_, given, kind, sends) => {
    const opened = await save(given);
    expect([opened.kind(), opened.requests]).toMatchObject([kind, { length: sends }]);
    if (kind !== "editing") expect(opened.editing.document.get()).toBe("new");
    // A refused request is not asked about after a reload.
    expect(readDraft<string, string>(key)?.sent?.request).toBe(
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
    key += ".refused";
    const failed = await save({ ...part, sends: ["n", refused] });
    expect([failed.kind(), failed.editing.document.get()]).toEqual(["refused", "ew"]);
    expect(failed.editing.state.get().parts).toEqual(["n"]);
  });

  test("is announced if it fails after its screen was left, and not if it is shown", async () => {
    let fail = (_: ApiError) => {};
    const sends = (): Answers => [new Promise((_, reject) => (fail = reject))];
    await save({ sends: sends() });
    fail(refused);
    await settled();
    expect(reported).toEqual(["refused"]);
    key += ".shown";
    const shown = await save({ sends: sends() });
    shown.editing.show();
    fail(lost);
    await settled();
    expect(reported).toHaveLength(1);
  });
});

describe("a lost answer", () => {
  test.each<
    [what: string, sends: Answers, reads: Answers, kind: PhaseKind, settled: boolean | undefined]
  >([
    ["that the gateway has", [lost, "new"], ["old"], "editing", undefined],
    ["that the gateway has refused", [lost, refused], ["old"], "refused", undefined],
    [
      "unknown to the gateway, in the record",
      [lost, unknownToGateway],
      ["old", "new"],
      "editing",
      true,
    ],
    ["unknown to the gateway, not in the record", [lost, unknownToGateway], ["old"], "lost", false],
    [
      "that arrived nowhere, over a newer version",
      [lost, changed],
      ["old", "theirs"],
      "conflict",
      undefined,
    ],
    [
      "unknown, beside another change",
      [lost, unknownToGateway],
      ["old", "theirs"],
      "conflict",
      undefined,
    ],
    ["that can't be asked for", [lost, silence], ["old"], "unknown", undefined],
    [
      "that is still to come",
      [lost, problem("unknown", 409, "change-under-way")],
      ["old"],
      "unknown",
      undefined,
    ],
    [
      "without a session",
      [lost, problem("refused", 401, "signed-out")],
      ["old"],
      "unknown",
      undefined,
    ],
    [
      "of a record that can't be read",
      [lost, unknownToGateway],
      ["old", unread],
      "unknown",
      undefined,
    ],
  ])("%s", async (_, sends, reads, kind, made) => {
    const opened = await save({ sends: [...sends], reads: [...reads] });
    await opened.editing.check();
    await vi.dynamicImportSettled();
    expect(opened.kind()).toBe(kind);
    const [first, second] = opened.requests.map(({ sending }) => sending);
    expect(second).toEqual(first);
    expect(settling.mock.calls).toEqual(
      made === undefined ? [] : [[first?.["Idempotency-Key"], made]],
    );
  });

  test("is asked for after a reload, with the same request, key and version", async () => {
    const sent = { key: "k-1", request: "new", version: "v7", draft: "new", at: Date.now() };
    writeDraft(key, "browser", { draft: "newer", sent, at: 0 });
    const { editing, kind, requests, saved } = open();
    expect([kind(), editing.document.get()]).toEqual(["unknown", "newer"]);
    await editing.check();
    expect(requests).toEqual([
      { text: "new", sending: { "If-Match": "v7", "Idempotency-Key": "k-1" } },
    ]);
    expect([kind(), editing.document.get(), saved]).toEqual([
      "editing",
      "newer",
      [{ value: "new", found: true }],
    ]);
    expect(readDraft(key)).toMatchObject({ draft: "newer" });
  });

  test("is not asked for once the gateway may have forgotten its key: the record is read", async () => {
    const at = Date.now() - 21 * 3_600_000;
    const sent = { key: "k-1", request: "new", version: "v7", draft: "new", at };
    writeDraft(key, "browser", { draft: "new", sent, at });
    const { editing, kind, requests } = open({ reads: ["new"] });
    await editing.check();
    expect([kind(), requests]).toEqual(["editing", []]);
  });
});

describe("a draft", () => {
  test("is stored half a second after typing at the latest, and once the page is hidden", () => {
    const { type, editing } = open();
    type("n");
    expect(editing.state.get().stored).toBe("pending");
    vi.advanceTimersByTime(500);
    expect([readDraft(key)?.draft, editing.state.get().stored]).toEqual(["n", "stored"]);
    type("ne");
    dispatchEvent(new Event("pagehide"));
    expect(readDraft(key)?.draft).toBe("ne");
    editing.discard();
    vi.advanceTimersByTime(500);
    expect(readDraft(key)).toBeUndefined();
    editing.document.undo();
    expect(editing.document.get()).toBe("ne");
  });

  test("is stored while a request is under way, with it", async () => {
    const { requests } = await ways.sending();
    expect(readDraft(key)).toMatchObject({
      draft: "new",
      sent: { request: "new", key: requests[0]?.sending["Idempotency-Key"], version: "v1" },
    });
  });

  test.each(["{", "null", "7", '{"value":"old format","savedAt":0}', '{"v":1,"draft":"x"}'])(
    "that can't be read is dropped: %s",
    (text) => {
      localStorage.setItem(`supercargo.draft.${key} embedded`, text);
      expect(open().editing.document.get()).toBe("");
    },
  );

  test("that the browser can't store is said, and kept in memory", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { type, editing } = open();
    type("new");
    vi.advanceTimersByTime(500);
    expect(editing.state.get().stored).toBe("refused");
    editing.show()();
    expect(open().editing.document.get()).toBe("new");
  });

  test("that equals the record by now is none", () => {
    writeDraft(key, "browser", { draft: "old", at: 0 });
    expect(open().editing.isDirty()).toBe(false);
  });

  test("is closed once it is saved and not shown", async () => {
    const { editing, type } = open();
    const hide = editing.show();
    type("new");
    hide();
    await settled();
    expect(findEditing(key)).toBe(editing);
    await editing.save();
    await settled();
    expect(findEditing(key)).toBeUndefined();
  });
});

/** Another tab stores something under the key of the draft, or deletes it. */
const storeElsewhere = (stored: Parameters<typeof writeDraft>[2]) => {
  writeDraft(key, "browser", stored);
  dispatchEvent(new StorageEvent("storage", { key: `supercargo.draft.${key} embedded` }));
};

describe("another tab", () => {
  test("shows what is typed, and undo returns to what was there before", () => {
    const { editing } = open();
    storeElsewhere({ draft: "theirs", at: 0 });
    expect([editing.document.get(), editing.state.get().elsewhere]).toEqual(["theirs", true]);
    editing.document.undo();
    expect(editing.document.get()).toBe("");
  });

  test("is overwritten by what is typed here at the same time", () => {
    const { editing, type } = open();
    type("mine");
    storeElsewhere({ draft: "theirs", at: 0 });
    vi.advanceTimersByTime(500);
    expect([editing.document.get(), readDraft(key)?.draft]).toEqual(["mine", "mine"]);
  });

  test("that sends the draft keeps this one from sending it, too", async () => {
    const sent = { key: "k-1", request: "new", draft: "new", at: Date.now() };
    const { editing, kind, requests } = open();
    storeElsewhere({ draft: "new", sent, at: 0 });
    expect(kind()).toBe("unknown");
    await editing.save();
    expect(requests).toEqual([]);
    storeElsewhere({ draft: "new", at: 0 });
    expect(kind()).toBe("editing");
  });

  test("that saved the draft leaves none, and its record is read", async () => {
    const { editing, type, record } = open({ reads: ["theirs"] });
    editing.show();
    type("mine");
    vi.advanceTimersByTime(500);
    storeElsewhere(undefined);
    await settled();
    expect([editing.isDirty(), record(), editing.state.get().elsewhere]).toEqual([
      false,
      "theirs",
      false,
    ]);
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
});

describe("a save that waits for the connection", () => {
  test("is compared and sent when it is back", async () => {
    const { kind, saved } = await ways.waiting();
    reported.length = 0;
    expect([kind(), waitingSaves.get().at(-1)?.title]).toEqual(["waiting", "Thing"]);
    await sendWaitingSaves();
    expect([kind(), saved]).toEqual(["editing", [{ value: "new", found: false }]]);
    expect(reported).toEqual([]);
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
  key,
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
