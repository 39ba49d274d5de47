import type { Decimal } from "./decimal.ts";
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  toNumber,
} from "./decimal.ts";

/*
 * Formulas: decimals, fields in braces (`{variant.cost}`), + - * / and parentheses, with the usual precedence. Parsed
 * into reverse Polish notation with one stack, so that length and nesting cost only linear time.
 */

type Token =
  | { readonly kind: "number"; readonly value: Decimal }
  | { readonly kind: "field"; readonly reference: string }
  | { readonly kind: "operator"; readonly sign: Sign }
  | { readonly kind: "open" }
  | { readonly kind: "close" };
type Step = Exclude<Token, { kind: "open" } | { kind: "close" }>;
type Sign = "+" | "-" | "*" | "/" | "negate";

/** A formula in the order of calculation, or its error and the position of the error in the text, from 0. */
export type Formula =
  | { readonly steps: readonly Step[] }
  | { readonly problem: string; readonly at: number };

const strength: Readonly<Record<Sign, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, negate: 3 };
const spellings: Readonly<Record<string, Sign>> = {
  "+": "+",
  "-": "-",
  "−": "-",
  "*": "*",
  "×": "*",
  "/": "/",
  "÷": "/",
};

const lexeme =
  /\s*(?:(\d{1,60}(?:\.\d{0,60})?|\.\d{1,60})|\{([^{}]{1,200})\}|([-+*/×÷−])|([()]))\s*/y;

const tokenAt = (text: string, from: number): { token: Token; next: number } | undefined => {
  lexeme.lastIndex = from;
  const [match, number, reference, sign, parenthesis] = lexeme.exec(text) ?? [];
  if (match === undefined) return undefined;
  const next = from + match.length;
  if (reference !== undefined)
    return { token: { kind: "field", reference: reference.trim() }, next };
  if (sign !== undefined)
    return { token: { kind: "operator", sign: spellings[sign] ?? "+" }, next };
  if (parenthesis !== undefined)
    return { token: { kind: parenthesis === "(" ? "open" : "close" }, next };
  const value = parseDecimal(number);
  return value === undefined ? undefined : { token: { kind: "number", value }, next };
};

interface Reading {
  readonly steps: Step[];
  /** Operators that wait for their right operand; undefined is an open parenthesis. */
  readonly waiting: (Sign | undefined)[];
  wantsValue: boolean;
}

const release = (reading: Reading, minimum: number): void => {
  for (
    let sign = reading.waiting.at(-1);
    sign !== undefined && strength[sign] >= minimum;
    sign = reading.waiting.at(-1)
  ) {
    reading.waiting.pop();
    reading.steps.push({ kind: "operator", sign });
  }
};

const readSign = (reading: Reading, sign: Sign): string | undefined => {
  if (reading.wantsValue && sign !== "-" && sign !== "+")
    return "A number or a field is missing before an operator.";
  if (reading.wantsValue) {
    if (sign === "-") reading.waiting.push("negate");
    return undefined;
  }
  release(reading, strength[sign]);
  reading.waiting.push(sign);
  reading.wantsValue = true;
  return undefined;
};

/** Processes one token; returns an error text if it is invalid. */
const read = (reading: Reading, token: Token): string | undefined => {
  if (token.kind === "operator") return readSign(reading, token.sign);
  if (token.kind === "close") {
    if (reading.wantsValue) return "A number or a field is missing before a parenthesis.";
    release(reading, 0);
    return reading.waiting.length > 0
      ? void reading.waiting.pop()
      : "A closing parenthesis has no opening parenthesis.";
  }
  if (!reading.wantsValue) return "An operator is missing between two numbers or fields.";
  if (token.kind === "open") reading.waiting.push(undefined);
  else {
    reading.steps.push(token);
    reading.wantsValue = false;
  }
  return undefined;
};

/** Parses a formula. Never throws; an invalid text returns the problem in words. */
export const parseFormula = (text: string): Formula => {
  const reading: Reading = { steps: [], waiting: [], wantsValue: true };
  for (let at = 0; at < text.length;) {
    const found = tokenAt(text, at);
    const problem = found
      ? read(reading, found.token)
      : `“${text.slice(at, at + 10)}” is not valid in a formula.`;
    if (problem !== undefined) return { problem, at };
    at = found?.next ?? text.length;
  }
  const end = text.length;
  if (reading.wantsValue) return { problem: "A number or a field is missing at the end.", at: end };
  release(reading, 0);
  return reading.waiting.length > 0
    ? { problem: "A closing parenthesis is missing.", at: end }
    : { steps: reading.steps };
};

/** Digits of a quotient inside a formula: more than are kept at the end, so that 10 / 3 * 3 is 10. */
const innerDigits = 60;

const operations: Readonly<
  Record<Exclude<Sign, "negate">, (one: Decimal, other: Decimal) => Decimal | undefined>
> = {
  "+": addDecimals,
  "-": subtractDecimals,
  "*": multiplyDecimals,
  "/": (one, other) => divideDecimals(one, other, innerDigits),
};

/** Calculates a formula, rounded once at its end; undefined when a field has no number, and on division by zero. */
export const calculate = (
  steps: readonly Step[],
  numberOf: (reference: string) => Decimal | undefined,
): Decimal | undefined => {
  const stack: Decimal[] = [];
  for (const step of steps) {
    const result =
      step.kind === "operator"
        ? combine(stack, step.sign)
        : step.kind === "number"
          ? step.value
          : numberOf(step.reference);
    // What is too large in between stays so: no later step makes a JSON number of it that people expect.
    if (result === undefined || !Number.isFinite(toNumber(result))) return undefined;
    stack.push(result);
  }
  return stack[0] === undefined ? undefined : roundDecimal(stack[0]);
};

const combine = (stack: Decimal[], sign: Sign): Decimal | undefined => {
  const right = stack.pop();
  if (right === undefined || sign === "negate")
    return right === undefined ? undefined : subtractDecimals(0, right);
  const left = stack.pop();
  return left === undefined ? undefined : operations[sign](left, right);
};

/** The fields in a formula, each once; none if the text is not a formula. */
export const listFormulaFields = (text: string): readonly string[] => {
  const formula = parseFormula(text);
  if ("problem" in formula) return [];
  return [
    ...new Set(formula.steps.flatMap((step) => (step.kind === "field" ? [step.reference] : []))),
  ];
};
