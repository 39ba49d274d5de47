import type { Decimal } from "./decimal.ts";
import { parseDecimal, toNumber } from "./decimal.ts";
import { composeText, foldText } from "./fold-text.ts";
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
  readonly number: number;
  readonly decimal: Decimal;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly boolean: boolean;
  /** The whole array; other readings process its entries one by one. */
  readonly list: readonly unknown[];
  readonly entries: readonly Entry[];
  /** The names and ids of a category, or of several, folded. */
  readonly categories: readonly string[];
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

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["false", false],
  ["0", false],
  ["no", false],
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

const readCategories = (value: unknown): readonly string[] | undefined => {
  if (Array.isArray(value)) return value.flatMap((item) => readCategories(item) ?? []);
  const named = isRecord(value) ? [ownField(value, "name"), ownField(value, "id")] : [value];
  const texts = named.map(toText).filter((text) => text !== undefined && text !== "");
  return texts.length === 0 ? undefined : texts.map((text) => foldText(text ?? ""));
};

const readNumber = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const decimal = parseDecimal(value);
  return decimal && toNumber(decimal);
};

const through =
  (spell: (text: string) => string) =>
  (value: unknown): string | undefined => {
    const text = toText(value);
    return text === undefined ? undefined : spell(text);
  };

/** The function for each reading of a raw value; undefined if the value has no such reading. Never throws. */
export const readings: {
  readonly [K in ReadingKind]: (value: unknown) => Readings[K] | undefined;
} = {
  text: through(composeText),
  folded: through(foldText),
  number: readNumber,
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
