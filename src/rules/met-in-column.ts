import type { Comparator } from "./comparator.ts";
import type { Judge } from "./evaluate-condition.ts";
import { judgeArrays, judgeEntries, judgeReading } from "./evaluate-condition.ts";
import type { Operands } from "./operands.ts";
import { readings, readsWholeArray } from "./read-value.ts";
import type { MadeColumn, ValueColumn } from "./value-column.ts";
import { valueColumn } from "./value-column.ts";

/*
 * Finds the elements of a column that match a condition. The meaning of a comparator is defined in its table, the
 * evaluation of arrays and other fields in evaluate-condition.ts; this file contains only the iteration over the
 * column.
 */

/** The part of a condition that evaluates values. */
export interface Judging {
  readonly comparator: Comparator;
  readonly operands: Operands;
  readonly now: number;
  readonly mustMatchAll: boolean;
}

/** Another field's values for those of a column. */
export interface BesideColumn {
  readonly column: ValueColumn;
  /** If an element has exactly one other value: its index in the other column. */
  readonly placeOf: ((element: number) => number) | undefined;
  readonly valuesOf: (element: number) => readonly unknown[];
}

const judgeWhole = (judging: Judging, beside?: BesideColumn): Judge => {
  const { comparator, operands, now, mustMatchAll } = judging;
  return judgeArrays(
    judgeEntries(comparator, operands, now, beside?.valuesOf),
    comparator,
    mustMatchAll,
  );
};

const looksIntoArrays = ({ reads }: Comparator, column: ValueColumn): boolean =>
  !readsWholeArray(reads) && column.hasArrays();

/** Each of the different values is evaluated once; the rest is a look-up for every element. */
export const metByValue = (column: ValueColumn, judging: Judging): Uint8Array => {
  const { comparator, operands, now } = judging;
  const judge = judgeReading(comparator, operands, now);
  const read = column.readingsOf(comparator.reads);
  const verdicts = new Uint8Array(read.length);
  for (let at = 0; at < verdicts.length; at++) verdicts[at] = judge(read[at], undefined) ? 1 : 0;
  if (looksIntoArrays(comparator, column)) {
    const judgeArray = judgeWhole(judging);
    column.distinct().forEach((value, at) => {
      if (Array.isArray(value)) verdicts[at] = Number(judgeArray(value, 0));
    });
  }
  // If all values differ, their order is that of the elements.
  if (column.inOrder() && verdicts.length === column.values.length) return verdicts;
  const codes = column.codes();
  const met = new Uint8Array(codes.length);
  for (let element = 0; element < met.length; element++)
    met[element] = verdicts[codes[element] ?? 0] ?? 0;
  return met;
};

const toBits = (values: readonly unknown[], judge: Judge): Uint8Array =>
  Uint8Array.from(values, (value, element) => Number(judge(value, element)));

/** Evaluates each element with the other field's values. */
export const metBeside = (
  column: ValueColumn,
  beside: BesideColumn,
  judging: Judging,
): Uint8Array => {
  const { comparator, operands, now } = judging;
  const { placeOf, column: otherColumn } = beside;
  if (!placeOf || otherColumn.hasArrays() || looksIntoArrays(comparator, column))
    return toBits(column.values, judgeWhole(judging, beside));
  const judge = judgeReading(comparator, operands, now);
  const [own, others] = [
    column.readingsOf(comparator.reads),
    otherColumn.readingsOf(comparator.reads),
  ];
  const [codes, otherCodes] = [column.codes(), otherColumn.codes()];
  // One value for each element, as in nearly all cases: the list that contains it can be reused.
  const one: unknown[] = [undefined];
  const met = new Uint8Array(codes.length);
  for (let element = 0; element < met.length; element++) {
    one[0] = others[otherCodes[placeOf(element)] ?? 0];
    met[element] = judge(own[codes[element] ?? 0], one) ? 1 : 0;
  }
  return met;
};

/** The values of the entries that a condition selects by their name. */
export const pickedColumn = (
  column: ValueColumn,
  { reads, pick }: Comparator,
  operands: Operands,
): MadeColumn =>
  column.made(`${reads} ${operands.first}`, () => {
    const pickOf = pick?.(operands);
    const entries = column.values.map((value) => pickOf?.(readings.entries(value) ?? []));
    return {
      column: valueColumn(entries.map((entry) => entry?.value)),
      present: Uint8Array.from(entries, (entry) => Number(entry !== undefined)),
    };
  });
