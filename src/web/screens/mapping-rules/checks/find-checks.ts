import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { analyzeInSteps } from "#rules/analysis/analyze-rules.ts";
import type { Finding } from "#rules/analysis/finding.ts";
import type { AnalysisSetting } from "#rules/analysis/rule-scope.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { createTable } from "#rules/record-table.ts";
import { formatCount } from "#web/base/format.ts";
import { loadLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import {
  findSampleKind,
  type SampleKind,
  type SampleRecord,
  sampleWords,
} from "#web/screens/mapping-rules/preview/preview-session.ts";

export type Lines = ReadonlyMap<number, readonly MappingLine[]>;

/** The rules of an event that run, in the order of the API. */
export const enabledOf = (rules: readonly MappingRule[], eventId: number): MappingRule[] =>
  rules.filter((rule) => rule.eventId === eventId && rule.rule && rule.rule.enabled !== false);

export const makeSetting = (
  { catalogue, mappingSetNames }: Workflow,
  kind: SampleKind,
  mappingSets: Lines,
): AnalysisSetting => ({
  context: { catalogue, now: Date.now(), mappingSets },
  mappingSetNames,
  recordNames: sampleWords[kind],
});

export const tableOf = (samples: readonly SampleRecord[], { context }: AnalysisSetting) =>
  createTable(
    samples.map(({ record }) => record),
    context,
  );

/** Says that no sample shows a finding which holds for every record; of what is never met, there is no example. */
export const noSampleWords = (
  { kind, witness }: Finding,
  samples: readonly SampleRecord[],
  sampleKind: SampleKind,
): string | undefined => {
  if (witness !== undefined || samples.length === 0 || kind === "never" || kind === "always")
    return undefined;
  const { one, many } = sampleWords[sampleKind];
  return `No example in ${formatCount(samples.length, one, many)}`;
};

/** The findings of the rules of one event, and the records that they were found on. */
export interface CheckedEvent {
  readonly eventId: number;
  readonly kind: SampleKind;
  readonly rules: readonly MappingRule[];
  readonly findings: readonly Finding[];
  readonly samples: readonly SampleRecord[];
}

/** Lets the browser handle input and paint. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Analyzes all enabled rules, event by event. */
export const checkRules = async (
  all: readonly MappingRule[],
  workflow: Workflow,
  samplesOf: (kind: SampleKind) => readonly SampleRecord[],
  signal: AbortSignal,
): Promise<readonly CheckedEvent[]> => {
  const lines = await loadLines(all.flatMap((rule) => mappingSetsUsed(rule, workflow.catalogue)));
  const checked: CheckedEvent[] = [];
  for (const eventId of new Set(all.map((rule) => rule.eventId))) {
    const rules = enabledOf(all, eventId);
    const kind = findSampleKind(workflow.metaData, eventId);
    const samples = samplesOf(kind);
    const setting = makeSetting(workflow, kind, lines);
    const steps = analyzeInSteps(
      rules,
      setting,
      samples.length > 0 ? tableOf(samples, setting) : undefined,
    );
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        checked.push({ eventId, kind, rules, findings: step.value, samples });
        break;
      }
      await pause();
      signal.throwIfAborted();
    }
  }
  return checked;
};
