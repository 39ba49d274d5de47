// @vitest-environment happy-dom
import { useTable } from "@tanstack/react-table";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  type Column,
  compareCells,
  compareValues,
  defineColumns,
  features,
  sortValue,
  createColumnHelper,
} from "./columns.tsx";
import type { CsvValue } from "#web/base/csv-value.ts";

const value = fc.oneof(
  fc.constantFrom<CsvValue>(null, undefined, "", true, false),
  fc.string(),
  fc.double({ noNaN: true }),
);

test("sorts numbers by value, texts in the person's order, and empty values last", () => {
  const sorted = ["R-10", null, "R-9", "", "a", "Ä", "B"].toSorted(compareValues);
  expect(sorted).toEqual(["a", "Ä", "B", "R-9", "R-10", null, ""]);
  expect([10, 9.5, undefined, -1, 0].toSorted(compareValues)).toEqual([-1, 0, 9.5, 10, undefined]);
});

const row = (value: CsvValue) => ({ value });
const column: Column<ReturnType<typeof row>> = {
  id: "value",
  header: "Value",
  cell: () => null,
  value: (one) => one.value,
  width: 100,
};

/** The values in the order of a table that is sorted by them. */
const sortInTable = (values: readonly CsvValue[], desc: boolean): string => {
  const data = values.map(row);
  const Table = () =>
    useTable({
      features,
      columns: defineColumns([column]),
      data,
      state: { sorting: [{ id: "value", desc }] },
    })
      .getRowModel()
      .rows.map(({ original }) => `${String(original.value)} `);
  return renderToStaticMarkup(createElement(Table)).trim();
};

test.each([
  [false, [-1, 0, 10, null, undefined]],
  [true, [10, 0, -1, null, undefined]],
])("empty cells are last, descending: %j", (desc, expected) => {
  const values = [0, null, 10, -1, undefined];
  expect(values.toSorted((a, b) => compareCells(a, b, desc))).toEqual(expected);
  expect(sortInTable(values, desc)).toBe(expected.map(String).join(" "));
});

test.each([
  [{ value: String }, "9"],
  [{ value: String, rank: Number }, 9],
  [{}, undefined],
])("a column is sorted by its rank if it has one, otherwise by its value", (column, expected) => {
  expect(sortValue(column, 9)).toBe(expected);
});

test("the order is consistent", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
    }),
  );
});

test("the type of a column gives its exported value and its order", () => {
  const column = createColumnHelper<{ total: number | null; at: string; state: string }>();
  const row = { total: 1234.5, at: "2026-11-20T10:00:00Z", state: "open" };
  const total = column.money("total", "Total", 100, { optional: true });
  expect(total).toMatchObject({ id: "total", header: "Total", align: "end", optional: true });
  expect([total.value?.(row), total.rank?.(row), total.cell(row)]).toEqual([
    "1234.50",
    1234.5,
    "1,234.50",
  ]);
  expect(column.date("at", "At", 100).value?.(row)).toBe(row.at);
  const state = column.status("state", "State", 100, {
    of: () => ({ label: "Open", tone: "good" }),
  });
  expect(state.value?.(row)).toBe("Open");
  expect(column.quantity("half", "Half", 80, { of: () => 1200 }).cell(row)).toBe("1,200");
});
