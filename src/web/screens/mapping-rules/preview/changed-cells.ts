import { isUnroundedPrice } from "#catalog/run-rule.ts";
import type { ChangedCell } from "#rules/changed-cells.ts";
import { ownField, toText } from "#rules/read-value.ts";
import { listElements } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns } from "#rules/run-columns.ts";
import type { CsvValue } from "#web/base/csv-value.ts";
import type { Preview, SampleRecord } from "./preview-session.ts";

/** The rule's changes of the selected record. */
export const changesOfRecord = ({
  selected,
  rule,
  context,
}: Pick<Preview, "selected" | "rule" | "context">): readonly ChangedCell[] =>
  selected ? runColumns(rule, createTable([selected.record], context)).changedCells() : [];

/** The name of a cell's element, by its SKU where it has one; undefined for a single record. */
const elementName = (
  { objectHandle, element }: ChangedCell,
  sample: SampleRecord | undefined,
): string => {
  const data =
    objectHandle === undefined ? undefined : ownField(sample?.record.objects, objectHandle);
  if (!sample || !Array.isArray(data) || objectHandle === undefined) return "";
  const held = listElements(sample.record, objectHandle)[element];
  return toText(ownField(held, "sku")) ?? `${element + 1} of ${data.length}`;
};

/** The field of a cell, and its element where there are several. */
export const placeWords = (cell: ChangedCell, sample: SampleRecord | undefined): string => {
  const element = elementName(cell, sample);
  const { label } = cell.field;
  return element === "" ? label : `${label} (${element})`;
};

/** The number of cells of each field, the most frequent first. */
export const fieldCounts = (
  cells: readonly ChangedCell[],
): readonly { readonly id: number; readonly label: string; readonly count: number }[] => {
  const counts = new Map<number, { id: number; label: string; count: number }>();
  for (const { field } of cells) {
    const before = counts.get(field.id);
    counts.set(field.id, {
      id: field.id,
      label: field.label,
      count: (before?.count ?? 0) + 1,
    });
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count);
};

export const recordCount = (cells: readonly ChangedCell[]): number =>
  new Set(cells.map(({ record }) => record)).size;

/** The value of a cell in a file. */
export const cellValue = (value: unknown): CsvValue => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? value : JSON.stringify(value);
};

export const cellsTable = (
  cells: readonly ChangedCell[],
  samples: readonly SampleRecord[],
): CsvValue[][] => [
  ["Record", "Description", "Element", "Field", "Before", "After"],
  ...cells.map((cell) => {
    const sample = samples[cell.record];
    return [
      sample?.name,
      sample?.detail,
      elementName(cell, sample),
      cell.field.label,
      cellValue(cell.before),
      cellValue(cell.after),
    ];
  }),
];

/** The changes that result in a price with fractions of a cent. */
export const unroundedPrices = (cells: readonly ChangedCell[]): readonly ChangedCell[] =>
  cells.filter(({ field, after }) => isUnroundedPrice(field.path, after));
