import type { ChangedCell } from "./column-run.ts";
import type { FieldScope } from "./field-scope.ts";
import { objectAt, placeIn } from "./field-scope.ts";
import type { Place } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { placeKey } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { partsOf } from "./rule-parts.ts";
import type { RunnableWorkflowRule } from "./runnable-rule.ts";
import { sameValue } from "./same-value.ts";

/** A field that a rule may change, and where its values are. */
export interface WrittenField {
  readonly field: RuleField;
  readonly place: Place;
}

/** The fields that a rule may change. What it gives as the template's value is shown in the field that is assigned. */
export const writtenFields = (
  rule: RunnableWorkflowRule,
  scope: FieldScope,
  { context }: RecordTable,
): WrittenField[] => {
  const { assigned } = scope;
  const ids = partsOf(rule).flatMap(({ kind, part }) =>
    kind === "action" ? (part.globalObjectFieldId ?? []) : [],
  );
  return [...new Set(ids)].flatMap((id) => {
    const field = context.catalogue.fields.get(id);
    const place = field && placeIn(scope, field);
    if (!place) return [];
    return assigned && (place === "value" || place.field === assigned)
      ? [{ field: assigned, place: { field: assigned } }]
      : [{ field, place }];
  });
};

const cellsOf = (
  { field, place }: WrittenField,
  start: RecordTable,
  end: RecordTable,
): ChangedCell[] => {
  const [before, after] = [start.columnOf(place).values, end.columnOf(place).values];
  if (before === after) return [];
  const { starts, owners } = start.rowsOf(place);
  const objectHandle = objectAt(place);
  return before.flatMap((value, at): ChangedCell[] => {
    if (sameValue(value, after[at])) return [];
    const record = owners()[at] ?? 0;
    const element = at - (starts[record] ?? 0);
    return [{ record, objectHandle, element, field, before: value, after: after[at] }];
  });
};

/** Where two states of the same records differ, in the given fields. */
export const changedCells = (
  fields: readonly WrittenField[],
  start: RecordTable,
  end: RecordTable,
): ChangedCell[] => {
  const byKey = new Map(fields.map((written) => [placeKey(written.place), written]));
  return [...byKey.values()].flatMap((written) => cellsOf(written, start, end));
};
