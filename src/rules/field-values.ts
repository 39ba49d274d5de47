import type { DataTypeHandle } from "#contract/handles.ts";
import { isRecord, ownField } from "./read-value.ts";
import type { RuleField } from "./rule-catalogue.ts";

/** The input of rules: data of objects by their handles (one record, or an array of them), and the template's value. */
export interface RuleRecord {
  readonly objects: Readonly<Record<string, unknown>>;
  /** The mapping template's value for the assigned field; absent, the field itself is used. */
  readonly value?: unknown;
}

/** The place of a field's values: in the elements of an object, or in the record's own value. */
export type Place = { readonly field: Pick<RuleField, "objectHandle" | "path"> } | "value";

/** How a mapping rule finds its fields. */
export interface FieldScope {
  /** The field that the mapping rule assigns to (api 2.15, globalObjectFieldId). */
  readonly assigned: RuleField | undefined;
  /** The type of inherited fields. */
  readonly inheritedType: DataTypeHandle | undefined;
  /** Whether the template supplies a value for the records. */
  readonly given: boolean;
}

/** An inherited field refers to the assigned field; the assigned field is the template's value if one is given. */
export const placeIn = ({ assigned, given }: FieldScope, field: RuleField): Place => {
  if (field.dataType === "inherited") return given || !assigned ? "value" : { field: assigned };
  return given && assigned?.id === field.id ? "value" : { field };
};

/** The object whose elements have a place; undefined for the template's value. */
export const objectAt = (place: Place): string | undefined =>
  place === "value" ? undefined : place.field.objectHandle;

/** Whether two places share values: the same place, or one inside the other. */
export const overlap = (one: Place, other: Place): boolean => {
  // The template's value is also written to the assigned field.
  if (one === "value" || other === "value") return true;
  const shared = Math.min(one.field.path.length, other.field.path.length);
  return (
    one.field.objectHandle === other.field.objectHandle &&
    one.field.path.slice(0, shared).every((key, at) => key === other.field.path[at])
  );
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

/** A copy of an element with one value set. Missing parents are created; one that is no record stays as it is. */
export const withValueAt = (
  element: unknown,
  [key, ...rest]: readonly string[],
  value: unknown,
): unknown => {
  if (key === undefined) return value;
  if (!isRecord(element)) return element;
  const inner = ownField(element, key) ?? (rest.length > 0 ? {} : undefined);
  if (rest.length > 0 && !isRecord(inner)) return element;
  return { ...element, [key]: withValueAt(inner, rest, value) };
};

/** New values by the index of their element. */
export type Writes = ReadonlyMap<number, unknown>;

/** The record with the values of a place set in some of its elements. */
export const writeAt = (record: RuleRecord, place: Place, writes: Writes): RuleRecord => {
  if (writes.size === 0) return record;
  if (place === "value") return { ...record, value: writes.get(0) };
  const { objectHandle, path } = place.field;
  const elements = listElements(record, objectHandle).map((element, index) =>
    writes.has(index) ? withValueAt(element, path, writes.get(index)) : element,
  );
  const data = isCollection(record, objectHandle) ? elements : elements[0];
  return { ...record, objects: { ...record.objects, [objectHandle]: data } };
};

/** Whether two values are equal as JSON: the order of a record's fields does not count. Never recurses. */
export const sameValue = (one: unknown, other: unknown): boolean => {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right || (Number.isNaN(left) && Number.isNaN(right))) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (let at = 0; at < left.length; at++) pairs.push([left[at], right[at]]);
      continue;
    }
    if (!isRecord(left) || !isRecord(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pairs.push([left[key], right[key]]);
    }
  }
  return true;
};
