import { describe, expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { findTwins, removeArrived } from "./item-arrivals.ts";
import {
  addRows,
  editCount,
  type ItemEdits,
  type ItemValues,
  listRows,
  noEdits,
  revertRow,
  setRow,
  splitBatches,
} from "./item-edits.ts";
import { findConflicts } from "./item-merge.ts";

const item = (id: number, fromValue: string, toValue: string): MappingSetItem => ({
  id,
  mappingSetId: 1,
  fromValue,
  toValue,
});
const items = [item(1, "GRN", "Green"), item(2, "RED", "Red"), item(3, "BLU", "Blue")];
const rowAt = (edits: ItemEdits, at: number) => listRows(items, edits)[at]!;
const typed = (at: number, to: string, edits = noEdits) => {
  const row = rowAt(edits, at);
  return setRow(edits, row, { ...row.values, to });
};

test("after a lost answer, arrived rows leave the edits, once for each item", () => {
  const twice = { from: "YEL", to: "Yellow" };
  const edits = addRows(typed(1, "Scarlet"), [twice, twice, { from: "BLK", to: "Black" }]);
  const now = [items[0]!, item(2, "RED", "Scarlet"), items[2]!, item(9, "YEL", "Yellow")];
  const rest = removeArrived(edits, { twins: findTwins(edits, items), rows: [] }, now);
  expect(rest.added.map(({ values }) => values.from)).toEqual(["YEL", "BLK"]);
  expect(editCount(rest)).toBe(2);
});

test("an item that had the same values before the save does not count as an arrived row", () => {
  const edits = addRows(noEdits, [
    { from: "GRN", to: "Green" },
    { from: "NEW", to: "1" },
  ]);
  const twins = findTwins(edits, items);
  expect(twins).toEqual([1]);
  const left = (now: readonly MappingSetItem[]) =>
    removeArrived(edits, { twins, rows: [] }, now).added.map(({ values }) => values.from);
  expect(left(items)).toEqual(["GRN", "NEW"]);
  expect(left([...items, item(9, "NEW", "1")])).toEqual(["GRN"]);
  expect(left([...items, item(9, "NEW", "1"), item(8, "GRN", "Green")])).toEqual([]);
});

describe("rows that are corrected while their save is unknown", () => {
  const yellow = { from: "YEL", to: "Yelow" };
  const before = addRows(typed(1, "Scarlet"), [yellow, { from: "BLK", to: "Black" }]);
  const sent = {
    twins: findTwins(before, items),
    rows: splitBatches(listRows(items, before)).flatMap(({ rows }) => rows),
  };
  const arrived = [
    items[0]!,
    item(2, "RED", "Scarlet"),
    items[2]!,
    item(9, "YEL", "Yelow"),
    item(10, "BLK", "Black"),
  ];
  const correct = (at: number, values: ItemValues, edits = before) =>
    setRow(edits, rowAt(edits, at), values);

  test.each<[string, ItemEdits, changed: object]>([
    ["nothing", before, {}],
    [
      "its To value",
      correct(3, { from: "YEL", to: "Yellow" }),
      { 9: { values: { from: "YEL", to: "Yellow" }, was: yellow } },
    ],
    [
      "its From value",
      correct(3, { from: "YLW", to: "Yelow" }),
      { 9: { values: { from: "YLW", to: "Yelow" }, was: yellow } },
    ],
    [
      "an item of the set",
      typed(1, "Crimson", before),
      {
        2: { values: { from: "RED", to: "Crimson" }, was: { from: "RED", to: "Scarlet" } },
      },
    ],
    ["a new row, which is cleared", correct(3, { from: "", to: "" }), {}],
    ["a new row, which is removed", revertRow(before, rowAt(before, 3)), {}],
  ])("the request arrived: %s", (_what, edits, changed) => {
    const left = removeArrived(edits, sent, arrived);
    expect(left).toMatchObject({ changed, added: [] });
    expect(Object.keys(left.changed)).toEqual(Object.keys(changed));
    expect(findConflicts(left, arrived, arrived)).toEqual([]);
  });

  test("the request did not arrive", () => {
    const edits = typed(1, "Crimson", correct(3, { from: "YEL", to: "Yellow" }));
    expect(removeArrived(edits, sent, items)).toEqual(edits);
  });

  test("a row of the request is its item, before another row with the same values", () => {
    const edits = addRows(correct(3, { from: "YEL", to: "Yellow" }), [yellow]);
    const [first, , last] = edits.added;
    const shuffled = { ...edits, added: [last!, first!] };
    const left = removeArrived(shuffled, sent, arrived);
    expect(left.added).toEqual([last]);
    expect(left.changed).toEqual({ 9: { values: { from: "YEL", to: "Yellow" }, was: yellow } });
  });
});
