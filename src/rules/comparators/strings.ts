import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import { textFinder } from "#rules/find-text.ts";
import { composeText, foldText } from "#rules/fold-text.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { parseList, wholeNumber } from "#rules/operands.ts";

const text: readonly OperandSpec[] = [{ kind: "text", label: "Text" }];
const field: readonly OperandSpec[] = [{ kind: "field", label: "Field" }];
const dataTypes = ["string"] as const;

/** The common data of the comparators of one relation. */
interface Relation {
  readonly label: string;
  /** Prepares an operand; the returned function evaluates a value. */
  readonly holds: (operand: string) => (value: string) => boolean;
  readonly example: readonly [value: string, operand: string];
}

const contains: Relation = {
  label: "contains",
  holds: (operand) => {
    const find = textFinder(operand);
    return (value) => find(value) >= 0;
  },
  example: ["Brass lamp", "lamp"],
};
const startsWith: Relation = {
  label: "starts with",
  holds: (operand) => (value) => value.startsWith(operand),
  example: ["SKU-100", "SKU"],
};
const endsWith: Relation = {
  label: "ends with",
  holds: (operand) => (value) => value.endsWith(operand),
  example: ["lamp.jpg", ".jpg"],
};
const equals: Relation = {
  label: "is",
  holds: (operand) => (value) => value === operand,
  example: ["Oak", "Oak"],
};

const negatedLabels: Readonly<Record<string, string>> = {
  contains: "does not contain",
  "starts with": "does not start with",
  "ends with": "does not end with",
  is: "is not",
};

interface Variant {
  readonly not?: true;
  readonly caseSensitive?: true;
}

const caseWords = ({ caseSensitive }: Variant) => (caseSensitive ? "match case" : "any case");
const writeLabel = ({ label }: Relation, not: boolean | undefined) =>
  not ? (negatedLabels[label] ?? label) : label;

/** A relation to a text operand. Every text contains, begins and ends with an empty operand. */
const ofText = (relation: Relation, variant: Variant = {}): Comparator => {
  const label = writeLabel(relation, variant.not);
  const spell = variant.caseSensitive ? composeText : foldText;
  const [value, operand] = relation.example;
  return comparator({
    label: variant.caseSensitive ? `${label} (match case)` : label,
    explanation: `Matches if the value ${label} the text; ${caseWords(variant)}.`,
    sentence: `${label} {1}, ${caseWords(variant)}`,
    denial: `${writeLabel(relation, !variant.not)} {1}, ${caseWords(variant)}`,
    dataTypes,
    operands: text,
    whenMissing: variant.not ?? false,
    reads: variant.caseSensitive ? "text" : "folded",
    test: ({ first }) => {
      const holds = relation.holds(spell(first));
      return variant.not ? (read) => !holds(read) : holds;
    },
    example: { value, operands: [operand], holds: !variant.not },
  });
};

/** Equality with another field's text. A missing field on either side is equal to nothing. */
const ofField = (variant: Variant = {}): Comparator => {
  const label = writeLabel(equals, variant.not);
  return comparator({
    label: `${label} the same as field${variant.caseSensitive ? " (match case)" : ""}`,
    explanation: `Matches if the value ${variant.not ? "differs from" : "is"} the other field's text; ${caseWords(variant)}.`,
    sentence: `${label} the same as {1}, ${caseWords(variant)}`,
    denial: `${writeLabel(equals, !variant.not)} the same as {1}, ${caseWords(variant)}`,
    whenAll: variant.not
      ? {
          sentence: `is not the same as any {1}, ${caseWords(variant)}`,
          denial: `is the same as at least one {1}, ${caseWords(variant)}`,
        }
      : {
          sentence: `is the same as every {1}, ${caseWords(variant)}`,
          denial: `is not the same as every {1}, ${caseWords(variant)}`,
        },
    dataTypes,
    operands: field,
    usesOtherField: true,
    whenMissing: variant.not ?? false,
    reads: variant.caseSensitive ? "text" : "folded",
    test: () => (read, other) => (read === other) !== (variant.not ?? false),
    example: { value: "Oak", operands: ["Oak"], holds: !variant.not },
  });
};

