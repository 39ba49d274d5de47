import type { Change } from "./action.ts";
import type { ActionContext } from "./apply-action.ts";
import { changeValue } from "./apply-action.ts";
import type { FieldScope } from "./field-scope.ts";
import { objectAt, placeIn } from "./field-scope.ts";
import type { Place } from "./field-values.ts";
import type { ElementBits } from "./judge-rule-columns.ts";
import type { RecordTable } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import type { RunnableAction } from "./runnable-rule.ts";
import { sameValue } from "./same-value.ts";
import type { ColumnWrites } from "./written-table.ts";

/** The result of one action on the records of a table. */
export interface ColumnChange {
  readonly field: RuleField;
  readonly writes: ColumnWrites;
  /** By record: 1 if a value changed. */
  readonly changed: Uint8Array;
}

interface Setting {
  readonly table: RecordTable;
  readonly scope: FieldScope;
  readonly elements: ElementBits;
}

/** Computes a value for each record, and caches it for the next elements, which are ordered by record. */
const keptForRecord = <T>(make: (record: number) => T): ((record: number) => T) => {
  let kept: { readonly record: number; readonly made: T } | undefined;
  return (record) => {
    if (kept?.record !== record) kept = { record, made: make(record) };
    return kept.made;
  };
};

/**
 * The values of other fields, as `supplyOf` returns them for one record; `index` is the index among all elements.
 * `onLookUp` is called at each look-up.
 */
const supplyFrom = (
  { table, scope, elements }: Setting,
  changedPlace: Place,
  onLookUp: () => void,
): ActionContext["supply"] => {
  const changedRows = table.rowsOf(changedPlace);
  const { owners, starts } = changedRows;
  return (field, other, otherScope) => {
    const place = placeIn(scope, other);
    const { values } = table.columnOf(place);
    const rows = table.rowsOf(place);
    const mask = otherScope === "filtered" ? elements(place) : undefined;
    const inRecord = keptForRecord((record) => {
      const first = rows.starts[record] ?? 0;
      const all = values.slice(first, rows.starts[record + 1]);
      return mask ? all.filter((_value, at) => mask[first + at] === 1) : all;
    });
    const together =
      place !== "value" &&
      objectAt(place) === objectAt(placeIn(scope, field)) &&
      otherScope !== "all" &&
      otherScope !== "filtered";
    // The common case: one other value for each element.
    if (rows.single && !mask && (!together || rows === changedRows))
      return (index) => {
        onLookUp();
        return [values[owners()[index] ?? 0]];
      };
    return (index) => {
      onLookUp();
      const record = owners()[index] ?? 0;
      if (!together || !rows.isCollection(record)) return inRecord(record);
      const at = index - (starts[record] ?? 0) + (rows.starts[record] ?? 0);
      return [at < (rows.starts[record + 1] ?? 0) ? values[at] : undefined];
    };
  };
};

/** Beyond this number of different values, caching them all costs more than it saves. */
const maxKnown = 256;

interface Made {
  readonly change: Change;
  readonly differs: boolean;
}

/**
 * Prepares an action. The result for a value is computed once for all elements that have it, unless the action uses
 * other fields. Records and arrays are rarely identical.
 */
const maker = (action: RunnableAction, field: RuleField, setting: Setting, place: Place) => {
  let usedOtherFields = false;
  const supply = supplyFrom(setting, place, () => {
    usedOtherFields = true;
  });
  const { context } = setting.table;
  const { inheritedType } = setting.scope;
  const changeOne = changeValue(action, { context, field, inheritedType, supply });
  const known = new Map<unknown, Made>();
  return (before: unknown, element: number): Made => {
    const alike = known.get(before);
    if (alike) return alike;
    usedOtherFields = false;
    const change = changeOne(before, element);
    const made = { change, differs: "value" in change && !sameValue(before, change.value) };
    // A map treats 0 and -0 as equal, which sameValue does not.
    if (!usedOtherFields && known.size < maxKnown && typeof before !== "object" && before !== 0)
      known.set(before, made);
    return made;
  };
};

/** Applies an action to the matching records, as `applyAction` does to one. Undefined if its field is unknown. */
export const changeColumn = (
  action: RunnableAction,
  setting: Setting,
  matched: Uint8Array,
): ColumnChange | undefined => {
  const { table, scope, elements } = setting;
  const field = table.context.catalogue.fields.get(action.globalObjectFieldId ?? 0);
  if (!field) return undefined;
  const place = placeIn(scope, field);
  const { starts } = table.rowsOf(place);
  const before = table.columnOf(place).values;
  const mask = action.applyToMatchedOnly ? elements(place) : undefined;
  const make = maker(action, field, setting, place);
  const changed = new Uint8Array(table.size);
  const at: number[] = [];
  const values: unknown[] = [];
  for (let record = 0; record < table.size; record++) {
    if (matched[record] !== 1) continue;
    const end = starts[record + 1] ?? 0;
    for (let element = starts[record] ?? 0; element < end; element++) {
      if (mask?.[element] === 0) continue;
      const { change, differs } = make(before[element], element);
      if (!("value" in change)) continue;
      at.push(element);
      values.push(change.value);
      if (differs) changed[record] = 1;
    }
  }
  return { field, writes: { place, at, values }, changed };
};
