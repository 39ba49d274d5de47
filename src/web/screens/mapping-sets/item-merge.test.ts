import { describe, expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { removeArrived } from "./item-arrivals.ts";
import {
  addRows,
  type ItemValues,
  listRows,
  noEdits,
  setRows,
  splitBatches,
} from "./item-edits.ts";
import {
  dropAddedByOthers,
  findConflicts,
  followEdits,
  type ItemSide,
  resolveConflicts,
} from "./item-merge.ts";

const item = (id: number, fromValue: string, toValue: string | null = ""): MappingSetItem => ({
  id,
  mappingSetId: 1,
  fromValue,
  toValue,
});
const shown = [item(1, "GRN", "Green"), item(2, "RED", "Red"), item(3, "BLU", null)];
const [red, blu] = [
  { from: "RED", to: "Red" },
  { from: "BLU", to: "" },
];
const edit = (id: number, values: ItemValues, added: readonly ItemValues[] = []) =>
  addRows(
    setRows(
      noEdits,
      listRows(shown, noEdits)
        .filter((row) => row.id === id)
        .map((row) => [row, values]),
    ),
    added,
  );
const add = (...added: ItemValues[]) => addRows(noEdits, added);
const withItem = (...changed: MappingSetItem[]) => [
  ...new Map([...shown, ...changed].map((one) => [one.id, one])).values(),
];
/** What a save sends after the choice. */
const sent = (
  edits: ReturnType<typeof edit>,
  fresh: readonly MappingSetItem[],
  side: ItemSide,
): unknown[] => {
  const conflicts = findConflicts(edits, shown, fresh);
  const chosen = resolveConflicts(edits, conflicts, new Map(conflicts.map(({ id }) => [id, side])));
  expect(findConflicts(chosen, fresh, fresh)).toEqual([]);
  return splitBatches(listRows(fresh, chosen)).flatMap(({ body }) =>
    body.map(({ id, fromValue, toValue }) => [id, fromValue, toValue]),
  );
};

describe("fault 41: an item that was edited here and changed by another person", () => {
  const scarlet = { from: "RED", to: "Scarlet" };
  test.each<[string, ItemValues, MappingSetItem, object | undefined]>([
    ["another item", scarlet, item(1, "GRN", "Lime"), undefined],
    ["the same values", scarlet, item(2, "RED", "Scarlet"), undefined],
    ["no change", scarlet, item(2, "RED", "Red"), undefined],
    ["the same value", scarlet, item(2, "RED", "Crimson"), { was: red, mine: scarlet }],
    [
      "the other value",
      scarlet,
      item(2, "ROT", "Red"),
      { both: { from: "ROT", to: "Scarlet" }, theirs: { from: "ROT", to: "Red" } },
    ],
    [
      "both values, one of them equally",
      { from: "ROT", to: "Scarlet" },
      item(2, "ROT", "Crimson"),
      { theirs: { from: "ROT", to: "Crimson" } },
    ],
    ["both values", scarlet, item(2, "ROT", "Crimson"), { theirs: { from: "ROT", to: "Crimson" } }],
  ])("%s", (_name, mine, theirs, expected) => {
    const conflicts = findConflicts(edit(2, mine), shown, withItem(theirs));
    const one = expect.objectContaining({ both: undefined, ...expected });
    expect(conflicts.map(({ both, ...rest }) => ({ both, ...rest }))).toEqual(
      expected === undefined ? [] : [one],
    );
  });

  test.each<[string, MappingSetItem, number]>([
    ["the save didn't arrive, and another person changed the item", item(2, "RED", "Crimson"), 1],
    ["the save arrived, and another person changed the item after it", item(2, "ROT", "Rot"), 1],
    ["the save arrived", item(2, "RED", "Scarlet"), 0],
    ["the save didn't arrive", item(2, "RED", "Red"), 0],
  ])("after a check of a lost response: %s", (_name, now, count) => {
    const fresh = withItem(now);
    const left = removeArrived(edit(2, scarlet), { twins: [], rows: [] }, fresh);
    expect(findConflicts(left, fresh, fresh)).toHaveLength(count);
  });

  test("an item that no longer exists is none", () => {
    expect(findConflicts(edit(2, scarlet), shown, [shown[0]!])).toEqual([]);
  });

  test.each<[ItemSide, unknown[]]>([
    ["mine", [[2, "RED", "Scarlet"]]],
    ["theirs", []],
    ["both", [[2, "ROT", "Scarlet"]]],
  ])("resolved with %s", (side, body) => {
    expect(sent(edit(2, scarlet), withItem(item(2, "ROT", "Red")), side)).toEqual(body);
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
    expect(findConflicts(add(...added), shown, withItem(theirs))).toHaveLength(count);
  });

  test.each<[ItemSide, unknown[]]>([
    ["mine", [[9, "YEL", "Yellow"]]],
    ["theirs", []],
  ])("with two To values, resolved with %s: it is there once", (side, body) => {
    expect(sent(add(mine), withItem(item(9, "YEL", "Amber")), side)).toEqual(body);
  });

  test("with the same values, it isn't sent again; other rows are", () => {
    const edits = add(mine, { from: "BLK", to: "Black" });
    const rest = dropAddedByOthers(edits, shown, withItem(item(9, "YEL", "Yellow")));
    expect(rest.added.map(({ values }) => values.from)).toEqual(["BLK"]);
    expect(dropAddedByOthers(edits, shown, shown)).toBe(edits);
  });

  test("an item that is edited here is a conflict of its own", () => {
    const edits = edit(3, { from: "BLU", to: "Blue" }, [mine]);
    expect(findConflicts(edits, shown, withItem(item(3, "YEL", "Amber")))).toEqual([
      expect.objectContaining({ id: 3, was: blu }),
    ]);
  });
});

describe("fault 41: conflicts follow what is typed meanwhile", () => {
  const theirs = item(2, "RED", "Crimson");
  const conflicts = findConflicts(edit(2, { from: "RED", to: "Scarlet" }), shown, withItem(theirs));
  test.each<[string, ItemValues | undefined, object[]]>([
    ["the values as they were", { from: "RED", to: "Scarlet" }, [{ mine: { to: "Scarlet" } }]],
    ["other values", { from: "RED", to: "Crimson red" }, [{ mine: { to: "Crimson red" } }]],
    [
      "another From value",
      { from: "RED2", to: "Red" },
      [{ mine: { from: "RED2" }, both: { from: "RED2", to: "Crimson" } }],
    ],
    ["their values", { from: "RED", to: "Crimson" }, []],
    ["no change any more", undefined, []],
  ])("%s", (_, values, expected) => {
    expect(followEdits(conflicts, values ? edit(2, values) : noEdits)).toMatchObject(expected);
  });

  const added = add({ from: "YEL", to: "Yellow" });
  const addedByBoth = findConflicts(added, shown, withItem(item(4, "YEL", "Gold")));
  test.each<[string, ItemValues, object[]]>([
    ["other values", { from: "YEL", to: "Golden" }, [{ mine: { to: "Golden" } }]],
    ["another From value, so that both stay", { from: "YEL2", to: "Yellow" }, []],
  ])("of added rows: %s", (_, values, expected) => {
    const edits = { ...added, added: added.added.map((row) => ({ ...row, values })) };
    expect(followEdits(addedByBoth, edits)).toMatchObject(expected);
  });
});
