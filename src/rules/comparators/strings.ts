import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import { compareDecimals, parseDecimal } from "#rules/decimal.ts";
import type { SearchedText, TextSearch } from "#rules/find-text.ts";
import { listMatches, textSearch } from "#rules/find-text.ts";
import { composeText, countCharacters, foldText } from "#rules/fold-text.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { parseList, wholeNumber } from "#rules/operands.ts";

const text: readonly OperandSpec[] = [{ kind: "text", label: "Text" }];
const field: readonly OperandSpec[] = [{ kind: "field", label: "Field" }];
const dataTypes = ["string"] as const;

interface Variant {
  readonly not?: true;
  readonly caseSensitive?: true;
}

/** The words of a relation, and of its opposite. */
interface RelationWords {
  readonly label: string;
  readonly opposite: string;
  readonly example: readonly [value: string, operand: string];
}

const contains: RelationWords = {
  label: "contains",
  opposite: "does not contain",
  example: ["Brass lamp", "lamp"],
};
const startsWith: RelationWords = {
  label: "starts with",
  opposite: "does not start with",
  example: ["SKU-100", "SKU"],
};
const endsWith: RelationWords = {
  label: "ends with",
  opposite: "does not end with",
  example: ["lamp.jpg", ".jpg"],
};
const equals: RelationWords = { label: "is", opposite: "is not", example: ["Oak", "Oak"] };

const caseWords = ({ caseSensitive }: Variant) => (caseSensitive ? "match case" : "any case");

/** The facts of a relation to a text operand. */
const ofText = (
  { label, opposite, example: [value, operand] }: RelationWords,
  variant: Variant,
) => {
  const [own, other] = variant.not ? [opposite, label] : [label, opposite];
  return {
    label: variant.caseSensitive ? `${own} (match case)` : own,
    explanation: `Matches if the value ${own} the text; ${caseWords(variant)}.`,
    sentence: `${own} {1}, ${caseWords(variant)}`,
    denial: `${other} {1}, ${caseWords(variant)}`,
    dataTypes,
    operands: text,
    whenMissing: variant.not ?? false,
    example: { value, operands: [operand], holds: !variant.not },
  };
};

/** A search for the operand. An empty one is found nowhere. */
const searching = (
  words: RelationWords,
  way: Exclude<keyof TextSearch, "find">,
  variant: Variant = {},
): Comparator =>
  comparator({
    ...ofText(words, variant),
    reads: variant.caseSensitive ? "searched" : "searchedFolded",
    test: ({ first }) => {
      const { [way]: isFound } = textSearch(first, variant.caseSensitive ?? false);
      return variant.not ? (searched) => !isFound(searched) : isFound;
    },
  });

const containing = (variant?: Variant) => searching(contains, "isIn", variant);
const starting = (variant?: Variant) => searching(startsWith, "isAtStart", variant);
const ending = (variant?: Variant) => searching(endsWith, "isAtEnd", variant);

const equalTo = (variant: Variant = {}): Comparator =>
  comparator({
    ...ofText(equals, variant),
    reads: variant.caseSensitive ? "text" : "folded",
    test: ({ first }) => {
      const wanted = (variant.caseSensitive ? composeText : foldText)(first);
      return (read) => (read === wanted) !== (variant.not ?? false);
    },
  });

/** Equality with another field's text. A missing field on either side is equal to nothing. */
const ofField = (variant: Variant = {}): Comparator => {
  const [own, other] = variant.not ? ["is not", "is"] : ["is", "is not"];
  return comparator({
    label: `${own} the same as field${variant.caseSensitive ? " (match case)" : ""}`,
    explanation: `Matches if the value ${variant.not ? "differs from" : "is"} the other field's text; ${caseWords(variant)}.`,
    sentence: `${own} the same as {1}, ${caseWords(variant)}`,
    denial: `${other} the same as {1}, ${caseWords(variant)}`,
    ...(variant.not
      ? { negated: true }
      : {
          whenAll: {
            sentence: `is the same as every {1}, ${caseWords(variant)}`,
            denial: `is not the same as every {1}, ${caseWords(variant)}`,
          },
        }),
    dataTypes,
    operands: field,
    usesOtherField: true,
    whenMissing: variant.not ?? false,
    reads: variant.caseSensitive ? "text" : "folded",
    test: () => (read, otherRead) => (read === otherRead) !== (variant.not ?? false),
    example: { value: "Oak", operands: ["Oak"], holds: !variant.not },
  });
};

