import { describe, expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import type { Side } from "#web/editing/editing-plan.ts";
import {
  addRows,
  editCount,
  type ItemEdits,
  type ItemValues,
  listRows,
  noEdits,
  revertRow,
  setRow,
} from "./item-edits.ts";
import { diffEdits, mergeEdits, rebaseEdits } from "./item-merge.ts";

const item = (id: number, fromValue: string, toValue: string | null = ""): MappingSetItem => ({
  id,
  mappingSetId: 1,
  fromValue,
  toValue,
});
const shown = [item(1, "GRN", "Green"), item(2, "RED", "Red"), item(3, "BLU", null)];
const rowAt = (edits: ItemEdits, at: number) => listRows(shown, edits)[at]!;
const edit = (id: number, values: ItemValues, added: readonly ItemValues[] = []) =>
  addRows(setRow(noEdits, rowAt(noEdits, id - 1), values), added);
const add = (...added: ItemValues[]) => addRows(noEdits, added);
const withItem = (...changed: MappingSetItem[]) => [
  ...new Map([...shown, ...changed].map((one) => [one.id, one])).values(),
];
/** What is left to send after the choice. */
const chosen = (edits: ItemEdits, now: readonly MappingSetItem[], side: Side): unknown[] => {
  const differences = diffEdits(edits, shown, now);
  const choices = Object.fromEntries(differences.map(({ field }) => [field, side]));
  const merged = mergeEdits(edits, differences, choices, now);
  expect(diffEdits(merged, now, now)).toEqual([]);
  return listRows(now, merged)
    .filter(({ changed }) => changed)
    .map(({ id, values }) => [id, values.from, values.to]);
};

describe("fault 41: an item that was edited here and changed by another person", () => {
  const scarlet = { from: "RED", to: "Scarlet" };
  const label = "From “RED”";
  test.each<[string, ItemValues, MappingSetItem, object | undefined]>([
    ["another item", scarlet, item(1, "GRN", "Lime"), undefined],
    ["the same values", scarlet, item(2, "RED", "Scarlet"), undefined],
    ["no change", scarlet, item(2, "RED", "Red"), undefined],
    [
      "the same value",
      scarlet,
      item(2, "RED", "Crimson"),
      { label, was: "“RED” → “Red”", now: "“RED” → “Crimson”", mine: "“RED” → “Scarlet”" },
    ],
    [
      "the other value",
      scarlet,
      item(2, "ROT", "Red"),
      { label, now: "“ROT” → “Red”", both: "“ROT” → “Scarlet”" },
    ],
    [
      "both values, one of them equally",
      { from: "ROT", to: "Scarlet" },
      item(2, "ROT", "Crimson"),
      { label, now: "“ROT” → “Crimson”" },
    ],
    ["both values", scarlet, item(2, "ROT", null), { label, now: "“ROT” → –" }],
  ])("%s", (_name, mine, theirs, expected) => {
    const differences = diffEdits(edit(2, mine), shown, withItem(theirs));
    const one = expect.objectContaining({ both: undefined, ...expected });
    expect(differences.map((each) => ({ both: undefined, ...each }))).toEqual(
      expected === undefined ? [] : [one],
    );
  });

  test("an item that no longer exists is none, and its edit ends", () => {
    expect(diffEdits(edit(2, scarlet), shown, [shown[0]!])).toEqual([]);
    expect(rebaseEdits(edit(2, scarlet), [shown[0]!])).toEqual(noEdits);
  });

  test.each<[Side, unknown[]]>([
    ["mine", [[2, "RED", "Scarlet"]]],
    ["theirs", []],
    ["both", [[2, "ROT", "Scarlet"]]],
  ])("resolved with %s", (side, left) => {
    expect(chosen(edit(2, scarlet), withItem(item(2, "ROT", "Red")), side)).toEqual(left);
  });
});

describe("fault 41: an item that two people add", () => {
  const mine = { from: "YEL", to: "Yellow" };
  test.each<[string, readonly ItemValues[], MappingSetItem, number]>([
    ["other values", [mine], item(9, "BLK", "Black"), 0],
    ["the same values", [mine], item(9, "YEL", "Yellow"), 0],
    ["one From value with two To values", [mine], item(9, "YEL", "Amber"), 1],
    ["twice here", [mine, { from: "YEL", to: "Gold" }], item(9, "YEL", "Amber"), 1],
    ["by changing another item's From value", [mine], item(3, "YEL", "Amber"), 1],
    ["a From value that was shown", [{ from: "GRN", to: "x" }], item(9, "GRN", "Lime"), 0],
    ["a name of an object's property", [{ from: "__proto__", to: "x" }], item(9, "YEL", "y"), 0],
  ])("%s", (_name, added, theirs, count) => {
    expect(diffEdits(add(...added), shown, withItem(theirs))).toHaveLength(count);
  });

  test("is named by its From value", () => {
    expect(diffEdits(add(mine), shown, withItem(item(9, "YEL", "Amber")))).toMatchObject([
      {
        label: "Added by both: “YEL”",
        was: "",
        now: "“YEL” → “Amber”",
        mine: "“YEL” → “Yellow”",
      },
    ]);
  });

  test.each<[Side, unknown[]]>([
    ["mine", [[9, "YEL", "Yellow"]]],
    ["theirs", []],
  ])("with two To values, resolved with %s: it is there once", (side, left) => {
    expect(chosen(add(mine), withItem(item(9, "YEL", "Amber")), side)).toEqual(left);
  });

  test("with the same values, it isn't sent again; other rows are", () => {
    const edits = add(mine, { from: "BLK", to: "Black" });
    const rest = rebaseEdits(edits, withItem(item(9, "YEL", "Yellow")));
    expect(rest.added.map(({ values }) => values.from)).toEqual(["BLK"]);
    expect(rebaseEdits(edits, shown)).toEqual(edits);
  });

  test("an item that is edited here is a conflict of its own", () => {
    const edits = edit(3, { from: "BLU", to: "Blue" }, [mine]);
    expect(diffEdits(edits, shown, withItem(item(3, "YEL", "Amber")))).toMatchObject([
      { field: "3" },
    ]);
  });
});

describe("a part of the edits that was saved", () => {
  const yelow = { from: "YEL", to: "Yelow" };
  const sent = edit(2, { from: "RED", to: "Scarlet" }, [yelow, { from: "BLK", to: "Black" }]);
  const saved = [
    ...withItem(item(2, "RED", "Scarlet")),
    item(9, "YEL", "Yelow"),
    item(10, "BLK", "Black"),
  ];
  const retyped = (at: number, values: ItemValues) => setRow(sent, rowAt(sent, at), values);

  test.each<[string, ItemEdits, changed: object]>([
    ["nothing", sent, {}],
    [
      "the To value of a new row",
      retyped(3, { from: "YEL", to: "Yellow" }),
      { 9: { values: { from: "YEL", to: "Yellow" }, was: yelow } },
    ],
    [
      "an item",
      retyped(1, { from: "RED", to: "Crimson" }),
      { 2: { values: { from: "RED", to: "Crimson" }, was: { from: "RED", to: "Scarlet" } } },
    ],
    ["a new row, which is cleared", retyped(3, { from: "", to: "" }), {}],
    ["a new row, which is removed", revertRow(sent, rowAt(sent, 3)), {}],
  ])("what was typed since is left, as a change of the item: %s", (_what, edits, changed) => {
    expect(rebaseEdits(edits, saved, sent)).toEqual({ changed, added: [] });
  });

  test("other rows stay, with the values from before", () => {
    const more = addRows(setRow(sent, rowAt(sent, 0), { from: "GRN", to: "Lime" }), [
      { from: "WHT", to: "White" },
    ]);
    const left = rebaseEdits(more, saved, sent);
    expect(left.changed).toEqual({
      1: { values: { from: "GRN", to: "Lime" }, was: { from: "GRN", to: "Green" } },
    });
    expect(left.added).toEqual(more.added.slice(2));
  });

  test("the API may write a value in another way", () => {
    expect(rebaseEdits(sent, [...shown, item(9, "YEL", "yelow")], sent)).toEqual(noEdits);
  });

  test("a check finds it only if the items have all of it", () => {
    expect(editCount(rebaseEdits(sent, saved))).toBe(0);
    expect(editCount(rebaseEdits(sent, shown))).toBe(3);
  });
});
