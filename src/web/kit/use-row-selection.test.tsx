// @vitest-environment happy-dom
import { useEffect } from "react";
import { expect, test } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { type IdSelection, listRange, useRowSelection } from "./use-row-selection.ts";

test.each([
  [2, 4, [2, 3, 4]],
  [4, 2, [2, 3, 4]],
  [3, 3, [3]],
  [99, 3, [3]],
])("the range from %i to %i", (from, to, expected) =>
  expect(listRange([1, 2, 3, 4, 5], from, to)).toEqual(expected),
);

const listed = [10, 20, 30, 40, 50];
type Step = number | `⇧${number}` | "all" | "clear";

test.each<[is: string, steps: Step[], selected: number[]]>([
  ["one row", [1], [20]],
  ["a row that is selected again", [1, 1], []],
  ["a range", [1, "⇧3"], [20, 30, 40]],
  ["a range upwards", [3, "⇧1"], [20, 30, 40]],
  ["two ranges from the same row", [2, "⇧4", "⇧1"], [20, 30, 40, 50]],
  ["a range without a beginning", ["⇧2"], [30]],
  ["a range after its beginning was removed", [1, 1, "⇧3"], [40]],
  ["a range within a selection", ["all", 1, 1, "⇧2"], [10, 20, 30, 40, 50]],
  ["all, and none of them", ["all", "all"], []],
  ["all that are left", [1, "all", "clear", "⇧2"], [30]],
])("selecting %s", async (_, steps, selected) => {
  let picks: IdSelection<number> | undefined;
  const List = () => {
    const selection = useRowSelection(listed);
    useEffect(() => void (picks = selection));
    return null;
  };
  openTestApp({ "/": List });
  await expect.poll(() => picks).toBeDefined();
  for (const step of steps) {
    const before = picks;
    if (step === "all") picks!.toggleAll();
    else if (step === "clear") picks!.clear();
    else picks!.toggle(Number(String(step).replace("⇧", "")), typeof step === "string");
    await expect.poll(() => picks !== before).toBe(true);
  }
  expect([...picks!.ids].toSorted((a, b) => a - b)).toEqual(selected);
  expect(picks!.all).toBe(selected.length === listed.length);
});
