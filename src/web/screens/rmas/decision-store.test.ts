import { afterEach, expect, test, vi } from "vitest";
import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import type { SaveKind } from "#web/editing/save-machine.ts";
import { sendWaitingSaves, waitingSaves } from "#web/editing/waiting-saves.ts";
import { waitingRma } from "#web/testing/rma.ts";
import { endWaiting, silence } from "#web/testing/waiting.ts";
import { decideRest, type RmaDraft } from "./decision.ts";
import {
  createDecisionStore,
  type DecisionSaving,
  type DecisionSource,
  type OnSaved,
  viewDecision,
  viewSaving,
} from "./decision-store.ts";

afterEach(endWaiting);

const rma = waitingRma([
  { id: 7, quantity: 3, bundleComponents: [], note: "" },
  { id: 8, quantity: 2, bundleComponents: [] },
]);
const answer = (value: Rma): Answer<Rma> => ({ value, problems: [], total: undefined });

const open = ({
  read = async () => answer(rma),
  send = async () => answer({ ...rma, rmaStatus: "Partially Approved" }),
  loadDraft = () => ({}),
}: Partial<Pick<DecisionSource, "read" | "send" | "loadDraft">> = {}) => {
  let [record, stored]: [Rma, RmaDraft] = [rma, {}];
  const store = createDecisionStore({
    record: () => record,
    read,
    send,
    cache: ({ value }) => void (record = value),
    loadDraft,
    storeDraft: (draft) => void (stored = draft),
  });
  const type = (field: "note" | "returnReason" | "approvedQuantity", text: string) =>
    store.type(rma.items[0]!, field, text);
  const note = () => store.unsent.get().draft[7]?.note?.text;
  const decideAll = () =>
    viewDecision(rma, store.unsent.get().draft).decision.lines.forEach((line) =>
      store.change(decideRest(store.unsent.get().draft, line, "approvedQuantity")),
    );
  const load = (now: Rma) => void (record = now);
  return { store, type, note, decideAll, load, stored: () => stored };
};

test("undo reverses one change after the other, and the stored draft follows", () => {
  const { store, type, note, decideAll, stored } = open();
  type("note", "S");
  type("note", "Seen");
  decideAll();
  store.undo();
  store.undo();
  expect(store.unsent.get().draft[7]?.approvedQuantity).toBeUndefined();
  expect(note()).toBe("Seen");
  store.undo();
  store.undo();
  expect([note(), stored()]).toEqual([undefined, {}]);
});

type Edit = readonly ["note" | "returnReason" | "decide", text: string];

test.each<[string, Edit[], (string | undefined)[]]>([
  ["nothing", [], []],
  [
    "letters typed into one field",
    [
      ["note", "a"],
      ["note", "ab"],
    ],
    [undefined],
  ],
  [
    "two fields",
    [
      ["note", "a"],
      ["returnReason", "b"],
    ],
    ["a", undefined],
  ],
  [
    "a field, a button, the field again",
    [
      ["note", "a"],
      ["decide", "1"],
      ["note", "ab"],
    ],
    ["a", "a", undefined],
  ],
  [
    "a button twice",
    [
      ["decide", "1"],
      ["decide", "2"],
    ],
    [undefined, undefined],
  ],
])("undo after %s", (_, edits, expected) => {
  const { store, type, note } = open();
  for (const [field, text] of edits)
    if (field === "decide")
      store.change({
        8: { approvedQuantity: { text, was: "0" } },
        ...(note() ? { 7: store.unsent.get().draft[7]! } : {}),
      });
    else type(field, text);
  const notes: (string | undefined)[] = [];
  while (store.unsent.get().past.length > 0) {
    store.undo();
    notes.push(note());
  }
  expect(notes).toEqual(expected);
});

test("after an undo, typing into the same field is a new step; only a hundred steps are kept", () => {
  const { store, type, note } = open();
  type("note", "a");
  type("returnReason", "b");
  store.undo();
  type("note", "ab");
  store.undo();
  expect(note()).toBe("a");
  for (let step = 0; step < 120; step += 1) type(step % 2 ? "note" : "returnReason", `${step}`);
  expect(store.unsent.get().past).toHaveLength(100);
});

