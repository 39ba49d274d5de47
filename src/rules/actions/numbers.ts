import type { ActionHandle } from "#contract/handles.ts";
import type { Action, ActionInput, Change } from "#rules/action.ts";
import { changed, nothing, whenNoNumber } from "#rules/action.ts";
import type { Decimal } from "#rules/decimal.ts";
import {
  addDecimals,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  percentOf,
  subtractDecimals,
  toNumber,
  withFraction,
} from "#rules/decimal.ts";
import type { OperandSpec } from "#rules/operands.ts";

const dataTypes = ["number"] as const;
const number: readonly OperandSpec[] = [{ kind: "number", label: "Number" }];
const field: readonly OperandSpec[] = [{ kind: "field", label: "Field" }];

/** Money in text form stays text and exact; numbers stay numbers. */
const asBefore = (current: unknown, result: Decimal): Change => {
  const asNumber = toNumber(result);
  if (!Number.isFinite(asNumber)) return nothing("The result is too large.");
  return changed(typeof current === "string" ? formatDecimal(result) : asNumber);
};

type Calculate = (value: Decimal, operand: Decimal) => Decimal | undefined;

const calculated = (
  current: unknown,
  operands: readonly Decimal[],
  calculate: Calculate,
): Change => {
  const start = parseDecimal(current);
  if (!start) return nothing("There is no number to change.");
  if (operands.length === 0) return nothing("There is no number to calculate with.");
  const result = operands.reduce<Decimal | undefined>(
    (value, operand) => value && calculate(value, operand),
    start,
  );
  return result ? asBefore(current, result) : nothing("Can't divide by zero.");
};

const numbersIn = (values: readonly unknown[]): Decimal[] =>
  values.map(parseDecimal).filter((value) => value !== undefined);

const withNumber = (
  facts: Pick<Action, "label" | "explanation" | "sentence" | "example">,
  calculate: Calculate,
  operands: readonly OperandSpec[] = number,
): Action => ({
  ...facts,
  dataTypes,
  operands,
  whenMissing: whenNoNumber,
  apply: (current, { operands: { first } }) => calculated(current, numbersIn([first]), calculate),
});

/** The same with another field; if several elements supply its value, the calculation uses each in turn. */
const withField = (
  facts: Pick<Action, "label" | "explanation" | "sentence" | "example">,
  calculate: Calculate,
): Action => ({
  ...facts,
  dataTypes,
  operands: field,
  usesOtherField: true,
  whenMissing: "Does nothing if either field has no number.",
  apply: (current, { others }) => calculated(current, numbersIn(others), calculate),
});

const percentChange: Calculate = (value, percent) => addDecimals(value, percentOf(value, percent));

/** 19.37 with 99 is 19.99; the sign and the whole part stay. */
const setDecimal = (current: unknown, { operands: { first } }: ActionInput): Change => {
  const value = parseDecimal(current);
  const digits = /^\s*0?\.?(\d{1,10})\s*$/.exec(first)?.[1];
  if (!value) return nothing("There is no number to change.");
  if (digits === undefined) return nothing("The decimals must be digits.");
  return asBefore(current, withFraction(value, digits));
};

/** 23.50 with 9 is 29.50. */
const setOnes = (current: unknown, { operands: { first } }: ActionInput): Change => {
  const value = parseDecimal(current);
  const digit = /^\s*(\d)\s*$/.exec(first)?.[1];
  if (!value) return nothing("There is no number to change.");
  if (digit === undefined) return nothing("The ones digit must be from 0 to 9.");
  const [whole = "", fraction] = formatDecimal(value).split(".");
  const result = parseDecimal(
    whole.slice(0, -1) + digit + (fraction === undefined ? "" : `.${fraction}`),
  );
  return result ? asBefore(current, result) : nothing("There is no number to change.");
};

/** Actions on numbers. Handles of api 2.15; arithmetic is exact. */
export const numberActions = {
  add: withNumber(
    {
      label: "Add",
      explanation: "Adds a number.",
      sentence: "Add {1} to {field}",
      example: { value: 0.1, operands: ["0.2"], result: 0.3 },
    },
    addDecimals,
  ),
  subtract: withNumber(
    {
      label: "Subtract",
      explanation: "Subtracts a number.",
      sentence: "Subtract {1} from {field}",
      example: { value: 0.3, operands: ["0.1"], result: 0.2 },
    },
    subtractDecimals,
  ),
  multiply: withNumber(
    {
      label: "Multiply",
      explanation: "Multiplies by a number.",
      sentence: "Multiply {field} by {1}",
      example: { value: 19.99, operands: ["3"], result: 59.97 },
    },
    multiplyDecimals,
  ),
  divide_by: withNumber(
    {
      label: "Divide",
      explanation: "Divides by a number. Does nothing if the number is zero.",
      sentence: "Divide {field} by {1}",
      example: { value: 10, operands: ["4"], result: 2.5 },
    },
    divideDecimals,
  ),
  percent_change: withNumber(
    {
      label: "Change by percent",
      explanation: "Increases the number by a percentage. A negative percentage decreases it.",
      sentence: "Change {field} by {1}",
      example: { value: 19.99, operands: ["-10"], result: 17.991 },
    },
    percentChange,
    [{ kind: "percent", label: "Percent" }],
  ),
  add_field: withField(
    {
      label: "Add field",
      explanation: "Adds another field.",
      sentence: "Add {1} to {field}",
      example: { value: 1.1, operands: ["2.2"], result: 3.3 },
    },
    addDecimals,
  ),
  subtract_field: withField(
    {
      label: "Subtract field",
      explanation: "Subtracts another field.",
      sentence: "Subtract {1} from {field}",
      example: { value: 3.3, operands: ["2.2"], result: 1.1 },
    },
    subtractDecimals,
  ),
  multiply_by_field: withField(
    {
      label: "Multiply by field",
      explanation: "Multiplies by another field.",
      sentence: "Multiply {field} by {1}",
      example: { value: 2, operands: ["1.35"], result: 2.7 },
    },
    multiplyDecimals,
  ),
  divide_by_field: withField(
    {
      label: "Divide by field",
      explanation: "Divides by another field. Does nothing if that field is zero.",
      sentence: "Divide {field} by {1}",
      example: { value: 9, operands: ["2"], result: 4.5 },
    },
    divideDecimals,
  ),
  set_decimal: {
    label: "Set the decimals",
    explanation: "Sets the digits after the decimal point: 99 turns 19.37 into 19.99.",
    sentence: "Set the decimals of {field} to {1}",
    dataTypes,
    operands: [{ kind: "integer", label: "Decimals" }],
    whenMissing: whenNoNumber,
    apply: setDecimal,
    example: { value: 19.37, operands: ["99"], result: 19.99 },
  },
  set_ones_place_value_to: {
    label: "Set the ones digit",
    explanation: "Sets the digit before the decimal point: 9 turns 23.50 into 29.50.",
    sentence: "Set the ones digit of {field} to {1}",
    dataTypes,
    operands: [{ kind: "integer", label: "Digit" }],
    whenMissing: whenNoNumber,
    apply: setOnes,
    example: { value: 23.5, operands: ["9"], result: 29.5 },
  },
} as const satisfies Partial<Record<ActionHandle, Action>>;
