import { expect } from "vitest";
import { analyzeRules } from "#rules/analysis/analyze-rules.ts";
import type { Finding } from "#rules/analysis/finding.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { testContext, thing } from "./catalogue.ts";
import { refuteFinding } from "./refute-finding.ts";

/** The setting of the tests' analyses. */
export const setting = {
  context: testContext,
  mappingSetNames: new Map([[1, "Colors"]]),
  recordNames: { one: "product", many: "products" },
};
export const things = (count: number, data: object): RuleRecord[] =>
  Array.from({ length: count }, () => thing(data));
/** Two things with one value in each field. */
export const plain = [
  thing({ string: "Oak lamp", number: 12, date: "2026-01-08", boolean: true, tags: ["sale"] }),
  thing({ string: "Ash desk", number: 30, date: "2025-01-08", boolean: false, tags: [] }),
];

export const whole = (rule: RunnableWorkflowRule, rank = 1): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule: { ...rule, rank },
});

/** The findings of rules, each of which is confirmed record by record. */
export const find = (
  rules: readonly RunnableMappingRule[],
  records: readonly RuleRecord[] | undefined = plain,
): readonly Finding[] => {
  const table = createTable(records, testContext);
  const found = analyzeRules(rules, setting, table);
  expect(found.flatMap((finding) => refuteFinding(finding, { rules, table }))).toEqual([]);
  return found;
};
export const said = (
  rules: readonly RunnableMappingRule[],
  records?: readonly RuleRecord[],
): string[] => find(rules, records).map(({ kind, message }) => `${kind}: ${message}`);
