import { expect, test, vi } from "vitest";
import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { decideRest } from "./decide.ts";
import type { RmaDraft } from "./decision.ts";
import { createDesk, type DeskPorts, type OnSaved } from "./decision-desk.ts";
import { viewDecision } from "./decision-plan.ts";
import { waitingRma } from "#web/testing/rma.ts";

const rma = waitingRma([
  { id: 7, quantity: 3, bundleComponents: [], note: "" },
  { id: 8, quantity: 2, bundleComponents: [] },
]);
const answer = (value: Rma): Answer<Rma> => ({ value, problems: [], total: undefined });

const open = ({
  read = async () => answer(rma),
  send = async () => answer({ ...rma, rmaStatus: "Partially Approved" }),
}: Partial<Pick<DeskPorts, "read" | "send">> = {}) => {
  let [record, stored]: [Rma, RmaDraft | undefined] = [rma, undefined];
  const desk = createDesk({
    record: () => record,
    read,
    send,
    cache: ({ value }) => void (record = value),
    loadDraft: () => undefined,
    storeDraft: (draft) => void (stored = draft),
  });
  const type = (field: "note" | "approvedQuantity", text: string) =>
    desk.type(rma.items[0]!, field, text);
  const note = () => desk.unsent.get().draft[7]?.note?.text;
  const decideAll = () =>
    viewDecision(rma, desk.unsent.get().draft).decision.lines.forEach((line) =>
      desk.change(decideRest(desk.unsent.get().draft, line, "approvedQuantity")),
    );
  return { desk, type, note, decideAll, stored: () => stored };
};

test("undo reverses one change after the other, and the stored draft follows", () => {
  const { desk, type, note, decideAll, stored } = open();
  type("note", "S");
  type("note", "Seen");
  decideAll();
  desk.undo();
  desk.undo();
  expect(desk.unsent.get().draft[7]?.approvedQuantity).toBeUndefined();
  expect(note()).toBe("Seen");
  desk.undo();
  desk.undo();
  expect([note(), stored()]).toEqual([undefined, undefined]);
});

test("a change withdraws the question before closing", async () => {
  const { desk, type, decideAll } = open();
  decideAll();
  await desk.save(() => undefined);
  expect(desk.saving.get().kind).toBe("reviewing");
  type("note", "Seen");
  expect(desk.saving.get().kind).toBe("editing");
});

test("a save in progress locks the draft, and ignores a second click; when it has arrived, nothing is left to undo", async () => {
  const { desk, type, note, stored } = open();
  const onSaved = vi.fn<OnSaved>();
  type("approvedQuantity", "1");
  const saving = desk.save(onSaved);
  type("note", "Too late");
  expect([desk.saving.get().kind, note()]).toEqual(["reading", undefined]);
  const onSecondClick = vi.fn<OnSaved>();
  await desk.save(onSecondClick);
  await saving;
  expect(onSecondClick).not.toHaveBeenCalled();
  desk.undo();
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(
    "RMA 1 saved: 1 line. Status: Partially Approved",
    false,
  );
  expect([desk.unsent.get().draft, desk.unsent.get().saved, stored()]).toEqual([
    {},
    true,
    undefined,
  ]);
});

test("fault 45: a refused save keeps the draft, and the record as it was", async () => {
  const refusal = new ApiError("no", { status: 400, outcome: "refused" });
  const { desk, type, note } = open({ send: () => Promise.reject(refusal) });
  type("note", "Seen");
  await desk.save(() => undefined);
  expect([desk.saving.get().kind, note(), desk.unsent.get().saved, desk.record()]).toEqual([
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
  const { desk, type } = open({
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
  await desk.save(() => undefined);
  const state = desk.saving.get();
  if (state.kind !== "conflict") throw new Error(`No conflict: ${state.kind}`);
  expect(
    state.conflict.differences.map(({ field, now, mine }) => [field, now, mine]).toSorted(),
  ).toEqual([
    ["note", "Theirs", "Mine"],
    ["returnReason", "Damaged", undefined],
  ]);
  desk.resolve(state.conflict, { "7.note": "mine" });
  await desk.save(() => undefined);
  const [, merged] = sends;
  expect(merged).toEqual([[expect.objectContaining({ id: 7, note: "Mine" })], "2"]);
  expect(merged?.[0][0]).not.toHaveProperty("returnReason");
});

test("fault 30: what is typed while the result of a save is unknown stays when the save is found", async () => {
  const note = "Seen";
  const line = { ...rma.items[0]!, note };
  const arrived: Rma = { ...rma, items: [line, ...rma.items.slice(1)] };
  let now = rma;
  const { desk, type, stored } = open({
    read: async () => answer(now),
    send: async () => {
      now = arrived;
      throw new ApiError("lost", { status: 504, outcome: "unknown" });
    },
  });
  type("note", note);
  await desk.save(() => undefined);
  expect(desk.saving.get().kind).toBe("unknown");
  type("note", "Seen twice");
  desk.type(rma.items[1]!, "note", "Not seen");
  await desk.check(() => undefined);
  expect(desk.saving.get().kind).toBe("editing");
  const kept = {
    7: { note: { text: "Seen twice", was: note } },
    8: { note: { text: "Not seen", was: "" } },
  };
  expect([desk.unsent.get().draft, stored()]).toEqual([kept, kept]);
});
