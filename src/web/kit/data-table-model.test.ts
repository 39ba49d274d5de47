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
} from "./data-table-model.ts";
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