const inList = (variant: Variant = {}): Comparator => {
  const label = variant.not ? "is not in list" : "is in list";
  const spell = variant.caseSensitive ? composeText : foldText;
  return comparator({
    label: variant.caseSensitive ? `${label} (match case)` : label,
    explanation: `Matches if the value is ${variant.not ? "none" : "one"} of the list's values; ${caseWords(variant)}.`,
    sentence: `${variant.not ? "is none of" : "is one of"} {1}, ${caseWords(variant)}`,
    denial: `${variant.not ? "is one of" : "is none of"} {1}, ${caseWords(variant)}`,
    whenAll: {
      sentence: `${variant.not ? "is not" : "is"} all of {1}, ${caseWords(variant)}`,
      denial: `${variant.not ? "is" : "is not"} all of {1}, ${caseWords(variant)}`,
    },
    dataTypes,
    operands: [{ kind: "list", label: "Values" }],
    usesList: true,
    whenMissing: variant.not ?? false,
    reads: variant.caseSensitive ? "text" : "folded",
    test: ({ first, matchAll }) => {
      const list = new Set(parseList(first).map(spell));
      // Every entry of the list must equal the value: possible only if all entries are equal.
      const possible = !matchAll || list.size === 1;
      return (read) => (possible && list.has(read)) !== (variant.not ?? false);
    },
    example: { value: "Oak", operands: ["Oak, Ash"], holds: !variant.not },
  });
};

/** The number of non-overlapping occurrences; 0 for an empty part. */
const occurrences = (value: string, part: string): number => {
  const find = textFinder(part);
  let count = 0;
  if (part === "") return count;
  for (let at = find(value); at >= 0; at = find(value, at + part.length)) count++;
  return count;
};

/** Characters as a person types them: code points, not UTF-16 units. */
const countCharacters = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/** Comparators of text. Handles of api 2.15. */
export const stringComparators = {
  string_contains: ofText(contains),
  string_contains_case_sensitive: ofText(contains, { caseSensitive: true }),
  string_not_contains: ofText(contains, { not: true }),
  string_not_contains_case_sensitive: ofText(contains, { not: true, caseSensitive: true }),
  string_starts_with: ofText(startsWith),
  string_starts_with_case_sensitive: ofText(startsWith, { caseSensitive: true }),
  string_not_starts_with: ofText(startsWith, { not: true }),
  string_not_starts_with_case_sensitive: ofText(startsWith, { not: true, caseSensitive: true }),
  string_ends_with: ofText(endsWith),
  string_ends_with_case_sensitive: ofText(endsWith, { caseSensitive: true }),
  string_not_ends_with: ofText(endsWith, { not: true }),
  string_not_ends_with_case_sensitive: ofText(endsWith, { not: true, caseSensitive: true }),
  string_equal_to: ofText(equals),
  string_equal_to_case_sensitive: ofText(equals, { caseSensitive: true }),
  string_not_equal_to: ofText(equals, { not: true }),
  string_not_equal_to_case_sensitive: ofText(equals, { not: true, caseSensitive: true }),
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
      const wanted = first.trim() === "" ? Number.NaN : Number(first);
      return (read) => countCharacters(read) === wanted;
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
      "Counts how often a character occurs. By itself, matches if it occurs exactly that often.",
    sentence: "has {1} times {2}",
    denial: "does not have {1} times {2}",
    dataTypes,
    operands: [
      { kind: "integer", label: "Times", usable: wholeNumber(0) },
      { kind: "text", label: "Character" },
    ],
    whenMissing: false,
    reads: "text",
    test: ({ first, second }) => {
      const wanted = first.trim() === "" ? Number.NaN : Number(first);
      return (read) => occurrences(read, composeText(second)) === wanted;
    },
    preModifier: {
      resultType: "number",
      sentence: "Number of {2} in {field}",
      // The main comparator uses the first operand, so the character is the second here too.
      modify:
        ({ second }) =>
        (read) =>
          occurrences(read, composeText(second)),
    },
    example: { value: "a-b-c", operands: ["2", "-"], holds: true },
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
