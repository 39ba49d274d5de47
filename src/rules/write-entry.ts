import { findNamePlace } from "./pick-entry.ts";
import { entryNameKeys, isRecord, ownField, toText } from "./read-value.ts";

/*
 * Changes one named value inside its field, in the field's form: an array of `{name | key, value}` or a record. Other
 * data of an entry (its id, for example) is kept. Nothing is changed in place.
 */

type Form =
  | { readonly array: readonly unknown[] }
  | { readonly record: Readonly<Record<string, unknown>> };

const readForm = (field: unknown): Form => {
  if (Array.isArray(field)) return { array: field };
  return isRecord(field) ? { record: field } : { array: [] };
};

const findNameKey = (item: unknown): (typeof entryNameKeys)[number] =>
  entryNameKeys.find((key) => toText(ownField(item, key)) !== undefined) ?? "name";

const readName = (item: unknown): string | undefined =>
  toText(ownField(item, findNameKey(item)))?.trim();

const findKey = (record: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const keys = Object.keys(record);
  return keys[
    findNamePlace(
      keys.map((key) => key.trim()),
      name,
    )
  ];
};

/** The value of the entry with that name, wrapped so that a missing entry differs from an empty one. */
export const entryAt = (field: unknown, name: string): { readonly value: unknown } | undefined => {
  const form = readForm(field);
  if ("array" in form) {
    const place = findNamePlace(form.array.map(readName), name);
    return place < 0 ? undefined : { value: ownField(form.array[place], "value") };
  }
  const key = findKey(form.record, name);
  return key === undefined ? undefined : { value: form.record[key] };
};

/** The field with the entry set; a missing one is added. */
export const withEntry = (field: unknown, name: string, value: unknown): unknown => {
  const form = readForm(field);
  if ("record" in form) return { ...form.record, [findKey(form.record, name) ?? name]: value };
  const place = findNamePlace(form.array.map(readName), name);
  if (place < 0) return [...form.array, { [findNameKey(form.array[0])]: name, value }];
  return form.array.with(place, { ...(form.array[place] as Record<string, unknown>), value });
};

/** The field without the entry. */
export const withoutEntry = (field: unknown, name: string): unknown => {
  const form = readForm(field);
  if ("array" in form) {
    const place = findNamePlace(form.array.map(readName), name);
    return place < 0 ? form.array : form.array.toSpliced(place, 1);
  }
  const key = findKey(form.record, name);
  return Object.fromEntries(Object.entries(form.record).filter(([other]) => other !== key));
};
