import { inRankOrder } from "#contract/rank-order.ts";
import { bothBits } from "#rules/bit-columns.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable, type RecordTable } from "#rules/record-table.ts";
import { type ColumnRuns, runAllColumns } from "#rules/run-columns.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { analyzeRule } from "./analyze-rule.ts";
import { checkLookups } from "./check-lookups.ts";
import { checkWriters } from "./check-writers.ts";
import type { Finding } from "./finding.ts";
import { type AnalyzedRun, askAll, collectFacts, firstBit, keepFirst } from "./record-facts.ts";
import {
  type AnalysisSetting,
  type AnalyzedRecords,
  createRuleScope,
  type RuleScope,
} from "./rule-scope.ts";

/** A record that shows a finding which holds for every record. */
const findWitness = ({ ask }: RuleScope, { kind, part, others }: Finding): number | undefined => {
  if (kind === "overwritten")
    return ask(
      "changed",
      [part],
      ({ run }, first) => firstBit(run.changed(part), first),
      keepFirst,
    );
  if (kind !== "implied" && kind !== "covered") return undefined;
  const other = others[0]?.part ?? part;
  const find = ({ run }: AnalyzedRun, first: number) => {
    const [own, wider] = [run.bits(part), run.bits(other)];
    return own && wider && firstBit(bothBits(own, wider), first);
  };
  return ask("both", [part, other], find, keepFirst);
};

/** The findings inside a rule. */
const findInside = (
  rule: RunnableMappingRule,
  setting: AnalysisSetting,
  on: AnalyzedRecords,
): readonly Finding[] => {
  const scope = createRuleScope(rule, setting, on);
  analyzeRule(scope);
  checkLookups(scope);
  return scope.findings.map((finding) => ({
    ...finding,
    witness: finding.witness ?? findWitness(scope, finding),
  }));
};

interface Analyzed {
  readonly setting: AnalysisSetting;
  readonly on: AnalyzedRun | undefined;
  readonly findings: readonly Finding[];
}

/** The findings of each rule, valid while neither the rule nor the records that reach it have changed. */
const analyzed = new WeakMap<RunnableMappingRule, Analyzed>();

const analyzeOne = (
  rule: RunnableMappingRule,
  setting: AnalysisSetting,
  on: AnalyzedRun | undefined,
): readonly Finding[] => {
  const known = analyzed.get(rule);
  if (known?.setting === setting && known.on?.table === on?.table && known.on?.run === on?.run)
    return known.findings;
  const findings = findInside(rule, setting, {
    ask: on && askAll(() => on),
    given: on?.table.given ?? false,
  });
  analyzed.set(rule, { setting, on, findings });
  return findings;
};

const inOrder = (rules: readonly RunnableMappingRule[]): RunnableMappingRule[] =>
  inRankOrder(rules.map((rule) => ({ rule, rank: rule.rule?.rank }))).map(({ rule }) => rule);

/** The run of a rule among those of several, and the records on which its conditions are judged. */
const runAt = (
  rule: RunnableMappingRule,
  at: number,
  { runs, starts }: ColumnRuns,
  original: RecordTable,
): AnalyzedRun | undefined => {
  const [run, start] = [runs[at], starts[at]];
  return run && start && { run, table: rule.useOriginalInputValue ? original : start };
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
  const rules = inOrder(given);
  const inside: Finding[] = [];
  const runs = new Map<RunnableMappingRule, AnalyzedRun | undefined>();
  for (const [at, rule] of rules.entries()) {
    // Runs are cached: each step runs one more rule.
    if (table) runs.set(rule, runAt(rule, at, runAllColumns(rules.slice(0, at + 1), table), table));
    yield;
    inside.push(...analyzeOne(rule, setting, runs.get(rule)));
    yield;
  }
  if (!table) return inside;
  return [
    ...inside,
    ...checkWriters(
      rules,
      setting,
      askAll((rule) => runs.get(rule)),
    ),
  ];
}

/** The same at once. */
export const analyzeRules = (...input: Parameters<typeof analyzeInSteps>): readonly Finding[] => {
  const steps = analyzeInSteps(...input);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

/**
 * The same over records that come in chunks, of which none is kept. All of them are looked at once, and again where an
 * answer raises another question: `end` gives the findings, or undefined where all records have to be added again.
 */
export const analyzeInChunks = (
  given: readonly RunnableMappingRule[],
  setting: AnalysisSetting,
) => {
  const rules = inOrder(given);
  const facts = collectFacts();
  // Only templates give records a value.
  const on = { ask: facts.ask, given: false };
  const walk = (): readonly Finding[] => [
    ...rules.flatMap((rule) => findInside(rule, setting, on)),
    ...checkWriters(rules, setting, facts.ask),
  ];
  let first = 0;
  walk();
  return {
    add: (records: readonly RuleRecord[]): void => {
      const table = createTable(records, setting.context);
      const runs = runAllColumns(rules, table);
      const on = new Map(rules.map((rule, at) => [rule, runAt(rule, at, runs, table)]));
      facts.look((rule) => on.get(rule), first);
      first += records.length;
    },
    end: (): readonly Finding[] | undefined => {
      facts.close();
      const findings = walk();
      first = 0;
      return facts.hasOpen() ? undefined : findings;
    },
  };
};
