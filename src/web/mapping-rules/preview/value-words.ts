import { isRecord, ownField, textOf } from "#rules/read-value.ts";
import { counted, nothing } from "#web/ui/format.ts";

/** Longer texts are cut in a line; the diff shows them whole. */
const shortest = 60;

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text;

/** The name of a named value: a category, a tag, an attribute with its value. */
const nameOf = (value: unknown): string | undefined => {
  const name = textOf(ownField(value, "name")) ?? textOf(ownField(value, "key"));
  const held = textOf(ownField(value, "value"));
  return name !== undefined && held !== undefined ? `${name}: ${held}` : name;
};

const listWords = (values: readonly unknown[]): string => {
  if (values.length === 0) return "none";
  const names = values.map((value) => textOf(value) ?? nameOf(value));
  return names.includes(undefined) ? counted(values.length, "value") : names.join(", ");
};

/** Any value of a record as text: an empty value as a dash, a list by its names. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return nothing;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return listWords(value);
  if (isRecord(value)) return nameOf(value) ?? JSON.stringify(value);
  return textOf(value) === "" ? "empty" : (textOf(value) ?? nothing);
};

/** The same within a line; texts in quotation marks, so that their ends are visible. */
export const valueWords = (value: unknown, limit = shortest): string =>
  typeof value === "string" && value !== ""
    ? `“${cut(value, limit)}”`
    : cut(valueText(value), limit);
