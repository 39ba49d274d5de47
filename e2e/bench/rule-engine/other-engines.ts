import { LogicEngine } from "json-logic-engine";
import { Engine } from "json-rules-engine";
import type { BenchCondition, BenchOperator, BenchProduct, BenchRule } from "./bench-data.ts";

/* The same rules for the engines that ours is compared with, set up as their documentation advises. */

const ruleOperators: Readonly<Record<BenchOperator, string>> = {
  contains: "containsText",
  is: "equal",
  isOneOf: "in",
  greaterThan: "greaterThan",
  lessThan: "lessThan",
  isYes: "equal",
};

/** json-rules-engine: one engine with all rules, one run for each record. */
export const jsonRulesEngine = async (
  rules: readonly BenchRule[],
  records: readonly BenchProduct[],
): Promise<() => Promise<number>> => {
  const engine = new Engine();
  engine.addOperator<string, string>("containsText", (value, part) => value.includes(part));
  rules.forEach((rule, at) => {
    engine.addRule({
      event: { type: `rule ${at}` },
      conditions: {
        any: rule.map((conditions) => ({
          all: conditions.map(({ field, operator, operand }) => ({
            fact: field,
            operator: ruleOperators[operator],
            value: operand,
          })),
        })),
      },
    });
  });
  return async () => {
    let matches = 0;
    for (const record of records) matches += (await engine.run({ ...record })).events.length;
    return matches;
  };
};

const logicOf: Readonly<Record<BenchOperator, (condition: BenchCondition) => object>> = {
  contains: ({ field, operand }) => ({ in: [operand, { var: field }] }),
  is: ({ field, operand }) => ({ "===": [{ var: field }, operand] }),
  isOneOf: ({ field, operand }) => ({ in: [{ var: field }, operand] }),
  greaterThan: ({ field, operand }) => ({ ">": [{ var: field }, operand] }),
  lessThan: ({ field, operand }) => ({ "<": [{ var: field }, operand] }),
  isYes: ({ field, operand }) => ({ "===": [{ var: field }, operand] }),
};

/** json-logic-engine: each rule compiled once, a call for each rule and record. */
export const compiledJsonLogic = (
  rules: readonly BenchRule[],
  records: readonly BenchProduct[],
): (() => number) => {
  const engine = new LogicEngine();
  const compiled = rules.map((rule) =>
    engine.build({
      or: rule.map((conditions) => ({
        and: conditions.map((condition) => logicOf[condition.operator](condition)),
      })),
    }),
  ) as ((record: BenchProduct) => unknown)[];
  return () => {
    let matches = 0;
    for (const holds of compiled) for (const record of records) if (holds(record)) matches++;
    return matches;
  };
};
