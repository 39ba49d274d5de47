import type { ActionHandle } from "#contract/handles.ts";
import type { Action, Change } from "#rules/action.ts";
import { changedNumber, nothing, whenNoNumber } from "#rules/action.ts";
import type { Decimal } from "#rules/decimal.ts";
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  takePercent,
  withDigits,
} from "#rules/decimal.ts";

const dataTypes = ["number"] as const;
const noNumber = "There is no number to change.";

type Calculate = (value: Decimal, operand: Decimal) => Decimal | undefined;

const calculated = (
  current: unknown,
  operands: readonly Decimal[],
  calculate: Calculate,
): Change => {
  const start = parseDecimal(current);
  if (start === undefined) return nothing(noNumber);
  if (operands.length === 0) return nothing("There is no number to calculate with.");
  const result = operands.reduce<Decimal | undefined>(
    (value, operand) => (value === undefined ? undefined : calculate(value, operand)),
    start,
  );
  return result === undefined ? nothing("Can't divide by zero.") : changedNumber(current, result);
};

const numbersIn = (values: readonly unknown[]): Decimal[] =>
  values.map(parseDecimal).filter((value) => value !== undefined);

type Example = readonly [value: number, operand: string, result: number];

/** The words of an action with one operand. */
const facts = (
  label: string,
  explanation: string,
  sentence: string,
  [value, operand, result]: Example,
) => ({
  label,
  explanation,
  sentence,
  dataTypes,
  example: { value, operands: [operand], result },
});

/** A calculation with a number. */
const withNumber = (calculate: Calculate, ...words: Parameters<typeof facts>): Action => ({
  ...facts(...words),
  operands: [{ kind: "number", label: "Number" }],
  whenMissing: whenNoNumber,
  apply: (current, { operands: { first } }) => calculated(current, numbersIn([first]), calculate),
});

/** The same with another field; if several elements supply its value, the calculation uses each in turn. */
const withField = (calculate: Calculate, ...words: Parameters<typeof facts>): Action => ({
  ...facts(...words),
  operands: [{ kind: "field", label: "Field" }],
  usesOtherField: true,
  whenMissing: "Does nothing if either field has no number.",
  apply: (current, { others }) => calculated(current, numbersIn(others), calculate),
});

/** Sets digits of the number; `digits` matches them in the operand, and `noun` names what it matches. */
const setDigits = (
  label: string,
  digits: RegExp,
  noun: string,
  whenWrong: string,
  change: (whole: string, fraction: string, digits: string) => string,
  ...words: Parameters<typeof facts>
): Action => ({
  ...facts(...words),
  operands: [{ kind: "integer", label, usable: { noun, fits: (text) => digits.test(text) } }],
  whenMissing: whenNoNumber,
  apply: (current, { operands: { first } }) => {
    const value = parseDecimal(current);
    const found = digits.exec(first)?.[1];
    if (value === undefined) return nothing(noNumber);
    return found === undefined
      ? nothing(whenWrong)
      : changedNumber(
          current,
          withDigits(value, (whole, fraction) => change(whole, fraction, found)),
        );
  },
});

const percentChange: Calculate = (value, percent) =>
  addDecimals(value, takePercent(value, percent));

const sentences = {
  add: "Add {1} to {field}",
  subtract: "Subtract {1} from {field}",
  multiply: "Multiply {field} by {1}",
  divide: "Divide {field} by {1}",
} as const;

/** Actions on numbers. Handles of api 2.15; arithmetic is exact. */
export const numberActions = {
  add: withNumber(addDecimals, "Add", "Adds a number.", sentences.add, [0.1, "0.2", 0.3]),
  subtract: withNumber(subtractDecimals, "Subtract", "Subtracts a number.", sentences.subtract, [
    0.3,
    "0.1",
    0.2,
  ]),
  multiply: withNumber(
    multiplyDecimals,
    "Multiply",
    "Multiplies by a number.",
    sentences.multiply,
    [19.99, "3", 59.97],
  ),
  divide_by: withNumber(
    divideDecimals,
    "Divide",
    "Divides by a number. Does nothing if the number is zero.",
    sentences.divide,
    [10, "4", 2.5],
  ),
  percent_change: {
    ...withNumber(
      percentChange,
      "Change by percent",
      "Increases the number by a percentage. A negative percentage decreases it.",
      "Change {field} by {1}",
      [19.99, "-10", 17.991],
    ),
    operands: [{ kind: "percent", label: "Percent" }],
  },
  add_field: withField(addDecimals, "Add field", "Adds another field.", sentences.add, [
    1.1,
    "2.2",
    3.3,
  ]),
  subtract_field: withField(
    subtractDecimals,
    "Subtract field",
    "Subtracts another field.",
    sentences.subtract,
    [3.3, "2.2", 1.1],
  ),
  multiply_by_field: withField(
    multiplyDecimals,
    "Multiply by field",
    "Multiplies by another field.",
    sentences.multiply,
    [2, "1.35", 2.7],
  ),
  divide_by_field: withField(
    divideDecimals,
    "Divide by field",
    "Divides by another field. Does nothing if that field is zero.",
    sentences.divide,
    [9, "2", 4.5],
  ),
  // 19.37 with 99 is 19.99; the sign and the whole part stay.
  set_decimal: setDigits(
    "Decimals",
    /^\s*(?:0?\.)?(\d{1,10})\s*$/,
    "1 to 10 digits, such as 99",
    "The decimals must be digits.",
    (whole, _fraction, digits) => `${whole}.${digits}`,
    "Set the decimals",
    "Sets the digits after the decimal point: 99 turns 19.37 into 19.99.",
    "Set the decimals of {field} to {1}",
    [19.37, "99", 19.99],
  ),
  set_ones_place_value_to: setDigits(
    "Digit",
    /^\s*(\d)\s*$/,
    "a digit from 0 to 9",
    "The ones digit must be from 0 to 9.",
    (whole, fraction, digit) => `${whole.slice(0, -1)}${digit}.${fraction}`,
    "Set the ones digit",
    "Sets the digit before the decimal point: 9 turns 23.50 into 29.50.",
    "Set the ones digit of {field} to {1}",
    [23.5, "9", 29.5],
  ),
} as const satisfies Partial<Record<ActionHandle, Action>>;
