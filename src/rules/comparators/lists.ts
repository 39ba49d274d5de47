import type { ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";
import { type Comparator, comparator } from "#rules/comparator.ts";
import { compareDecimals, parseDecimal } from "#rules/decimal.ts";
import { foldName } from "#rules/fold-text.ts";
import {
  type Operands,
  parseList,
  parseValues,
  type Usable,
  wholeNumber,
} from "#rules/operands.ts";
import { toText } from "#rules/read-value.ts";
import { pickEntries } from "#rules/named-entries.ts";

/**
 * Named values (neighbours): the condition selects the entries with a name, its child conditions compare their values.
 * Without child conditions the condition matches if there is one.
 */
const named = (dataType: DataTypeHandle, word: string): Comparator =>
  comparator({
    label: "has",
    explanation: `Selects the ${word} by name, each of them if there are several. Without child conditions, matches if it exists.`,
    sentence: "has {1}",
    denial: "has no {1}",
    dataTypes: [dataType],
    operands: [{ kind: "key", label: "Name" }],
    whenMissing: false,
    reads: "entries",
    test: ({ first }) => {
      const pick = pickEntries(first);
      return (entries) => pick(entries).length > 0;
    },
    pick: ({ first }) => pickEntries(first),
    example: { value: [{ name: "Material", value: "Oak" }], operands: ["material"], holds: true },
  });

/** Comparators of named values. Handles of api 2.15. */
export const entryComparators = {
  attributes_default: named("attributes", "attribute"),
  custom_fields_default: named("custom_fields", "custom field"),
  custom_aggregate_field_default: named("custom_aggregate_fields", "aggregate"),
  variant_options_default: named("variant_options", "option"),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;

const arrayTypes = [
  "array",
  "images",
  "tags",
  "attributes",
  "custom_fields",
  "variant_options",
] as const;

const bySize = (
  label: string,
  words: string,
  holds: (order: number) => boolean,
  exampleOperand: string,
  usable?: Usable,
): Comparator =>
  comparator({
    label,
    explanation: `Matches if the number of entries is ${words} the given number.`,
    sentence: `has ${words} {1} entries`,
    denial: `does not have ${words} {1} entries`,
    dataTypes: arrayTypes,
    operands: [{ kind: "integer", label: "Entries", ...(usable && { usable }) }],
    whenMissing: false,
    reads: "list",
    test: ({ first }) => {
      const operand = parseDecimal(first);
      return (list) => operand !== undefined && holds(compareDecimals(list.length, operand));
    },
    example: { value: ["a", "b"], operands: [exampleOperand], holds: true },
  });

const emptiness = (empty: boolean): Comparator =>
  comparator({
    label: empty ? "is empty" : "is not empty",
    explanation: empty
      ? "Matches if there are no entries."
      : "Matches if there is at least one entry.",
    sentence: empty ? "is empty" : "is not empty",
    denial: empty ? "is not empty" : "is empty",
    dataTypes: arrayTypes,
    operands: [],
    whenMissing: empty,
    reads: "list",
    test: () => (list) => (list.length === 0) === empty,
    example: { value: empty ? [] : ["a"], operands: [], holds: true },
  });

/**
 * Whether the entries of a list are those wanted: one of them is, or with `matchAll` there is an entry for each wanted one,
 * and with `everyEntry` each entry is wanted. An entry may have several names.
 */
const areWanted = (
  wanted: ReadonlySet<string>,
  entries: readonly (readonly string[])[],
  { matchAll, everyEntry }: Operands,
): boolean => {
  const isWanted = (names: readonly string[]) => names.some((name) => wanted.has(name));
  if (wanted.size === 0 || entries.length === 0) return false;
  if (everyEntry && !entries.every(isWanted)) return false;
  if (!matchAll) return entries.some(isWanted);
  const found = new Set(entries.flat());
  return [...wanted].every((name) => found.has(name));
};

const readTags = (list: readonly unknown[]): (readonly string[])[] =>
  list.map((tag) => [foldName(toText(tag) ?? "")]);

const tagFacts = {
  dataTypes: ["tags"],
  operands: [{ kind: "text", label: "Tag", mayBeSeveral: true }],
  reads: "list",
} as const;

const readWanted = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.map(foldName).filter((text) => text !== ""));

/** Comparators that evaluate an array as a whole. Handles of api 2.15. */
export const listComparators = {
  array_empty: emptiness(true),
  array_not_empty: emptiness(false),
  array_size_equals: bySize(
    "has this many entries",
    "exactly",
    (order) => order === 0,
    "2",
    wholeNumber(0),
  ),
  array_size_greater_than: bySize("has more entries than", "more than", (order) => order > 0, "1"),
  array_size_less_than: bySize("has fewer entries than", "fewer than", (order) => order < 0, "3"),
  tag_contains: comparator({
    ...tagFacts,
    label: "contain",
    explanation: "Matches if one of the tags is the given tag; any case.",
    sentence: "contain {1}, any case",
    denial: "do not contain {1}, any case",
    whenAll: {
      sentence: "contain all of {1}, any case",
      denial: "do not contain all of {1}, any case",
    },
    whenMissing: false,
    test: (operands) => {
      const wanted = readWanted(parseValues(operands.first));
      return (list) => areWanted(wanted, readTags(list), operands);
    },
    example: { value: ["sale", "new"], operands: ["Sale"], holds: true },
  }),
  tag_does_not_contain: comparator({
    ...tagFacts,
    label: "do not contain",
    explanation: "Matches if none of the tags is the given tag; any case.",
    sentence: "do not contain {1}, any case",
    denial: "contain {1}, any case",
    whenMissing: true,
    test: ({ first }) => {
      const wanted = readWanted(parseValues(first));
      return (list) => readTags(list).every(([tag = ""]) => !wanted.has(tag));
    },
    example: { value: ["sale", "new"], operands: ["Sale"], holds: false },
  }),
  category_in_list: comparator({
    label: "is in list",
    explanation: "Matches if the category's name or ID is in the list; any case.",
    sentence: "is one of {1}, any case",
    denial: "is none of {1}, any case",
    // A field may hold several categories.
    whenAll: {
      sentence: "includes all of {1}, any case",
      denial: "does not include all of {1}, any case",
    },
    dataTypes: ["category_in_list", "category_copy"],
    operands: [{ kind: "list", label: "Categories" }],
    usesList: true,
    whenMissing: false,
    reads: "categories",
    test: (operands) => {
      const wanted = readWanted(parseList(operands.first));
      return (categories) => areWanted(wanted, categories, operands);
    },
    example: { value: { id: 7, name: "Lighting" }, operands: ["lighting, Tables"], holds: true },
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
