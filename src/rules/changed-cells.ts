import type { ChangedCell, ChangedValues } from "./column-run.ts";
import type { FieldScope } from "./field-scope.ts";
import { objectAt, placeIn } from "./field-scope.ts";
import type { Place } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { placeKey } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { listRuleParts } from "./rule-parts.ts";
import type { RunnableWorkflowRule } from "./runnable-rule.ts";
import { sameValue } from "./same-value.ts";

/** A field that a rule may change, and the place of its values. */
export interface WrittenField {
  readonly field: RuleField;
  readonly place: Place;
}

/** The fields that a rule may change. Changes of the template's value are shown in the assigned field. */
export const writtenFields = (
  rule: RunnableWorkflowRule,
  scope: FieldScope,
  { context }: RecordTable,
): WrittenField[] => {
  const { assigned } = scope;
  const ids = listRuleParts(rule).flatMap(({ kind, part }) =>
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

const findChanges = (
  { field, place }: WrittenField,
  start: RecordTable,
  end: RecordTable,
): ChangedValues[] => {
  const [found, left] = [start.columnOf(place).values, end.columnOf(place).values];
  if (found === left) return [];
  const at: number[] = [];
  for (let element = 0; element < found.length; element++)
    if (!sameValue(found[element], left[element])) at.push(element);
  if (at.length === 0) return [];
  const { starts, owners } = start.rowsOf(place);
  const ofElement = owners();
  const records = Uint32Array.from(at, (element) => ofElement[element] ?? 0);
  return [
    {
      field,
      objectHandle: objectAt(place),
      records,
      elements: Uint32Array.from(
        at,
        (element, index) => element - (starts[records[index] ?? 0] ?? 0),
      ),
      before: at.map((element) => found[element]),
      after: at.map((element) => left[element]),
    },
  ];
};

/** The differences between two states of the same records, in the given fields. */
export const changedValues = (
  fields: readonly WrittenField[],
  start: RecordTable,
  end: RecordTable,
): ChangedValues[] => {
  const byKey = new Map(fields.map((written) => [placeKey(written.place), written]));
  return [...byKey.values()].flatMap((written) => findChanges(written, start, end));
};

/** The same differences by cell. */
export const listChangedCells = (changes: readonly ChangedValues[]): ChangedCell[] =>
  changes.flatMap(({ field, objectHandle, records, elements, before, after }) =>
    before.map((value, at) => ({
      record: records[at] ?? 0,
      objectHandle,
      element: elements[at] ?? 0,
      field,
      before: value,
      after: after[at],
    })),
  );
