import type { OperandKind } from "./operands.ts";

/** The description of each kind of operand. */
export const operandWords: Readonly<Record<OperandKind, string>> = {
  text: "any text",
  number: "a number",
  integer: "a whole number",
  percent: "a percentage",
  boolean: "yes or no",
  date: "a date, such as 2026-01-31",
  duration: "an amount of time, or a date",
  unit: "minutes, hours, days, weeks, months or years",
  field: "another field",
  list: "several values, one per line or separated by commas",
  option: "one of the field's options",
  key: "the name of an entry, in any case",
  separator: "text that separates other texts",
  index: "a position: 0 is the first, -1 the last",
  formula: "a number, or a formula with fields",
  mappingSet: "a mapping set",
};