const inList = (variant: Variant = {}): Comparator => {
  const label = variant.not ? "is not in list" : "is in list";
  const spell = variant.caseSensitive ? composeText : foldText;
  return comparator({
    label: variant.caseSensitive ? `${label} (match case)` : label,
    explanation: `Matches if the value is ${variant.not ? "none" : "one"} of the list's values; ${caseWords(variant)}, without spaces around them.`,
    sentence: `${variant.not ? "is none of" : "is one of"} {1}, ${caseWords(variant)}`,
    denial: `${variant.not ? "is one of" : "is none of"} {1}, ${caseWords(variant)}`,
    ...(!variant.not && {
      whenAll: {
        sentence: `is all of {1}, ${caseWords(variant)}`,
        denial: `is not all of {1}, ${caseWords(variant)}`,
      },
    }),
    dataTypes,
    operands: [{ kind: "list", label: "Values" }],
    usesList: true,
    whenMissing: variant.not ?? false,
    reads: variant.caseSensitive ? "text" : "folded",
    test: ({ first, matchAll }) => {
      const list = new Set(parseList(first).map((value) => spell(value.trim())));
      if (variant.not) return (read) => !list.has(read.trim());
      // Every entry of the list must equal the value: possible only if all entries are equal.
      const possible = !matchAll || list.size === 1;
      return (read) => possible && list.has(read.trim());
    },
    example: { value: "Oak", operands: ["Oak, Ash"], holds: !variant.not },
  });
};

/** The number of non-overlapping occurrences, in any case; 0 for an empty part. */
const countOccurrences = (part: string) => {
  const search = textSearch(part, false);
  return (searched: SearchedText): number => listMatches(searched, search).length;
};

/** Compares a count with the number in an operand. */
const isCount = (operand: string) => {
  const wanted = parseDecimal(operand);
  return (count: number): boolean => wanted !== undefined && compareDecimals(count, wanted) === 0;
};

/** Comparators of text. Handles of api 2.15. */
export const stringComparators = {
  string_contains: containing(),
  string_contains_case_sensitive: containing({ caseSensitive: true }),
  string_not_contains: containing({ not: true }),
  string_not_contains_case_sensitive: containing({ not: true, caseSensitive: true }),
  string_starts_with: starting(),
  string_starts_with_case_sensitive: starting({ caseSensitive: true }),
  string_not_starts_with: starting({ not: true }),
  string_not_starts_with_case_sensitive: starting({ not: true, caseSensitive: true }),
  string_ends_with: ending(),
  string_ends_with_case_sensitive: ending({ caseSensitive: true }),
  string_not_ends_with: ending({ not: true }),
  string_not_ends_with_case_sensitive: ending({ not: true, caseSensitive: true }),
  string_equal_to: equalTo(),
  string_equal_to_case_sensitive: equalTo({ caseSensitive: true }),
  string_not_equal_to: equalTo({ not: true }),
  string_not_equal_to_case_sensitive: equalTo({ not: true, caseSensitive: true }),
  string_equals_field: ofField(),
  string_equals_field_case_sensitive: ofField({ caseSensitive: true }),
  string_not_equals_field: ofField({ not: true }),
  string_not_equals_field_case_sensitive: ofField({ not: true, caseSensitive: true }),
  string_in_list: inList(),
  string_in_list_case_sensitive: inList({ caseSensitive: true }),
  string_not_in_list: inList({ not: true }),
  string_not_in_list_case_sensitive: inList({ not: true, caseSensitive: true }),
  string_exists: comparator({
    label: "exists",
    explanation: "Matches if there is any text, including spaces.",
    sentence: "exists",
    denial: "does not exist",
    dataTypes,
    operands: [],
    whenMissing: false,
    reads: "text",
    test: () => (read) => read !== "",
    example: { value: "Oak", operands: [], holds: true },
  }),
  string_does_not_exist: comparator({
    label: "does not exist",
    explanation: "Matches if there is no text, or empty text.",
    sentence: "does not exist",
    denial: "exists",
    dataTypes,
    operands: [],
    whenMissing: true,
    reads: "text",
    test: () => (read) => read === "",
    example: { value: "", operands: [], holds: true },
  }),
  string_length: comparator({
    label: "length",
    explanation: "Counts the characters. By itself, matches if there are exactly that many.",
    sentence: "has a length of {1}",
    denial: "does not have a length of {1}",
    dataTypes,
    operands: [{ kind: "integer", label: "Characters", usable: wholeNumber(0) }],
    whenMissing: false,
    reads: "text",
    test: ({ first }) => {
      const isWanted = isCount(first);
      return (read) => isWanted(countCharacters(read));
    },
    preModifier: {
      resultType: "number",
      sentence: "Length of {field}",
      modify: () => countCharacters,
    },
    example: { value: "Oak", operands: ["3"], holds: true },
  }),
  string_occurrence_of_character: comparator({
    label: "occurrences of",
    explanation:
      "Counts how often a character occurs, in any case. By itself, matches if it occurs exactly that often.",
    sentence: "has {1} times {2}",
    denial: "does not have {1} times {2}",
    dataTypes,
    operands: [
      { kind: "integer", label: "Times", usable: wholeNumber(0) },
      { kind: "text", label: "Character" },
    ],
    whenMissing: false,
    reads: "searchedFolded",
    test: ({ first, second }) => {
      const [isWanted, count] = [isCount(first), countOccurrences(second)];
      return (searched) => isWanted(count(searched));
    },
    preModifier: {
      resultType: "number",
      sentence: "Number of {2} in {field}",
      // The main comparator uses the first operand, so the character is the second here too.
      modify: ({ second }) => countOccurrences(second),
    },
    example: { value: "a-b-c", operands: ["2", "-"], holds: true },
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
