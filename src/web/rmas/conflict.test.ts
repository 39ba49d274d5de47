import { describe, expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import { chosen, contested, differencesOf, keyOf, landed } from "./conflict.ts";
import { typeInto } from "./draft-changes.ts";
import { waitingRma } from "./test-rma.ts";

const line = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 7,
  title: "Lantern",
  quantity: 4,
  approvedQuantity: 0,
  note: "old",
  bundleComponents: [],
  ...given,
});

describe("differencesOf", () => {
  const before = waitingRma([line()]);

  test("no difference if nothing changed, or only fields that no screen shows", () => {
    expect(
      differencesOf(before, waitingRma([line()], { updatedAt: "2026-11-21T00:00:00Z" }), {}),
    ).toEqual([]);
  });

  test("fault 41: a field that both changed needs a choice", () => {
    const draft = typeInto({}, line(), "note", "mine");
    const differences = differencesOf(before, waitingRma([line({ note: "theirs" })]), draft);
    expect(differences).toEqual([
      { id: 7, field: "note", place: "Lantern: Note", was: "old", now: "theirs", mine: "mine" },
    ]);
    expect(contested(differences)).toHaveLength(1);
  });

  test("a draft from before a reload is still compared with the values it was typed over", () => {
    const now = waitingRma([line({ note: "theirs" })]);
    expect(contested(differencesOf(now, now, typeInto({}, line(), "note", "mine")))).toHaveLength(
      1,
    );
  });

  test("a field changed only by another user is shown, without a choice", () => {
    const now = waitingRma([line({ approvedQuantity: 2, receivedQuantity: 1 })], {
      rmaStatus: "Partially Approved",
    });
    const differences = differencesOf(before, now, typeInto({}, line(), "note", "mine"));
    expect(differences.map(({ place, was, now: is }) => [place, was, is])).toEqual([
      ["Status", "Waiting", "Partially Approved"],
      ["Lantern: Approved", "0", "2"],
      ["Lantern: Received", "–", "1"],
    ]);
    expect(contested(differences)).toEqual([]);
  });

  test("nothing to choose if both typed the same", () => {
    expect(
      differencesOf(
        before,
        waitingRma([line({ note: "same" })]),
        typeInto({}, line(), "note", "same"),
      ),
    ).toEqual([]);
  });

  test("added and removed lines are named", () => {
    const now = waitingRma([line({ id: 8, title: null, sku: "S-8" })]);
    expect(differencesOf(before, now, {}).map(({ place, now: is }) => [place, is])).toEqual([
      ["S-8", "New line"],
      ["Lantern", "Removed"],
    ]);
  });
});

describe("chosen", () => {
  const draft = typeInto(typeInto({}, line(), "note", "mine"), line(), "approvedQuantity", "3");
  const differences = differencesOf(
    waitingRma([line()]),
    waitingRma([line({ note: "theirs" })]),
    draft,
  );
  const key = keyOf(differences[0] as (typeof differences)[number]);

  test("theirs removes the field from the draft, the rest stays", () => {
    expect(chosen(draft, differences, { [key]: "theirs" })).toEqual({
      7: { approvedQuantity: { text: "3", was: "0" } },
    });
  });

  test("mine counts as typed over the current value, and is no further conflict", () => {
    const next = chosen(draft, differences, { [key]: "mine" });
    expect(next).toEqual({
      7: { approvedQuantity: { text: "3", was: "0" }, note: { text: "mine", was: "theirs" } },
    });
    const now = waitingRma([line({ note: "theirs" })]);
    expect(differencesOf(now, now, next)).toEqual([]);
  });
});

describe("landed", () => {
  const sent = [{ id: 7, approvedQuantity: 3, note: "new" }];
  test.each<[string, Partial<RmaItem>, "all" | "some" | "none"]>([
    ["all of it", { approvedQuantity: 3, note: "new" }, "all"],
    ["a part", { approvedQuantity: 3 }, "some"],
    ["nothing", {}, "none"],
  ])("fault 30: %s", (_, given, there) =>
    expect(landed(sent, waitingRma([line(given)]))).toBe(there),
  );

  test("a removed line counts as not saved", () => expect(landed(sent, waitingRma([]))).toBe("none"));
  test("an emptied text is saved when the record has none", () =>
    expect(landed([{ id: 7, note: "" }], waitingRma([line({ note: null })]))).toBe("all"));
});
