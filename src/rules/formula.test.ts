import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal, parseDecimal } from "./decimal.ts";
import { calculate, listFormulaFields, parseFormula } from "./formula.ts";

const fields: Readonly<Record<string, string>> = { "variant.cost": "10.10", "variant.fee": "0.9" };

const valueOf = (text: string): string | undefined => {
  const formula = parseFormula(text);
  if ("problem" in formula) return formula.problem;
  const result = calculate(formula.steps, (reference) => parseDecimal(fields[reference]));
  return result === undefined ? undefined : formatDecimal(result);
};

describe("formulas", () => {
  test.each([
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["10 - 2 - 3", "5"],
    ["8 / 4 / 2", "1"],
    ["-2 * -3", "6"],
    ["2 * -(1 + 2)", "-6"],
    ["- - 2", "2"],
    ["+5", "5"],
    ["0.1 + 0.2", "0.3"],
    [".5 × 4 ÷ 2 − 1", "0"],
    ["{variant.cost} * 1.35", "13.635"],
    ["({ variant.cost }-{variant.fee})/2", "4.6"],
    ["-".repeat(5_000) + "1", "1"],
    ["(".repeat(5_000) + "1" + ")".repeat(5_000), "1"],
  ])("%# is calculated", (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  test.each([
    ["", "A number or a field is missing at the end."],
    ["1 +", "A number or a field is missing at the end."],
    ["* 2", "A number or a field is missing before an operator."],
    ["1 2", "An operator is missing between two numbers or fields."],
    ["(1", "A closing parenthesis is missing."],
    ["1)", "A closing parenthesis has no opening parenthesis."],
    ["()", "A number or a field is missing before a parenthesis."],
    ["alert(1)", "“alert(1)” is not valid in a formula."],
    ["{}", "“{}” is not valid in a formula."],
  ])("%j is none: %s", (text, problem) => {
    expect(valueOf(text)).toBe(problem);
  });

  test.each([
    "1 / 0",
    "{variant.msrp} + 1",
    "{__proto__}",
    "9".repeat(60) + "*".concat("9".repeat(60)).repeat(40),
  ])("%# has no result", (text) => {
    expect(valueOf(text)).toBeUndefined();
  });

  test("names each of its fields once, in their order", () => {
    expect(listFormulaFields("{a.b} + {c.d} * {a.b}")).toEqual(["a.b", "c.d"]);
    expect(listFormulaFields("{a.b} +")).toEqual([]);
  });

  test("any text is parsed without an exception", () => {
    const unit = fc.constantFrom("1", ".", "+", "-", "*", "/", "(", ")", "{", "}", "a", " ", "é");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        expect(() => valueOf(text)).not.toThrow();
      }),
    );
  });
});
