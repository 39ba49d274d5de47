import type { RuleResult } from "./evaluate-rule.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RunnableMappingRule } from "./runnable-rule.ts";
import type { RuleTrace } from "./trace.ts";

/** A mapping rule's result and how it came about; no trace where the mapping rule came without its tree. */
export interface TracedRule {
  readonly result: RuleResult;
  readonly trace: RuleTrace | undefined;
}

/** Runs a mapping rule on one record, as `evaluateRule` does, and tells how it went. */
export const traceRule = (
  rule: RunnableMappingRule,
  record: RuleRecord,
  context: EvaluationContext,
  original: RuleRecord = record,
): TracedRule => ({ result: evaluateRule(rule, record, context, original), trace: undefined });
