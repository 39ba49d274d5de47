import { cutText } from "#contract/cut-text.ts";
import type { ComparatorFacts } from "./comparator.ts";
import { isRecord, ownField, type ReadingKind, toText } from "./read-value.ts";
import { shownText } from "./shown-text.ts";

/** The texts for a value that has no such reading. */
export const notReadWords: Readonly<Record<ReadingKind, string>> = {
  text: "has no text",
  folded: "has no text",
  searched: "has no text",
  searchedFolded: "has no text",
  decimal: "is not a number",
  time: "is not a date",
  boolean: "is neither yes nor no",
  list: "is not a list",
  entries: "has no named values",
  categories: "is not a category",
};

const textNote: Partial<Record<ReadingKind, string>> = {
  text: " Empty text is compared like any other.",
  folded: " Empty text is compared like any other.",
  searched: " Empty text contains nothing.",
  searchedFolded: " Empty text contains nothing.",
};

/** A comparator's text for a value that is missing or of another kind. */
export const missingWords = ({
  reads,
  whenMissing,
  operands,
}: Pick<ComparatorFacts, "whenMissing" | "operands"> & { readonly reads: ReadingKind }): string => {
  const note = operands.length > 0 ? (textNote[reads] ?? "") : "";
  return `${whenMissing ? "Matches" : "Does not match"} if the value is missing or ${notReadWords[reads]}.${note}`;
};

const longestText = 80;
const mostEntries = 3;

/** Text in quotation marks, truncated if it is long, so that its limits are visible. */
export const quotedStart = (text: string): string =>
  text.length <= longestText
    ? `“${shownText(text)}”`
    : `“${shownText(cutText(text, longestText))}…”`;

/** Whether there is nothing to display: no value, or empty text. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === "";

/** Several values, and the number of further ones: “8, 9.5 and 3 more”. */
export const valuesWords = (
  values: readonly unknown[],
  words: (value: unknown) => string = valueWords,
): string => {
  const shown = values.slice(0, mostEntries).map((value) => words(value));
  const more = values.length - shown.length;
  const rest = more > 0 ? [`${more} more`] : [];
  const all = [...shown, ...rest];
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
};

/** A value in words: “Brass lamp”, 12.5, yes, empty. Never throws, and never becomes long. */
export const valueWords = (value: unknown): string => {
  if (isEmptyValue(value)) return "empty";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return quotedStart(value);
  if (Array.isArray(value))
    return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  const name = isRecord(value)
    ? (toText(ownField(value, "name")) ?? toText(ownField(value, "key")))
    : undefined;
  if (name !== undefined) return quotedStart(name);
  return toText(value) ?? "a record";
};
