import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import { foldText } from "#rules/fold-text.ts";
import { parseList, parseValues, type Usable, wholeNumber } from "#rules/operands.ts";
import { toText } from "#rules/read-value.ts";

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
  holds: (size: number, operand: number) => boolean,
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
      const operand = first.trim() === "" ? Number.NaN : Number(first);
      return (list) => holds(list.length, operand);
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

const withTag = (not: boolean): Comparator =>
  comparator({
    label: not ? "do not contain" : "contain",
    explanation: `Matches if ${not ? "none" : "one"} of the tags is the given tag; any case.`,
    sentence: `${not ? "do not contain" : "contain"} {1}, any case`,
    denial: `${not ? "contain" : "do not contain"} {1}, any case`,
    whenAll: {
      sentence: `${not ? "do not contain" : "contain"} all of {1}, any case`,
      denial: `${not ? "contain" : "do not contain"} all of {1}, any case`,
    },
    dataTypes: ["tags"],
    operands: [{ kind: "text", label: "Tag", mayBeSeveral: true }],
    whenMissing: not,
    reads: "list",
    test: ({ first, matchAll }) => {
      const wanted = parseValues(first).map(foldText);
      return (list) => {
        const tags = new Set(list.map((tag) => foldText(toText(tag) ?? "")));
        const has = (tag: string) => tags.has(tag);
        const found = wanted.length > 0 && (matchAll ? wanted.every(has) : wanted.some(has));
        return found !== not;
      };
    },
    example: { value: ["sale", "new"], operands: ["Sale"], holds: !not },
  });

/** Comparators that evaluate an array as a whole. Handles of api 2.15. */
export const listComparators = {
  array_empty: emptiness(true),
  array_not_empty: emptiness(false),
  array_size_equals: bySize(
    "has this many entries",
    "exactly",
    (size, operand) => size === operand,
    "2",
    wholeNumber(0),
  ),
  array_size_greater_than: bySize(
    "has more entries than",
    "more than",
    (size, operand) => size > operand,
    "1",
  ),
  array_size_less_than: bySize(
    "has fewer entries than",
    "fewer than",
    (size, operand) => size < operand,
    "3",
  ),
  tag_contains: withTag(false),
  tag_does_not_contain: withTag(true),
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
    test: ({ first, matchAll }) => {
      const wanted = parseList(first).map(foldText);
      return (categories) => {
        const held = new Set(categories);
        const has = (category: string) => held.has(category);
        return wanted.length > 0 && (matchAll ? wanted.every(has) : wanted.some(has));
      };
    },
    example: { value: { id: 7, name: "Lighting" }, operands: ["lighting, Tables"], holds: true },
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
