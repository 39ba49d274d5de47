import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { analyzeInSteps } from "#rules/analysis/analyze-rules.ts";
import type { Finding } from "#rules/analysis/finding.ts";
import type { AnalysisSetting } from "#rules/analysis/rule-scope.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { createTable } from "#rules/record-table.ts";
import { formatCount } from "#web/base/format.ts";
import {
  findSampleKind,
  type SampleKind,
  type SampleRecord,
  sampleWords,
} from "#web/screens/mapping-rules/preview/preview-session.ts";
import { type CatalogProgress, checkCatalog, readFindings, type Witness } from "./check-catalog.ts";

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

/** Says that no record shows a finding which holds for every record; of what is never met, there is no example. */
export const noSampleWords = (
  { kind, witness }: Finding,
  of: number,
  sampleKind: SampleKind,
): string | undefined => {
  if (witness !== undefined || of === 0 || kind === "never" || kind === "always") return undefined;
  const { one, many } = sampleWords[sampleKind];
  return `No example in ${formatCount(of, one, many)}`;
};

/** The findings of the rules of one event, and the records that they were found on. */
export interface CheckedEvent {
  readonly eventId: number;
  readonly kind: SampleKind;
  readonly rules: readonly MappingRule[];
  readonly findings: readonly Finding[];
  /** How many records were checked, and those that findings name by their indexes. */
  readonly of: number;
  readonly witnesses: readonly Witness[];
}

/** Lets the browser handle input and paint. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Analyzes all enabled rules, event by event. */
export const checkRules = async (
  all: readonly MappingRule[],
  workflow: Workflow,
  lines: Lines,
  samplesOf: (kind: SampleKind) => readonly SampleRecord[],
  signal: AbortSignal,
): Promise<readonly CheckedEvent[]> => {
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
        const findings = step.value;
        checked.push({ eventId, kind, rules, findings, of: samples.length, witnesses: samples });
        break;
      }
      await pause();
      signal.throwIfAborted();
    }
  }
  return checked;
};

/** The same for events with products, on all products of a channel. */
export const checkOnCatalog = async (
  checked: readonly CheckedEvent[],
  on: { readonly channelId: number; readonly workflow: Workflow; readonly lines: Lines },
  tell: (progress: CatalogProgress) => void,
  signal: AbortSignal,
): Promise<readonly CheckedEvent[]> => {
  const rules = checked.flatMap((event) => (event.kind === "product" ? event.rules : []));
  const result = await checkCatalog({ ...on, rules }, tell, signal);
  const { findings, witnesses } = readFindings(result, rules);
  return checked.map((event) =>
    event.kind === "product"
      ? {
          ...event,
          findings: findings.filter(({ rule }) =>
            (event.rules as readonly object[]).includes(rule),
          ),
          of: result.of,
          witnesses,
        }
      : event,
  );
};
