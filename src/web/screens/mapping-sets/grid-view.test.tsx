// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { useGridView } from "./item-grid.tsx";
import { findMarks, type ItemRow } from "./item-edits.ts";

type GridView = ReturnType<typeof useGridView>;

const rowOf = (id: number, from: string, to: string): ItemRow => ({
  key: String(id),
  id,
  values: { from, to },
  saved: { from, to },
  changed: false,
});

const rows = [rowOf(1, "Crimson", "Red"), rowOf(2, "Navy", "Blue"), rowOf(3, "", "Green")];
const typed = (at: number, from: string, to: string) =>
  rows.with(at, { ...rows[at]!, values: { from, to }, changed: true });

/** Searches rows, and later other ones. */
const openView = () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement("div"));
  onTestFinished(() => act(() => root.unmount()));
  let shown: GridView | undefined;
  const View = ({
    now,
    needle,
    onlyMarked,
  }: {
    now: ItemRow[];
    needle: string;
    onlyMarked: boolean;
  }) => {
    const view = useGridView(now, findMarks(now), { needle, onlyMarked });
    useEffect(() => {
      shown = view;
    });
    return null;
  };
  return (now: ItemRow[], needle: string, onlyMarked = false) => {
    act(() => root.render(<View {...{ now, needle, onlyMarked }} />));
    return shown;
  };
};

test("a row that a search shows stays while it is typed in, until something else is searched", () => {
  const search = openView();
  expect(search(rows, "red")).toEqual({ places: [0], blank: false });
  const now = typed(0, "Crimson", "Rose");
  expect(search(now, "red")).toEqual({ places: [0], blank: false });
  expect(search(now, "rose")).toEqual({ places: [0], blank: false });
  expect(search(now, "red")).toEqual({ places: [], blank: false });
  expect(search(now, "")).toEqual({ places: [0, 1, 2], blank: true });
});

test("a row that matches later is shown too", () => {
  const search = openView();
  search(rows, "red");
  expect(search(typed(1, "Navy", "Dark red"), "red")).toEqual({ places: [0, 1], blank: false });
});

test("the rows to check stay while they are corrected, also the last one", () => {
  const search = openView();
  expect(search(rows, "", true)).toEqual({ places: [2], blank: false });
  const now = typed(2, "Lime", "Green");
  expect(search(now, "", true)).toEqual({ places: [2], blank: false });
  expect(search(now, "", false)).toEqual({ places: [0, 1, 2], blank: true });
  // There is none to check any more.
  expect(search(now, "", true)).toEqual({ places: [0, 1, 2], blank: true });
});
