import { foldName } from "./fold-text.ts";
import { type Entry, entryNameKeys, isRecord, ownField, toText } from "./read-value.ts";

/** Whether a name is the given one, in any case and without spaces around it; an empty name is none. */
const namedAs = (name: string): ((other: string | undefined) => boolean) => {
  const wanted = foldName(name);
  return (other) => other !== undefined && wanted !== "" && foldName(other) === wanted;
};

/** Finds all entries with a name. */
export const pickEntries = (name: string): ((entries: readonly Entry[]) => readonly Entry[]) => {
  const isNamed = namedAs(name);
  return (entries) => entries.filter((entry) => isNamed(entry.name));
};

/*
 * Changes named values inside their field, in the field's form: an array of `{name | key, value}` or a record. Other
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

const readName = (item: unknown): string | undefined => toText(ownField(item, findNameKey(item)));

/**
 * The field with each value of the entries of that name replaced; undefined if there is no such entry. Unchanged values
 * leave the field as it is.
 */
export const changeEntries = (
  field: unknown,
  name: string,
  change: (value: unknown) => unknown,
): { readonly value: unknown } | undefined => {
  const isNamed = namedAs(name);
  const form = readForm(field);
  if ("record" in form) {
    const keys = Object.keys(form.record).filter(isNamed);
    const values = keys.map((key): [string, unknown] => [key, change(form.record[key])]);
    return keys.length === 0
      ? undefined
      : { value: { ...form.record, ...Object.fromEntries(values) } };
  }
  let found = false;
  const array = form.array.map((item) => {
    if (!isRecord(item) || !isNamed(readName(item))) return item;
    found = true;
    return { ...item, value: change(ownField(item, "value")) };
  });
  return found ? { value: array } : undefined;
};

/** The field with another entry at its end. */
export const addEntry = (field: unknown, name: string, value: unknown): unknown => {
  const form = readForm(field);
  return "record" in form
    ? { ...form.record, [name]: value }
    : [...form.array, { [findNameKey(form.array[0])]: name, value }];
};

/** The field without the entries of that name; undefined if there is none. */
export const removeEntries = (
  field: unknown,
  name: string,
): { readonly value: unknown } | undefined => {
  const isNamed = namedAs(name);
  const form = readForm(field);
  if ("record" in form) {
    const kept = Object.entries(form.record).filter(([key]) => !isNamed(key));
    return kept.length === Object.keys(form.record).length
      ? undefined
      : { value: Object.fromEntries(kept) };
  }
  const kept = form.array.filter((item) => !isNamed(readName(item)));
  return kept.length === form.array.length ? undefined : { value: kept };
};
