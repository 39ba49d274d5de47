import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Builder } from "#rule-model/builder.ts";
import { toPartMend } from "#rule-model/mend-part.ts";
import { headKey, type PartFinding, type PartKey, rootKey } from "#rule-model/part.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { analyzeInSteps } from "#rules/analysis/analyze-rules.ts";
import type { Finding } from "#rules/analysis/finding.ts";
import type { AnalysisSetting } from "#rules/analysis/rule-scope.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { createTable, type RecordTable } from "#rules/record-table.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { formatCount } from "#web/base/format.ts";
import {
  createMappingLines,
  createPreviewSchedule,
  mappingSetsUsed,
} from "#web/screens/mapping-rules/preview/attach-preview.ts";
import {
  findSampleKind,
  type PreviewSession,
  type SampleKind,
  type SampleRecord,
  sampleWords,
} from "#web/screens/mapping-rules/preview/preview-session.ts";

type Lines = ReadonlyMap<number, readonly MappingLine[]>;

/** The rules of an event that run, in the order of the API. */
export const enabledOf = (rules: readonly MappingRule[], eventId: number): MappingRule[] =>
  rules.filter((rule) => rule.eventId === eventId && rule.rule && rule.rule.enabled !== false);

const makeSetting = (
  { catalogue, mappingSetNames }: Workflow,
  kind: SampleKind,
  mappingSets: Lines,
): AnalysisSetting => ({
  context: { catalogue, now: Date.now(), mappingSets },
  mappingSetNames,
  recordNames: sampleWords[kind],
});

const tableOf = (samples: readonly SampleRecord[], { context }: AnalysisSetting) =>
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

const made = new WeakMap<RunnableMappingRule, RunnableMappingRule>();

/** The draft at its place among the saved rules, enabled; the same object until the draft changes. */
const rankDraft = (
  draft: RunnableMappingRule & { readonly name?: string },
  rank: number | null | undefined,
): RunnableMappingRule => {
  const known = made.get(draft);
  if (known && (known.rule?.rank ?? undefined) === (rank ?? undefined)) return known;
  const { rule } = draft;
  const ranked = { ...draft, ...(rule && { rule: { ...rule, rank, enabled: true } }) };
  made.set(draft, ranked);
  return ranked;
};

const writeFindings = (
  { findings: store, draft, trees }: Builder,
  rule: RunnableMappingRule,
  found: readonly Finding[],
  samples: readonly SampleRecord[],
  kind: SampleKind,
): void => {
  const keyOf = (part: object): PartKey | undefined =>
    part === rule.rule ? rootKey : trees.keyOf(part);
  const byKey = new Map<PartKey, PartFinding[]>();
  for (const finding of found) {
    const key = finding.rule === rule ? keyOf(finding.part) : undefined;
    if (key === undefined) continue;
    const sample = samples[finding.witness ?? -1];
    const own = byKey.get(key) ?? [];
    own.push({
      message: finding.message,
      sample: sample && { key: sample.key, name: sample.name },
      noSample: noSampleWords(finding, samples, kind),
      mend: toPartMend({ draft }, finding.mend, keyOf),
    });
    byKey.set(key, own);
  }
  for (const key of store.keys()) if (!byKey.has(key)) store.set(key, undefined);
  for (const [key, own] of byKey)
    if (JSON.stringify(store.get(key)) !== JSON.stringify(own)) store.set(key, own);
};

interface AnalyzedSamples {
  readonly samples: readonly SampleRecord[] | undefined;
  readonly lines: Lines;
  readonly setting: AnalysisSetting;
  readonly table: RecordTable | undefined;
}

/**
 * Analyzes the open rule after each change: alone, and while it is tested, on its samples among the other rules of its
 * event. After the screen is painted, with pauses between rules. Returns a function that stops it.
 */
export const attachFindings = (
  builder: Builder,
  session: PreviewSession,
  others: readonly MappingRule[],
): (() => void) => {
  const { draft, trees, workflow } = builder;
  const lines = createMappingLines();
  let held: AnalyzedSamples | undefined;
  /** The same setting and table as long as the samples are: cached results belong to them. */
  const inputFor = (samples: AnalyzedSamples["samples"]): AnalyzedSamples => {
    const known = held;
    if (known && known.samples === samples && known.lines === lines.get()) return known;
    const setting = makeSetting(workflow, session.choice.get().kind, lines.get());
    const table = samples && tableOf(samples, setting);
    held = { samples, lines: lines.get(), setting, table };
    return held;
  };
  const schedule = createPreviewSchedule(function* () {
    const request = trees.mappingRule();
    const saved = others.find(({ id }) => id === request.id);
    const rule = rankDraft(request, saved?.rule?.rank);
    const samples = session.preview.get()?.samples;
    const siblings = enabledOf(others, draft.part(headKey, "head")?.data.eventId ?? 0);
    const rules = samples ? [...siblings.filter(({ id }) => id !== request.id), rule] : [rule];
    lines.want(rules.flatMap((one) => mappingSetsUsed(one, workflow.catalogue)));
    const { setting, table } = inputFor(samples);
    yield;
    const found = yield* analyzeInSteps(rules, setting, table);
    writeFindings(builder, rule, found, samples ?? [], session.choice.get().kind);
  });
  const leave = [
    draft.watch(schedule.request),
    lines.subscribe(schedule.request),
    // Samples change rarely, while the preview is set after each edit.
    session.preview.subscribe(() => {
      if (session.preview.get()?.samples !== held?.samples) schedule.request();
    }),
  ];
  schedule.request();
  return () => {
    schedule.stop();
    for (const stop of leave) stop();
    for (const key of builder.findings.keys()) builder.findings.set(key, undefined);
  };
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

/** Loads the mapping sets that rules use; a set that can't be loaded is left out. */
const loadLines = async (ids: readonly number[]): Promise<Lines> => {
  const lines = createMappingLines();
  const wanted = new Set(ids);
  lines.want([...wanted]);
  while (lines.get().size + lines.unread().length < wanted.size)
    await new Promise<void>((resolve) => {
      const stop = lines.subscribe(() => {
        stop();
        resolve();
      });
    });
  return lines.get();
};

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
