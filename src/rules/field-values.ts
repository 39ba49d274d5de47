import type { DataTypeHandle } from "#contract/handles.ts";
import { isRecord, ownField } from "./read-value.ts";
import type { RuleField } from "./rule-catalogue.ts";

/** The input of rules: data of objects by their handles (one record, or an array of them), and the template's value. */
export interface RuleRecord {
  readonly objects: Readonly<Record<string, unknown>>;
  /** The mapping template's value for the assigned field; absent, the field itself is used. */
  readonly value?: unknown;
}

/** A record while rules run. Immutable: every write returns a new one that shares the unchanged parts. */
export interface RecordState extends RuleRecord {
  /** The field that the mapping rule assigns to (api 2.15, globalObjectFieldId). */
  readonly assigned: RuleField | undefined;
  /** The type of inherited fields. */
  readonly inheritedType?: DataTypeHandle | undefined;
}

/** The place of a field's values: in the elements of an object, or in the record's own value. */
export type Place = { readonly field: Pick<RuleField, "objectHandle" | "path"> } | "value";

/** An inherited field refers to the assigned field; the assigned field is the template's value if one is given. */
export const findPlace = (
  { assigned, value }: Pick<RecordState, "assigned" | "value">,
  field: RuleField,
): Place => {
  const given = value !== undefined;
  if (field.dataType === "inherited") return given || !assigned ? "value" : { field: assigned };
  return given && assigned?.id === field.id ? "value" : { field };
};

/** The elements of an object: all of a collection, one of a single record, none if the record has no such object. */
export const listElements = ({ objects }: RuleRecord, objectHandle: string): readonly unknown[] => {
  const data = ownField(objects, objectHandle);
  if (Array.isArray(data)) return data;
  return data === undefined || data === null ? [] : [data];
};

/** Whether an object has several elements here. */
export const isCollection = ({ objects }: RuleRecord, objectHandle: string): boolean =>
  Array.isArray(ownField(objects, objectHandle));

/** The value at a path inside an element. */
export const valueAt = (element: unknown, path: readonly string[]): unknown => {
  let value = element;
  for (const key of path) value = ownField(value, key);
  return value;
};

/** A field's value in every element, in the elements' order. */
export const readValues = (state: RecordState, field: RuleField): readonly unknown[] => {
  const place = findPlace(state, field);
  if (place === "value") return [state.value];
  return listElements(state, place.field.objectHandle).map((element) =>
    valueAt(element, place.field.path),
  );
};

/** The handle of the object whose elements `readValues` returns; undefined if the value is the template's. */
export const findObjectHandle = (state: RecordState, field: RuleField): string | undefined => {
  const place = findPlace(state, field);
  return place === "value" ? undefined : place.field.objectHandle;
};

/** A copy of an element with one value set. If no record contains the path, the element is unchanged. */
export const withValueAt = (
  element: unknown,
  [key, ...rest]: readonly string[],
  value: unknown,
): unknown => {
  if (key === undefined) return value;
  if (!isRecord(element)) return element;
  const inner = ownField(element, key);
  if (rest.length > 0 && !isRecord(inner)) return element;
  return { ...element, [key]: withValueAt(inner, rest, value) };
};

/** New values by the index of their element. */
export type Writes = ReadonlyMap<number, unknown>;

/** The record with the values of a place set in some of its elements. */
export const writeAt = <R extends RuleRecord>(state: R, place: Place, writes: Writes): R => {
  if (writes.size === 0) return state;
  if (place === "value") return { ...state, value: writes.get(0) };
  const { objectHandle, path } = place.field;
  const elements = listElements(state, objectHandle).map((element, index) =>
    writes.has(index) ? withValueAt(element, path, writes.get(index)) : element,
  );
  const data = isCollection(state, objectHandle) ? elements : elements[0];
  return { ...state, objects: { ...state.objects, [objectHandle]: data } };
};

/** The record with a field's values set in some of its elements. */
export const writeValues = (state: RecordState, field: RuleField, writes: Writes): RecordState =>
  writeAt(state, findPlace(state, field), writes);

/** The record with the template's value written into the assigned field of every element. */
export const assignValue = (state: RecordState): RecordState => {
  const { assigned, value } = state;
  if (!assigned || value === undefined) return state;
  const { value: _given, ...objectsOnly } = state;
  const count = listElements(state, assigned.objectHandle).length;
  const writes = new Map(Array.from({ length: count }, (_, index) => [index, value]));
  return { ...writeValues(objectsOnly, assigned, writes), value };
};