test("a change withdraws the question before closing", async () => {
  const { store, type, decideAll } = open();
  decideAll();
  await store.save(() => undefined);
  expect(store.saving.get().kind).toBe("reviewing");
  type("note", "Seen");
  expect(store.saving.get().kind).toBe("editing");
});

test("a save in progress locks the draft, and ignores a second click; when it has arrived, nothing is left to undo", async () => {
  const { store, type, note, stored } = open();
  const onSaved = vi.fn<OnSaved>();
  type("approvedQuantity", "1");
  const saving = store.save(onSaved);
  type("note", "Too late");
  expect([store.saving.get().kind, note()]).toEqual(["reading", undefined]);
  const onSecondClick = vi.fn<OnSaved>();
  await store.save(onSecondClick);
  await saving;
  expect(onSecondClick).not.toHaveBeenCalled();
  store.undo();
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(
    "RMA 1 saved: 1 line. Status: Partially Approved",
    false,
  );
  expect([store.unsent.get().draft, store.unsent.get().saved, stored()]).toEqual([{}, true, {}]);
});

test("fault 45: a refused save keeps the draft, and the record as it was", async () => {
  const refusal = new ApiError("no", { status: 400, outcome: "refused" });
  const { store, type, note } = open({ send: () => Promise.reject(refusal) });
  type("note", "Seen");
  await store.save(() => undefined);
  expect([store.saving.get().kind, note(), store.unsent.get().saved, store.record()]).toEqual([
    "refused",
    "Seen",
    false,
    rma,
  ]);
});

test("fault 41: another person's change right before the save is merged field by field", async () => {
  const [line, other] = rma.items;
  const theirs = { ...line!, note: "Theirs", returnReason: "Damaged" };
  let stored: Answer<Rma> = { ...answer(rma), version: "1" };
  const sends: [RmaItemUpdate[], unknown][] = [];
  const { store, type } = open({
    read: async () => stored,
    send: async (lines, { "If-Match": version }) => {
      sends.push([lines, version]);
      if (version === "1") {
        stored = { ...answer({ ...rma, items: [theirs, other!] }), version: "2" };
        throw new ApiError("late", { status: 412, outcome: "refused" });
      }
      return answer(stored.value);
    },
  });
  type("note", "Mine");
  type("approvedQuantity", "1");
  await store.save(() => undefined);
  const state = store.saving.get();
  if (state.kind !== "conflict") throw new Error(`No conflict: ${state.kind}`);
  expect(
    state.conflict.differences.map(({ field, now, mine }) => [field, now, mine]).toSorted(),
  ).toEqual([
    ["note", "Theirs", "Mine"],
    ["returnReason", "Damaged", undefined],
  ]);
  store.resolve(state.conflict, { "7.note": "mine" });
  await store.save(() => undefined);
  const [, merged] = sends;
  expect(merged).toEqual([[expect.objectContaining({ id: 7, note: "Mine" })], "2"]);
  expect(merged?.[0][0]).not.toHaveProperty("returnReason");
});

test("fault 30: what is typed while the result of a save is unknown stays when the save is found", async () => {
  const note = "Seen";
  const line = { ...rma.items[0]!, note };
  const arrived: Rma = { ...rma, items: [line, ...rma.items.slice(1)] };
  let now = rma;
  const { store, type, stored } = open({
    read: async () => answer(now),
    send: async () => {
      now = arrived;
      throw new ApiError("lost", { status: 504, outcome: "unknown" });
    },
  });
  type("note", note);
  await store.save(() => undefined);
  expect(store.saving.get().kind).toBe("unknown");
  type("note", "Seen twice");
  store.type(rma.items[1]!, "note", "Not seen");
  await store.check(() => undefined);
  expect(store.saving.get().kind).toBe("editing");
  const kept = {
    7: { note: { text: "Seen twice", was: note } },
    8: { note: { text: "Not seen", was: "" } },
  };
  expect([store.unsent.get().draft, stored()]).toEqual([kept, kept]);
});

