import { describe, expect, test } from "vitest";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import {
  calculateDecision,
  changeLines,
  decideRest,
  type LineField,
  type RmaDraft,
  rmaFields,
  typeField as typeInLine,
} from "./decision.ts";

const typeField = (draft: RmaDraft, line: RmaItem, field: LineField, text: string): RmaDraft =>
  changeLines(draft, [line], (typed) => typeInLine(typed, line, field, text));

const lantern = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 7,
  title: "Lantern",
  quantity: 4,
  approvedQuantity: 0,
  note: "old",
  bundleComponents: [],
  ...given,
});
const typed = (field: LineField, text: string) => typeField({}, lantern(), field, text);

describe("what another person changed", () => {
  const before = waitingRma([lantern()]);

  test.each<[string, RmaDraft, Rma, unknown[]]>([
    [
      "no field that a screen shows",
      {},
      waitingRma([lantern()], { updatedAt: "2026-11-21T00:00:00Z" }),
      [],
    ],
    [
      "fault 41: a field that both changed needs a choice",
      typed("note", "mine"),
      waitingRma([lantern({ note: "theirs" })]),
      [["Lantern: Note", "old", "theirs", "mine"]],
    ],
    [
      "other fields need none",
      typed("note", "mine"),
      waitingRma([lantern({ approvedQuantity: 2, receivedQuantity: 1 })], {
        rmaStatus: "Partially Approved",
      }),
      [
        ["Status", "Waiting", "Partially approved", undefined],
        ["Lantern: Approved", "0", "2", undefined],
        ["Lantern: Received", "", "1", undefined],
      ],
    ],
    ["both typed the same", typed("note", "same"), waitingRma([lantern({ note: "same" })]), []],
    ["both typed the same amount", typed("cost", "5"), waitingRma([lantern({ cost: 5 })]), []],
    [
      "a new line and a removed one",
      typed("note", "mine"),
      waitingRma([lantern({ id: 8, title: null, sku: "S-8" })]),
      [
        ["S-8", "", "a line of this RMA", undefined],
        ["Lantern", "a line of this RMA", "", undefined],
      ],
    ],
  ])("%s", (_, draft, now, expected) =>
    expect(
      rmaFields
        .diff(draft, before, now)
        .map(({ label, was, now: is, mine }) => [label, was, is, mine]),
    ).toEqual(expected),
  );

  test("a draft from before a reload is compared with the values it was typed over", () => {
    const now = waitingRma([lantern({ note: "theirs" })]);
    expect(rmaFields.diff(typed("note", "mine"), now, now)).toMatchObject([{ mine: "mine" }]);
  });

  test.each<["mine" | "theirs", RmaDraft]>([
    ["theirs", { "7.approvedQuantity": { text: "3", was: "0" } }],
    [
      "mine",
      {
        "7.note": { text: "mine", was: "theirs" },
        "7.approvedQuantity": { text: "3", was: "0" },
      },
    ],
  ])("%s is chosen, and the rest stays", (side, expected) => {
    const draft = typeField(typed("note", "mine"), lantern(), "approvedQuantity", "3");
    const now = waitingRma([lantern({ note: "theirs" })]);
    const next = rmaFields.merge(
      draft,
      rmaFields.diff(draft, before, now),
      { "7.note": side },
      now,
    );
    expect(next).toEqual(expected);
    expect(rmaFields.diff(next, now, now)).toEqual([]);
  });

  test("what was typed into a line that is gone leaves the draft", () =>
    expect(rmaFields.merge(typed("note", "mine"), [], {}, waitingRma([]))).toEqual({}));
});

test("the rest of all 2,048 lines is decided at once", () => {
  const many = waitingRma(
    Array.from({ length: 2_048 }, (_, at) => lantern({ id: at + 1, cost: 10 })),
  );
  const { lines } = calculateDecision(many, {});
  const draft = decideRest({}, lines, "approvedQuantity");
  // Its credit, too.
  expect(Object.keys(draft)).toHaveLength(2 * 2_048);
  expect(calculateDecision(many, draft).undecided.after).toBe(0);
});
