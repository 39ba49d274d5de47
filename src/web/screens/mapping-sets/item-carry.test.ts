import { expect, test } from "vitest";
import { editsLeft, editsSince, moveEdits } from "./item-carry.ts";
import { type ItemEdits, noEdits } from "./item-edits.ts";

const change = (to: string) => ({ values: { from: "RED", to }, was: { from: "RED", to: "Red" } });
const row = (number: number, from: string) => ({
  key: `new ${number}`,
  values: { from, to: from.toLowerCase() },
});
const edits = (changed: ItemEdits["changed"], added: ItemEdits["added"] = []): ItemEdits => ({
  changed,
  added,
  nextKey: added.length + 1,
});

const base = edits({ 1: change("Rose"), 2: change("Ruby") }, [row(1, "A"), row(2, "B")]);

test.each<[what: string, now: ItemEdits, since: ItemEdits]>([
  ["nothing", base, edits({})],
  [
    "an item",
    edits({ ...base.changed, 3: change("Wine") }, base.added),
    edits({ 3: change("Wine") }),
  ],
  [
    "an item that was edited before, and a row",
    edits({ ...base.changed, 1: change("Wine") }, [row(1, "A"), row(2, "X"), row(3, "C")]),
    edits({ 1: change("Wine") }, [row(2, "X"), row(3, "C")]),
  ],
  ["a revert", edits({ 2: change("Ruby") }, [row(2, "B")]), edits({})],
])("of edits, what was typed since is %s", (_, now, { changed, added }) =>
  expect(editsSince(base, now)).toEqual({ changed, added, nextKey: now.nextKey }),
);

test.each<[what: string, now: ItemEdits, left: ItemEdits]>([
  ["all were typed over", edits({ 1: change("x"), 2: change("y") }, base.added), base],
  [
    "some were saved",
    edits({ 2: change("Ruby") }, [row(2, "B")]),
    edits({ 2: change("Ruby") }, [row(2, "B")]),
  ],
  ["all were discarded", edits({}), edits({})],
])("of edits that were stored before, those are left where %s", (_, now, { changed, added }) =>
  expect(editsLeft(base, now)).toMatchObject({ changed, added }),
);

const mine = edits({ 1: change("Rose") }, [row(1, "A")]);

test.each<[what: string, before: ItemEdits, after: ItemEdits, onto: ItemEdits, moved: ItemEdits]>([
  [
    "an item and a row that were typed",
    noEdits,
    mine,
    edits({ 2: change("Ruby") }, [row(2, "B")]),
    edits({ 1: change("Rose"), 2: change("Ruby") }, [row(2, "B"), row(1, "A")]),
  ],
  [
    "an item and a row that were typed again",
    mine,
    edits({ 1: change("Wine") }, [row(1, "X")]),
    edits({ 1: change("Rose") }, [row(1, "A"), row(2, "B")]),
    edits({ 1: change("Wine") }, [row(1, "X"), row(2, "B")]),
  ],
  [
    "what was removed",
    mine,
    noEdits,
    edits({ 1: change("Rose"), 2: change("Ruby") }, [row(1, "A"), row(2, "B")]),
    edits({ 2: change("Ruby") }, [row(2, "B")]),
  ],
  [
    "not what was removed here and typed again in another tab",
    mine,
    noEdits,
    edits({ 1: change("Wine") }, [row(1, "X")]),
    edits({ 1: change("Wine") }, [row(1, "X")]),
  ],
  ["not what is the same and was removed in another tab", mine, mine, noEdits, noEdits],
])("the draft that tabs share gets %s", (_, before, after, onto, { changed, added }) =>
  expect(moveEdits(before, after, onto)).toMatchObject({ changed, added }),
);
