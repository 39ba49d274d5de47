import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import type { Decimal } from "#rules/decimal.ts";
import {
  compareDecimals,
  formatDecimal,
  parseDecimal,
  parseInteger,
  takePercent,
} from "#rules/decimal.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { wholeNumber } from "#rules/operands.ts";

const dataTypes = ["number"] as const;
const number: readonly OperandSpec[] = [{ kind: "number", label: "Number" }];
const field: readonly OperandSpec[] = [{ kind: "field", label: "Field" }];

/** A relation of two decimals. */
interface Order {
  readonly label: string;
  readonly holds: (order: number) => boolean;
  /** An operand for which 10 matches. */
  readonly exampleOperand: string;
}

const equal: Order = { label: "is", holds: (order) => order === 0, exampleOperand: "10.0" };
const greater: Order = {
  label: "is greater than",
  holds: (order) => order > 0,
  exampleOperand: "9.99",
};
const greaterOrEqual: Order = {
  label: "is at least",
  holds: (order) => order >= 0,
  exampleOperand: "10",
};
const less: Order = { label: "is less than", holds: (order) => order < 0, exampleOperand: "10.01" };
const lessOrEqual: Order = {
  label: "is at most",
  holds: (order) => order <= 0,
  exampleOperand: "10",
};

const denied = (label: string): string => label.replace("is", "is not");

/** A comparison with a number; with an operand that is not a number nothing matches. */
const withNumber = ({ label, holds, exampleOperand }: Order): Comparator =>
  comparator({
    label,
    explanation: `Matches if the value ${label} the number.`,
    sentence: `${label} {1}`,
    denial: `${denied(label)} {1}`,
    dataTypes,
    operands: number,
    whenMissing: false,
    reads: "decimal",
    test: ({ first }) => {
      const operand = parseDecimal(first);
      if (operand === undefined) return () => false;
      // The verdicts are computed before the values: there may be a hundred thousand of them.
      const [below, same, above] = [holds(-1), holds(0), holds(1)];
      return (value) => {
        const order = compareDecimals(value, operand);
        return order === 0 ? same : order < 0 ? below : above;
      };
    },
    example: { value: 10, operands: [exampleOperand], holds: true },
  });

const withField = ({ label, holds, exampleOperand }: Order): Comparator => {
  const comparing = label === "is" ? "is equal to" : label;
  return comparator({
    label: `${comparing} field`,
    explanation: `Matches if the value ${comparing} the other field's value.`,
    sentence: `${comparing} {1}`,
    denial: `${denied(comparing)} {1}`,
    whenAll: { sentence: `${comparing} every {1}`, denial: `${denied(comparing)} every {1}` },
    dataTypes,
    operands: field,
    usesOtherField: true,
    whenMissing: false,
    reads: "decimal",
    test: () => (value, other) => other !== undefined && holds(compareDecimals(value, other)),
    example: { value: 10, operands: [exampleOperand], holds: true },
  });
};

/** A comparison with a share of another field: “at least 120% of Cost”. */
const withPercentOfField = ({ label, holds }: Order, exampleValue: number): Comparator =>
  comparator({
    label: `${label} a percentage of field`,
    explanation: `Matches if the value ${label} the given percentage of the other field's value (120% of 10 is 12).`,
    sentence: `${label} {2} of {1}`,
    denial: `${denied(label)} {2} of {1}`,
    whenAll: {
      sentence: `${label} {2} of every {1}`,
      denial: `${denied(label)} {2} of every {1}`,
    },
    dataTypes,
    operands: [
      { kind: "field", label: "Field" },
      { kind: "percent", label: "Percent" },
    ],
    usesOtherField: true,
    whenMissing: false,
    reads: "decimal",
    test: ({ second }) => {
      const percent = parseDecimal(second);
      if (percent === undefined) return () => false;
      return (value, other) =>
        other !== undefined && holds(compareDecimals(value, takePercent(other, percent)));
    },
    example: { value: exampleValue, operands: ["10", "120"], holds: true },
  });

/** The digit at a position after the point: position 1 of 19.95 is 9, and a missing digit is 0. */
const digitAt = (value: Decimal, place: string): number | undefined => {
  const at = parseInteger(place);
  if (at === undefined || at < 1) return undefined;
  const fraction = formatDecimal(value).split(".")[1] ?? "";
  return Number(fraction.charAt(at - 1));
};

/** Comparators of numbers. Handles of api 2.15; arithmetic is exact. */
export const numberComparators = {
  equal_to: withNumber(equal),
  greater_than: withNumber(greater),
  greater_than_equal_to: withNumber(greaterOrEqual),
  less_than: withNumber(less),
  less_than_equal_to: withNumber(lessOrEqual),
  equal_to_field: withField(equal),
  greater_than_field: withField(greater),
  greater_than_equal_to_field: withField(greaterOrEqual),
  less_than_field: withField(less),
  less_than_equal_to_field: withField(lessOrEqual),
  percent_greater_than_field: withPercentOfField(greater, 12.01),
  percent_greater_than_equal_to_field: withPercentOfField(greaterOrEqual, 12),
  percent_less_than_field: withPercentOfField(less, 11.99),
  percent_less_than_equal_to_field: withPercentOfField(lessOrEqual, 12),
  number_exists: comparator({
    label: "exists",
    explanation: "Matches if there is a number, including 0.",
    sentence: "exists",
    denial: "does not exist",
    dataTypes,
    operands: [],
    whenMissing: false,
    reads: "decimal",
    test: () => () => true,
    example: { value: 0, operands: [], holds: true },
  }),
  number_does_not_exist: comparator({
    label: "does not exist",
    explanation: "Matches if there is no number.",
    sentence: "does not exist",
    denial: "exists",
    dataTypes,
    operands: [],
    whenMissing: true,
    reads: "decimal",
    test: () => () => false,
    example: { value: null, operands: [], holds: true },
  }),
  decimal_place_value: comparator({
    label: "decimal place",
    explanation:
      "Takes one digit after the decimal point. By itself, matches if it is the given digit.",
    sentence: "has {1} at decimal place {2}",
    denial: "does not have {1} at decimal place {2}",
    dataTypes,
    operands: [
      { kind: "integer", label: "Digit", usable: wholeNumber(0, 9) },
      { kind: "integer", label: "Decimal place", usable: wholeNumber(1) },
    ],
    whenMissing: false,
    reads: "decimal",
    test: ({ first, second }) => {
      const wanted = parseInteger(first);
      return (value) => wanted !== undefined && digitAt(value, second) === wanted;
    },
    preModifier: {
      resultType: "number",
      sentence: "Decimal place {2} of {field}",
      modify:
        ({ second }) =>
        (value) =>
          digitAt(value, second),
    },
    example: { value: 19.95, operands: ["5", "2"], holds: true },
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
