import { describe, expect, test } from "vitest";
import type { ChangedCell } from "#rules/changed-cells.ts";
import { testFieldIds, testWorkflow } from "#rule-model/testing/builder.ts";
import { writeCsvLines } from "#web/base/csv.ts";
import {
  changedRows,
  fieldCounts,
  placeWords,
  recordCount,
  rowsTable,
  unroundedPrices,
} from "./changed-cells.ts";
import type { SampleRecord } from "./preview-session.ts";

const field = (id: number) => {
  const found = testWorkflow.catalogue.fields.get(id);
  if (!found) throw new Error(`There is no field ${id}.`);
  return found;
};
const cell = (record: number, change: Partial<ChangedCell> = {}): ChangedCell => ({
  record,
  objectHandle: "product",
  element: 0,
  field: field(testFieldIds.title),
  before: "a",
  after: "b",
  ...change,
});
const sample = (objects: Readonly<Record<string, unknown>>): SampleRecord => ({
  key: "product 1",
  name: "=CMD()",
  detail: "x",
  terms: "",
  record: { objects },
});

describe("changed cells", () => {
  test("each of several elements is named by its SKU, or by its place", () => {
    const many = sample({ product: [{ sku: "A-1" }, {}] });
    expect(placeWords(cell(0), many)).toBe("Title (A-1)");
    expect(placeWords(cell(0, { element: 1 }), many)).toBe("Title (2 of 2)");
    expect(placeWords(cell(0), sample({ product: {} }))).toBe("Title");
    expect(placeWords(cell(0), undefined)).toBe("Title");
  });

  test("counted by field, the most frequent first, and by record", () => {
    const cells = [cell(0), cell(1, { field: field(testFieldIds.price) }), cell(1), cell(2)];
    expect(fieldCounts(cells).map(({ label, count }) => [label, count])).toEqual([
      ["Title", 3],
      ["Price", 1],
    ]);
    expect(recordCount(cells)).toBe(3);
  });

  test("fault 26: exported so that no spreadsheet executes a value", () => {
    const rows = changedRows(
      [cell(0, { before: "=1+1", after: null }), cell(0, { before: 5, after: ["x"] })],
      [sample({ product: {} })],
    );
    const table = rowsTable(rows);
    const [, first, second] = writeCsvLines(table).split("\r\n");
    expect(first).toBe(`"'=CMD()",x,,Title,"'=1+1",`);
    expect(second).toBe(`"'=CMD()",x,,Title,5,"[""x""]"`);
  });
});

const fieldAt = (...path: string[]) => ({ ...field(testFieldIds.title), path });

test.each<[string, unknown, number]>([
  ["sale_price", 32.3595, 1],
  ["price", "19.995", 1],
  ["map", 19.99, 0],
  ["cost", "19.990000", 0],
  ["price", 20, 0],
  ["price", null, 0],
  ["weight", 0.125, 0],
  ["category_map_id", 1.234, 0],
])("a change of %s to %o has %i unrounded prices", (name, after, count) => {
  expect(unroundedPrices([cell(0, { field: fieldAt(name), after })])).toHaveLength(count);
});
