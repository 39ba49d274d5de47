import { inRankOrder } from "#contract/rank-order.ts";
import { bothBits, countBits } from "#rules/bit-columns.ts";
import type { RecordTable } from "#rules/record-table.ts";
import { runAllColumns } from "#rules/run-columns.ts";
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

interface Analyzed extends Partial<AnalyzedRun> {
  readonly setting: AnalysisSetting;
  readonly findings: readonly Finding[];
}

/** The findings of each rule, valid while neither the rule nor the records that reach it have changed. */
const analyzed = new WeakMap<RunnableMappingRule, Analyzed>();

const analyzeOne = (
  rule: RunnableMappingRule,
  setting: AnalysisSetting,
  on: Partial<AnalyzedRun>,
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
 * one.
 */
export const analyzeRules = (
  given: readonly RunnableMappingRule[],
  setting: AnalysisSetting,
  table?: RecordTable,
): readonly Finding[] => {
  const rules = inRankOrder(given.map((rule) => ({ rule, rank: rule.rule?.rank }))).map(
    ({ rule }) => rule,
  );
  if (!table) return rules.flatMap((rule) => analyzeOne(rule, setting, {}));
  const { runs, starts } = runAllColumns(rules, table);
  const ordered = rules.flatMap((rule, at) => {
    const [run, start] = [runs[at], starts[at]];
    return run && start ? [{ rule, run, start }] : [];
  });
  const inside = ordered.flatMap(({ rule, run, start }) =>
    analyzeOne(rule, setting, { run, table: rule.useOriginalInputValue ? table : start }),
  );
  return [...inside, ...checkWriters(ordered, setting)];
};
