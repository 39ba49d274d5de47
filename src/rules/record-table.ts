import type { ElementRows } from "./element-rows.ts";
import { objectRows, valueRows } from "./element-rows.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { Place, RuleRecord } from "./field-values.ts";
import { valueAt } from "./field-values.ts";
import type { ValueColumn } from "./value-column.ts";
import { valueColumn } from "./value-column.ts";

/** Records to run rules over. Columns of their values are computed when they are first needed, and cached. */
export interface RecordTable {
  readonly size: number;
  readonly context: EvaluationContext;
  readonly recordAt: (record: number) => RuleRecord;
  readonly rowsOf: (place: Place) => ElementRows;
  readonly columnOf: (place: Place) => ValueColumn;
  /** Cached results for these records and for the results of rules on them, by the parts of rules. */
  readonly kept: WeakMap<object, unknown>;
}

/** The key of a place in a table. */
export const placeKey = (place: Place): string =>
  place === "value" ? "" : `${place.field.objectHandle}\n${place.field.path.join("\n")}`;

/** Computes a value for each place once. */
export const byPlace = <T>(make: (place: Place) => T): ((place: Place) => T) => {
  const made = new Map<string, T>();
  return (place) => {
    const key = placeKey(place);
    const known = made.get(key) ?? make(place);
    made.set(key, known);
    return known;
  };
};

const byName = <T>(make: (name: string) => T): ((name: string) => T) => {
  const made = new Map<string, T>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
};

const columnFrom = (
  records: readonly RuleRecord[],
  place: Place,
  rowsOf: (place: Place) => ElementRows,
): ValueColumn => {
  if (place === "value") return valueColumn(records.map(({ value }) => value));
  const { path } = place.field;
  return valueColumn(rowsOf(place).elements.map((element) => valueAt(element, path)));
};

/** Creates a table of records, which must not change afterwards. */
export const createTable = (
  records: readonly RuleRecord[],
  context: EvaluationContext,
): RecordTable => {
  const ofValue = valueRows(records.length);
  const ofObject = byName((objectHandle) => objectRows(records, objectHandle));
  const rowsOf = (place: Place) =>
    place === "value" ? ofValue : ofObject(place.field.objectHandle);
  return {
    size: records.length,
    context,
    recordAt: (record) => records[record] ?? { objects: {} },
    rowsOf,
    columnOf: byPlace((place) => columnFrom(records, place, rowsOf)),
    kept: new WeakMap(),
  };
};