const rmaOfTheirs = waitingRma([{ id: 7, quantity: 3, bundleComponents: [], note: "Theirs" }]);
/** Typed before another person's note was loaded. */
const typedEarlier = { 7: { note: { text: "Mine", was: "" } } };

const error = new ApiError("no", { status: 400, outcome: "refused" });
const states: Record<SaveKind, DecisionSaving> = {
  editing: { kind: "editing" },
  unread: { kind: "unread", error },
  refused: { kind: "refused", error, sent: [] },
  lost: { kind: "lost" },
  reviewing: { kind: "reviewing" },
  reading: { kind: "reading" },
  sending: { kind: "sending", sent: [] },
  waiting: { kind: "waiting", cancel: () => undefined },
  unknown: { kind: "unknown", error, sent: [], checking: false },
  conflict: { kind: "conflict", conflict: { now: undefined, differences: [] } },
};

test.each<[SaveKind, SaveKind]>([
  ["editing", "conflict"],
  ["unread", "conflict"],
  ["refused", "conflict"],
  ["lost", "conflict"],
  ["reviewing", "reviewing"],
  ["reading", "reading"],
  ["sending", "sending"],
  ["waiting", "waiting"],
  ["unknown", "unknown"],
  ["conflict", "conflict"],
])("%s, with a draft that is older than the RMA, is shown as %s", (kind, shown) => {
  const { draft, stale } = viewDecision(rmaOfTheirs, typedEarlier);
  expect(viewSaving(states[kind], draft, stale).kind).toBe(shown);
  expect(viewSaving(states[kind], draft, [])).toEqual(states[kind]);
});

test("a draft that is older than the RMA isn't sent", async () => {
  const send = vi.fn<DecisionSource["send"]>(async () => answer(rma));
  const draft = (was: string) => ({ 7: { note: { text: "Mine", was } } });
  await open({ send, loadDraft: () => draft("Earlier") }).store.save(() => undefined);
  expect(send).not.toHaveBeenCalled();
  await open({ send, loadDraft: () => draft("") }).store.save(() => undefined);
  expect(send).toHaveBeenCalledOnce();
});

const [first, second] = rma.items;

/** A decision on the first line that waits for the gateway, while another person changes the RMA. */
const waitWhile = async (...items: Rma["items"]) => {
  let [known, isDown] = [rma, true];
  const sent: RmaItemUpdate[][] = [];
  const { store, load } = open({
    read: async () => {
      if (isDown) throw silence;
      return answer(known);
    },
    send: async (lines) => {
      sent.push(lines);
      return answer({ ...known, rmaStatus: "Approved" });
    },
  });
  store.type(first!, "approvedQuantity", "3");
  await store.save(() => undefined);
  const { wait } = store.saving.get() as { wait?: () => void };
  wait?.();
  expect(store.saving.get().kind).toBe("waiting");
  // The record is loaded again before the save goes on.
  [known, isDown] = [{ ...rma, items }, false];
  load(known);
  await sendWaitingSaves();
  return { store, sent, kind: () => store.saving.get().kind };
};

test("a decision that waited is sent", async () => {
  const { sent, kind } = await waitWhile(first!, second!);
  expect([sent.length, kind()]).toEqual([1, "editing"]);
});

test("a decision that waited asks before it closes the RMA, if another person has decided the rest", async () => {
  const { store, sent, kind } = await waitWhile(first!, { ...second!, approvedQuantity: 2 });
  expect([sent, kind(), waitingSaves.get().length]).toEqual([[], "reviewing", 1]);
  await store.send();
  expect([sent.length, kind(), waitingSaves.get().length]).toEqual([1, "editing", 0]);
});

test("a decision that waited isn't sent if it no longer fits, and says so", async () => {
  const { sent, kind } = await waitWhile({ ...first!, deniedQuantity: 1 }, second!);
  expect([sent, kind(), waitingSaves.get().length]).toEqual([[], "lost", 1]);
});

test("a decision that another person made meanwhile has nothing left to send", async () => {
  const { sent, kind } = await waitWhile({ ...first!, approvedQuantity: 3 }, second!);
  expect([sent, kind(), waitingSaves.get().length]).toEqual([[], "editing", 0]);
});
