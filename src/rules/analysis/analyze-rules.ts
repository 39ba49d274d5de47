import { inRankOrder } from "#contract/rank-order.ts";
import { bothBits, countBits } from "#rules/bit-columns.ts";
import type { RecordTable } from "#rules/record-table.ts";
import { type ColumnRuns, runAllColumns } from "#rules/run-columns.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { analyzeRule } from "./analyze-rule.ts";
import { checkLookups } from "./check-lookups.ts";
import { checkWriters } from "./check-writers.ts";
import type { Finding } from "./finding.ts";
import {
  type AnalysisSetting,
  type AnalyzedRun,
  createRuleScope,
  type RuleScope,
} from "./rule-scope.ts";

const firstOf = (bits: Uint8Array | undefined): number | undefined =>
  bits && countBits(bits) > 0 ? bits.indexOf(1) : undefined;

/** A record that shows a finding which holds for every record. */
const findWitness = (scope: RuleScope, { kind, part, others }: Finding): number | undefined => {
  const { run } = scope;
  if (!run) return undefined;
  if (kind === "overwritten") return firstOf(run.changed(part));
  if (kind !== "implied" && kind !== "covered") return undefined;
  const [own, other] = [part, others[0]?.part ?? part].map((one) => run.bits(one));
  return firstOf(own && other && bothBits(own, other));
};

interface Analyzed extends AnalyzedRun {
  readonly setting: AnalysisSetting;
  readonly findings: readonly Finding[];
}

/** The findings of each rule, valid while neither the rule nor the records that reach it have changed. */
const analyzed = new WeakMap<RunnableMappingRule, Analyzed>();

const analyzeOne = (
  rule: RunnableMappingRule,
  setting: AnalysisSetting,
  on: AnalyzedRun,
): readonly Finding[] => {
  const known = analyzed.get(rule);
  if (known?.setting === setting && known.table === on.table && known.run === on.run)
    return known.findings;
  const scope = createRuleScope(rule, setting, on);
  analyzeRule(scope);
  checkLookups(scope);
  const findings = scope.findings.map((finding) => ({
    ...finding,
    witness: finding.witness ?? findWitness(scope, finding),
  }));
  analyzed.set(rule, { ...on, setting, findings });
  return findings;
};

/**
 * What is probably not meant in the enabled rules of one event, in rank order: what their conditions, tiers and actions
 * prove, and with a table of records what only these show. A rule that changes no record is no finding: it may wait for
 * one. In steps of one rule each, so that a page can pause between them.
 */
export function* analyzeInSteps(
  given: readonly RunnableMappingRule[],
  setting: AnalysisSetting,
  table?: RecordTable,
): Generator<void, readonly Finding[]> {
  const rules = inRankOrder(given.map((rule) => ({ rule, rank: rule.rule?.rank }))).map(
    ({ rule }) => rule,
  );
  const inside: Finding[] = [];
  for (const [at, rule] of rules.entries()) {
    // Runs are cached: each step runs one more rule.
    const { runs, starts } = table ? runAllColumns(rules.slice(0, at + 1), table) : noRuns;
    const start = rule.useOriginalInputValue ? table : starts[at];
    yield;
    inside.push(...analyzeOne(rule, setting, { run: runs[at], table: start }));
    yield;
  }
  if (!table) return inside;
  const { runs } = runAllColumns(rules, table);
  const ordered = rules.flatMap((rule, at) => (runs[at] ? [{ rule, run: runs[at] }] : []));
  return [...inside, ...checkWriters(ordered, setting)];
}

const noRuns: Pick<ColumnRuns, "runs" | "starts"> = { runs: [], starts: [] };

/** The same at once. */
export const analyzeRules = (...input: Parameters<typeof analyzeInSteps>): readonly Finding[] => {
  const steps = analyzeInSteps(...input);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};
