import type { Decimal } from "./decimal.ts";
import { parseDecimal } from "./decimal.ts";
import type { SearchedText } from "./find-text.ts";
import { searchedText } from "./find-text.ts";
import { composeText, foldName, foldText } from "./fold-text.ts";
import { parseTime } from "./iso-time.ts";

/** A named value: an attribute, a custom field, a variant option. */
export interface Entry {
  readonly name: string;
  readonly value: unknown;
}

/** The readings of a raw value in comparators and actions. */
export interface Readings {
  /** Text in one Unicode spelling. */
  readonly text: string;
  /** Text for comparing in any case. */
  readonly folded: string;
  /** Text for searching in it, and for searching in any case. */
  readonly searched: SearchedText;
  readonly searchedFolded: SearchedText;
  readonly decimal: Decimal;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly boolean: boolean;
  /** The whole array; other readings process its entries one by one. */
  readonly list: readonly unknown[];
  readonly entries: readonly Entry[];
  /** The folded name and id of a category, or of each of several. */
  readonly categories: readonly (readonly string[])[];
}
export type ReadingKind = keyof Readings;

/** A record with its own fields: an object that is not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A field of a record, or undefined; inherited properties are not fields. */
export const ownField = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Text, numbers and booleans as text; undefined for records, arrays and missing values. */
export const toText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint"
    ? String(value)
    : undefined;
};

/** A value in words for another text: text as it is, a list with commas, a category by its name. Undefined if it has none. */
export const toWords = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return joinWords(value, ", ");
  const isNamed = isRecord(value) && !Object.hasOwn(value, "value");
  return toText(isNamed ? ownField(value, "name") : value);
};

/** The words of several values with a separator; undefined if none has any. */
export const joinWords = (values: readonly unknown[], separator: string): string | undefined => {
  const words = values.map(toWords).filter((text) => text !== undefined && text !== "");
  return words.length === 0 ? undefined : words.join(separator);
};

/** The spellings of yes and no, in any case. */
const booleanSpellings = {
  yes: ["true", "yes", "y", "on", "t", "1"],
  no: ["false", "no", "n", "off", "f", "0"],
} as const;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...booleanSpellings.yes.map((text): [string, boolean] => [text, true]),
  ...booleanSpellings.no.map((text): [string, boolean] => [text, false]),
]);

const readBoolean = (value: unknown): boolean | undefined =>
  booleans.get(toText(value)?.trim().toLowerCase() ?? "");

/** The keys of an entry's name in records, in the order of precedence. */
export const entryNameKeys = ["name", "key"] as const;

const readEntry = (item: unknown): Entry | undefined => {
  const name = entryNameKeys
    .map((key) => toText(ownField(item, key)))
    .find((text) => text !== undefined);
  return name === undefined ? undefined : { name, value: ownField(item, "value") };
};

/** Named values of an array of `{name | key, value}` or of a record; undefined for any other value. */
export const toEntries = (value: unknown): readonly Entry[] | undefined => {
  if (Array.isArray(value)) return value.map(readEntry).filter((entry) => entry !== undefined);
  return isRecord(value)
    ? Object.entries(value).map(([name, held]) => ({ name, value: held }))
    : undefined;
};

/** What a category is called: its name and its id, or its text. */
const readCategory = (value: unknown): readonly string[] => {
  const named = isRecord(value) ? [ownField(value, "name"), ownField(value, "id")] : [value];
  return named.flatMap((name) => foldName(toText(name) ?? "") || []);
};

const readCategories = (value: unknown): readonly (readonly string[])[] | undefined => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = list.map(readCategory).filter((category) => category.length > 0);
  return names.length === 0 && !Array.isArray(value) ? undefined : names;
};

const through =
  <T>(read: (text: string) => T) =>
  (value: unknown): T | undefined => {
    const text = toText(value);
    return text === undefined ? undefined : read(text);
  };

/** The function for each reading of a raw value; undefined if the value has no such reading. Never throws. */
export const readings: {
  readonly [K in ReadingKind]: (value: unknown) => Readings[K] | undefined;
} = {
  text: through(composeText),
  folded: through(foldText),
  searched: through((text) => searchedText(text, true)),
  searchedFolded: through((text) => searchedText(text, false)),
  decimal: parseDecimal,
  time: parseTime,
  boolean: readBoolean,
  list: (value) => (Array.isArray(value) ? value : undefined),
  entries: toEntries,
  categories: readCategories,
};

/** Readings of a whole array instead of its entries. */
const wholeArrayReadings: ReadonlySet<ReadingKind> = new Set<ReadingKind>([
  "list",
  "entries",
  "categories",
]);
export const readsWholeArray = (kind: ReadingKind): boolean => wholeArrayReadings.has(kind);
