import type { ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import { formatDecimal, parseDecimal } from "#rules/decimal.ts";
import { composeText } from "#rules/fold-text.ts";
import { parseValues } from "#rules/operands.ts";
import { readings } from "#rules/read-value.ts";

/** The comparable form of an option's value; numbers in one spelling, so that 2 is 2.0. */
const readOption = (text: string, isNumeric: boolean): string => {
  const number = isNumeric ? parseDecimal(text) : undefined;
  return number === undefined ? composeText(text.trim()) : formatDecimal(number);
};

const isOption = (
  dataTypes: readonly [DataTypeHandle, ...DataTypeHandle[]],
  not: boolean,
): Comparator => {
  const isNumeric = dataTypes.includes("numeric_options");
  return comparator({
    label: not ? "is not" : "is",
    explanation: `Matches if the selected option is ${not ? "not the given one" : "the given one"}.`,
    sentence: `${not ? "is not" : "is"} {1}`,
    denial: `${not ? "is" : "is not"} {1}`,
    ...(!not && { whenAll: { sentence: "is all of {1}", denial: "is not all of {1}" } }),
    dataTypes,
    operands: [{ kind: "option", label: "Option" }],
    whenMissing: not,
    reads: "text",
    test: ({ first, matchAll }) => {
      const options = new Set(parseValues(first).map((value) => readOption(value, isNumeric)));
      if (not) return (value) => !options.has(readOption(value, isNumeric));
      const possible = !matchAll || options.size === 1;
      return (value) => possible && options.has(readOption(value, isNumeric));
    },
    example: { value: 2, operands: ["2"], holds: !not },
  });
};

/** Comparators of options and of yes or no. Handles of api 2.15. */
export const optionComparators = {
  option_equal_to: isOption(["numeric_options", "builder_action"], false),
  option_not_equal_to: isOption(["numeric_options", "builder_action"], true),
  string_option_equal_to: isOption(["string_options"], false),
  string_option_not_equal_to: isOption(["string_options"], true),
  boolean_equal_to: comparator({
    label: "is",
    explanation: "Matches if the value is the selected one, yes or no.",
    sentence: "is {1}",
    denial: "is not {1}",
    dataTypes: ["boolean"],
    operands: [{ kind: "boolean", label: "Yes or no" }],
    whenMissing: false,
    reads: "boolean",
    test: ({ first }) => {
      const wanted = readings.boolean(first);
      return (value) => value === wanted;
    },
    example: { value: true, operands: ["true"], holds: true },
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
