import type { FieldScope, Place, RuleRecord } from "./field-values.ts";
import { objectAt, placeIn, sameValue } from "./field-values.ts";
import { ownField, toText } from "./read-value.ts";
import type { RecordTable } from "./record-table.ts";
import { placeKey } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { listRuleParts } from "./rule-parts.ts";
import type { RunnableWorkflowRule } from "./rule-parts.ts";

/** One value that a run changed. */
export interface ChangedCell {
  /** The index of the record in its table. */
  readonly record: number;
  /** The object whose element changed; undefined for the template's value. */
  readonly objectHandle: string | undefined;
  /** The index of the element in its object; 0 if the object is a single record. */
  readonly element: number;
  readonly field: RuleField;
  readonly before: unknown;
  readonly after: unknown;
}

/** The values of one field that a run changed: as `ChangedCell`, in lists of equal length. */
export interface ChangedValues {
  readonly field: RuleField;
  readonly objectHandle: string | undefined;
  readonly records: Uint32Array;
  readonly elements: Uint32Array;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** A field that a rule may change, and the place of its values. */
export interface WrittenField {
  readonly field: RuleField;
  readonly place: Place;
}

/** The fields that a rule may change; the assigned field, where the template's value is written at the end, goes first. */
export const writtenFields = (
  rule: RunnableWorkflowRule,
  scope: FieldScope,
  { context }: RecordTable,
): WrittenField[] => {
  const { assigned } = scope;
  const ids = listRuleParts(rule).flatMap(({ kind, part }) =>
    kind === "action" ? (part.globalObjectFieldId ?? []) : [],
  );
  const written = [...new Set(ids)].flatMap((id): WrittenField[] => {
    const field = context.catalogue.fields.get(id);
    return field ? [{ field, place: placeIn(scope, field) }] : [];
  });
  if (!assigned || written.every(({ place }) => place !== "value")) return written;
  return [
    { field: assigned, place: { field: assigned } },
    ...written.map(({ field, place }) => ({ field: place === "value" ? assigned : field, place })),
  ];
};

const findChanges = (
  { field, place }: WrittenField,
  start: RecordTable,
  end: RecordTable,
  isShown: (record: number) => boolean,
): ChangedValues[] => {
  const [found, left] = [start.columnOf(place).values, end.columnOf(place).values];
  if (found === left) return [];
  const { starts, owners } = start.rowsOf(place);
  const ofElement = owners();
  const at: number[] = [];
  for (let element = 0; element < found.length; element++)
    if (!sameValue(found[element], left[element]) && isShown(ofElement[element] ?? 0))
      at.push(element);
  if (at.length === 0) return [];
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

/**
 * The differences between two states of the same records, in the given fields. The template's value is shown in the
 * assigned field; by itself where a record has no element that it could be assigned to.
 */
export const changedValues = (
  fields: readonly WrittenField[],
  start: RecordTable,
  end: RecordTable,
): ChangedValues[] => {
  const byKey = new Map(fields.map((written) => [placeKey(written.place), written]));
  const values = [...byKey.values()];
  const changes = values
    .filter(({ place }) => place !== "value")
    .flatMap((written) => findChanges(written, start, end, () => true));
  const assigned = new Set(
    values.flatMap(({ field, place }) => (place === "value" ? [field.id] : [])),
  );
  const shown = new Set(
    changes.flatMap(({ field, records }) => (assigned.has(field.id) ? [...records] : [])),
  );
  const template = values
    .filter(({ place }) => place === "value")
    .flatMap((written) => findChanges(written, start, end, (record) => !shown.has(record)));
  return [...changes, ...template];
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

/** The name of a changed value's element, by its SKU where it has one; empty for a single record. */
export const nameElement = (
  record: RuleRecord,
  objectHandle: string | undefined,
  element: number,
): string => {
  const data = objectHandle === undefined ? undefined : ownField(record.objects, objectHandle);
  if (!Array.isArray(data)) return "";
  return toText(ownField(data[element], "sku")) ?? `${element + 1} of ${data.length}`;
};
