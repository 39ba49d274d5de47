import { isUnroundedPrice } from "#catalog/run-rule.ts";
import { type ChangedCell, nameElement } from "#rules/changed-cells.ts";
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

const elementName = (
  { objectHandle, element }: ChangedCell,
  sample: SampleRecord | undefined,
): string => (sample ? nameElement(sample.record, objectHandle, element) : "");

const nameField = (label: string, element: string): string =>
  element === "" ? label : `${label} (${element})`;

/** The field of a cell, and its element where there are several. */
export const placeWords = (cell: ChangedCell, sample: SampleRecord | undefined): string =>
  nameField(cell.field.label, elementName(cell, sample));

export interface FieldCount {
  readonly id: number;
  readonly label: string;
  readonly count: number;
}

/** The number of cells of each field, the most frequent first. */
export const fieldCounts = (cells: readonly ChangedCell[]): readonly FieldCount[] => {
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

const cellValue = (value: unknown): CsvValue => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** A changed value for the table, and for the file. */
export interface ChangedRow {
  /** The key of its sample; undefined if that isn't loaded. */
  readonly key: string | undefined;
  readonly name: string;
  readonly detail: string;
  readonly element: string;
  readonly fieldId: number;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The field of a row, and its element where there are several. */
export const rowPlace = ({ label, element }: ChangedRow): string => nameField(label, element);

export const changedRows = (
  cells: readonly ChangedCell[],
  samples: readonly SampleRecord[],
): ChangedRow[] =>
  cells.map((cell) => {
    const sample = samples[cell.record];
    const { field, before, after } = cell;
    return {
      key: sample?.key,
      name: sample?.name ?? "",
      detail: sample?.detail ?? "",
      element: elementName(cell, sample),
      fieldId: field.id,
      label: field.label,
      before,
      after,
    };
  });

export const rowsTable = (rows: readonly ChangedRow[]): CsvValue[][] => [
  ["Record", "Description", "Element", "Field", "Before", "After"],
  ...rows.map(({ name, detail, element, label, before, after }) => [
    name,
    detail,
    element,
    label,
    cellValue(before),
    cellValue(after),
  ]),
];

/** The changes that result in a price with fractions of a cent. */
export const unroundedPrices = (cells: readonly ChangedCell[]): readonly ChangedCell[] =>
  cells.filter(({ field, after }) => isUnroundedPrice(field.path, after));
