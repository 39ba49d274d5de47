import { describe, expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import {
  applyChoices,
  followDraft,
  listConflicts,
  listDifferences,
  getKey,
  findSavedPart,
} from "./conflict.ts";
import type { RmaDraft } from "./decision.ts";
import { typeField } from "./draft-changes.ts";
import { waitingRma } from "#web/testing/rma.ts";

const line = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 7,
  title: "Lantern",
  quantity: 4,
  approvedQuantity: 0,
  note: "old",
  bundleComponents: [],
  ...given,
});

describe("listDifferences", () => {
  const before = waitingRma([line()]);

  test("no difference if nothing changed, or only fields that no screen shows", () => {
    expect(
      listDifferences(before, waitingRma([line()], { updatedAt: "2026-11-21T00:00:00Z" }), {}),
    ).toEqual([]);
  });

  test("fault 41: a field that both changed needs a choice", () => {
    const draft = typeField({}, line(), "note", "mine");
    const differences = listDifferences(before, waitingRma([line({ note: "theirs" })]), draft);
    expect(differences).toEqual([
      { id: 7, field: "note", place: "Lantern: Note", was: "old", now: "theirs", mine: "mine" },
    ]);
    expect(listConflicts(differences)).toHaveLength(1);
  });

  test("a draft from before a reload is still compared with the values it was typed over", () => {
    const now = waitingRma([line({ note: "theirs" })]);
    expect(
      listConflicts(listDifferences(now, now, typeField({}, line(), "note", "mine"))),
    ).toHaveLength(1);
  });

  test("a field changed only by another user is shown, without a choice", () => {
    const now = waitingRma([line({ approvedQuantity: 2, receivedQuantity: 1 })], {
      rmaStatus: "Partially Approved",
    });
    const differences = listDifferences(before, now, typeField({}, line(), "note", "mine"));
    expect(differences.map(({ place, was, now: is }) => [place, was, is])).toEqual([
      ["Status", "Waiting", "Partially Approved"],
      ["Lantern: Approved", "0", "2"],
      ["Lantern: Received", "–", "1"],
    ]);
    expect(listConflicts(differences)).toEqual([]);
  });

  test("nothing to choose if both typed the same", () => {
    expect(
      listDifferences(
        before,
        waitingRma([line({ note: "same" })]),
        typeField({}, line(), "note", "same"),
      ),
    ).toEqual([]);
  });

  test("added and removed lines are named", () => {
    const now = waitingRma([line({ id: 8, title: null, sku: "S-8" })]);
    expect(listDifferences(before, now, {}).map(({ place, now: is }) => [place, is])).toEqual([
      ["S-8", "New line"],
      ["Lantern", "Removed"],
    ]);
  });
});

describe("applyChoices", () => {
  const draft = typeField(typeField({}, line(), "note", "mine"), line(), "approvedQuantity", "3");
  const differences = listDifferences(
    waitingRma([line()]),
    waitingRma([line({ note: "theirs" })]),
    draft,
  );
  const key = getKey(differences[0] as (typeof differences)[number]);

  test("theirs removes the field from the draft, the rest stays", () => {
    expect(applyChoices(draft, differences, { [key]: "theirs" })).toEqual({
      7: { approvedQuantity: { text: "3", was: "0" } },
    });
  });

  test("mine counts as typed over the current value, and is no further conflict", () => {
    const next = applyChoices(draft, differences, { [key]: "mine" });
    expect(next).toEqual({
      7: { approvedQuantity: { text: "3", was: "0" }, note: { text: "mine", was: "theirs" } },
    });
    const now = waitingRma([line({ note: "theirs" })]);
    expect(listDifferences(now, now, next)).toEqual([]);
  });
});

describe("followDraft", () => {
  const before = waitingRma([line()]);
  const now = waitingRma([line({ note: "theirs", title: "Lamp" })]);
  const typed = (text: string) => typeField({}, line(), "note", text);
  const found = listDifferences(before, now, typed("mine"));
  test.each<[string, RmaDraft, (string | undefined)[]]>([
    ["the text as it was", typed("mine"), ["mine", undefined]],
    ["both texts in one", typed("theirs; mine"), ["theirs; mine", undefined]],
    ["their text", typed("theirs"), [undefined, undefined]],
    ["nothing any more", {}, [undefined, undefined]],
  ])("%s", (_, draft, mine) => {
    const differences = followDraft(found, draft);
    expect(differences.map((one) => one.mine)).toEqual(mine);
    expect(differences.map(({ place }) => place)).toEqual(found.map(({ place }) => place));
  });
});

describe("findSavedPart", () => {
  const sent = [{ id: 7, approvedQuantity: 3, note: "new" }];
  test.each<[string, Partial<RmaItem>, "all" | "some" | "none"]>([
    ["all of it", { approvedQuantity: 3, note: "new" }, "all"],
    ["a part", { approvedQuantity: 3 }, "some"],
    ["nothing", {}, "none"],
  ])("fault 30: %s", (_, given, there) =>
    expect(findSavedPart(sent, waitingRma([line(given)]))).toBe(there),
  );

  test("a removed line counts as not saved", () =>
    expect(findSavedPart(sent, waitingRma([]))).toBe("none"));
  test("an emptied text is saved when the record has none", () =>
    expect(findSavedPart([{ id: 7, note: "" }], waitingRma([line({ note: null })]))).toBe("all"));
});
