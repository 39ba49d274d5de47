import { expect, test } from "vitest";
import { maxAnswerBytes } from "#contract/limits.ts";
import type { ItemRow, ItemValues } from "./item-edits.ts";
import { estimateSize, findOverflow, type Overflow } from "./set-size.ts";

/** An item that leaves this many bytes of its set free. Letters that may be escaped count as six bytes. */
const fill = (free: number): ItemValues => {
  const bytes = maxAnswerBytes - estimateSize([{ from: "a", to: "" }]) - free;
  return { from: "a", to: "é".repeat(bytes / 6) + "x".repeat(bytes % 6) };
};
const small: ItemValues = { from: "b", to: "c" };
const smallSize = estimateSize([small]) - estimateSize([]);

const savedRow = (saved: ItemValues, values = saved): ItemRow => ({
  key: "1",
  id: 1,
  values,
  saved,
  changed: values !== saved,
});
const newRow = (values: ItemValues): ItemRow => ({
  key: "new 1",
  id: undefined,
  values,
  saved: undefined,
  changed: true,
});

const full = fill(2 * smallSize);
const longer = { ...full, to: `${full.to}${"x".repeat(3 * smallSize)}` };
const added = (count: number) => Array.from({ length: count }, () => newRow(small));
const unsent = newRow({ from: " ", to: "x".repeat(5 * smallSize) });

test.each<[what: string, rows: readonly ItemRow[], overflow: Overflow | undefined]>([
  ["no edits", [savedRow(full)], undefined],
  ["new items that fit, and one that isn't sent", [savedRow(full), ...added(2), unsent], undefined],
  ["one new item too many", [savedRow(full), ...added(3)], { added: 3, most: 2 }],
  ["a value that grew too long", [savedRow(full, longer)], { added: 0, most: 0 }],
  ["that value, and a new item", [savedRow(full, longer), ...added(1)], { added: 1, most: 0 }],
  [
    "new items in the room of a value that got shorter",
    [savedRow(full, small), ...added(9)],
    undefined,
  ],
])("a set that is almost full, with %s", (_, rows, overflow) =>
  expect(findOverflow(estimateSize([full]), rows)).toEqual(overflow),
);

test("a set that seems too large already may get smaller, but not larger", () => {
  const size = estimateSize([longer]);
  const shorter = { ...longer, to: longer.to.slice(1) };
  expect(findOverflow(size, [savedRow(longer, shorter)])).toBeUndefined();
  expect(findOverflow(size, [savedRow(longer), ...added(1)])).toEqual({ added: 1, most: 0 });
});
