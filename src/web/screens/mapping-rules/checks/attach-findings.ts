import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Builder } from "#rule-model/builder.ts";
import {
  headKey,
  type PartFinding,
  type PartKey,
  type PartMend,
  rootKey,
} from "#rule-model/part.ts";
import { analyzeInSteps } from "#rules/analysis/analyze-rules.ts";
import type { Finding, Mend } from "#rules/analysis/finding.ts";
import type { AnalysisSetting } from "#rules/analysis/rule-scope.ts";
import type { RecordTable } from "#rules/record-table.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { catalogProduct } from "#web/api/catalog.ts";
import { queryClient } from "#web/api/query-client.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { createMappingLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import { createPreviewSchedule } from "#web/screens/mapping-rules/preview/preview-schedule.ts";
import {
  type PreviewSession,
  type SampleKind,
  sampleOfProduct,
  type SampleRecord,
} from "#web/screens/mapping-rules/preview/preview-session.ts";
import {
  type AnalyzedRule,
  type CatalogProgress,
  checkCatalog,
  readFindings,
} from "./check-catalog.ts";
import {
  type CheckedEvent,
  enabledOf,
  type Lines,
  makeSetting,
  noSampleWords,
  tableOf,
} from "./find-checks.ts";

const made = new WeakMap<AnalyzedRule, AnalyzedRule>();

/** The draft at its place among the saved rules, enabled; the same object until the draft changes. */
const rankDraft = (draft: AnalyzedRule, rank: number | null | undefined): AnalyzedRule => {
  const known = made.get(draft);
  if (known && (known.rule?.rank ?? undefined) === (rank ?? undefined)) return known;
  const { rule } = draft;
  const ranked = { ...draft, ...(rule && { rule: { ...rule, rank, enabled: true } }) };
  made.set(draft, ranked);
  return ranked;
};

/** A finding's mend with the keys of its parts; undefined if one of them is not in the draft. */
const toPartMend = (
  { draft }: Pick<Builder, "draft">,
  mend: Mend | undefined,
  keyOf: (part: object) => PartKey | undefined,
): PartMend | undefined => {
  const key = mend && keyOf(mend.part);
  if (!mend || key === undefined) return undefined;
  const { label } = mend;
  if (mend.kind === "remove") return { kind: "remove", label, key };
  if (mend.kind === "operand") {
    const from = draft.part(key, "condition")?.data.condition ?? "";
    return { kind: "operand", label, key, from, text: mend.text };
  }
  const before = keyOf(mend.before);
  return before === undefined ? undefined : { kind: "moveBefore", label, key, before };
};

/** The records that findings were found on, and those that they name. */
interface FoundOn extends Pick<CheckedEvent, "of" | "witnesses"> {
  readonly kind: SampleKind;
}

const writeFindings = (
  { findings: store, draft, trees }: Builder,
  rule: RunnableMappingRule,
  found: readonly Finding[],
  { witnesses, of, kind }: FoundOn,
): void => {
  const keyOf = (part: object): PartKey | undefined =>
    part === rule.rule ? rootKey : trees.keyOf(part);
  const byKey = new Map<PartKey, PartFinding[]>();
  for (const finding of found) {
    const key = finding.rule === rule ? keyOf(finding.part) : undefined;
    if (key === undefined) continue;
    const sample = witnesses[finding.witness ?? -1];
    const own = byKey.get(key) ?? [];
    own.push({
      message: finding.message,
      sample: sample && { key: sample.key, name: sample.name },
      noSample: noSampleWords(finding, of, kind),
      mend: toPartMend({ draft }, finding.mend, keyOf),
    });
    byKey.set(key, own);
  }
  for (const key of store.keys()) if (!byKey.has(key)) store.set(key, undefined);
  for (const [key, own] of byKey)
    if (JSON.stringify(store.get(key)) !== JSON.stringify(own)) store.set(key, own);
};

/** Checks a rule among those of its event on all products, when a person tests it on them. */
const createWholeCheck = (session: PreviewSession, onFound: () => void) => {
  interface Inputs {
    readonly rules: readonly AnalyzedRule[];
    readonly workflow: Builder["workflow"];
    readonly lines: Lines;
    readonly channelId: number | undefined;
  }
  let inputs: Inputs | undefined;
  let found: (FoundOn & { readonly findings: readonly Finding[] }) | undefined;
  let control = new AbortController();

  const check = async ({ channelId, rules, ...on }: Inputs, signal: AbortSignal) => {
    if (channelId === undefined) return;
    const tell = ({ done, of }: CatalogProgress) => session.wholeCheck.set({ done, of });
    const result = await checkCatalog({ channelId, rules, ...on }, tell, signal);
    found = { ...readFindings(result, rules), of: result.of, kind: "product" };
    session.wholeCheck.set({ done: result.of, of: result.of });
    onFound();
  };
  const end = () => {
    control.abort();
    control = new AbortController();
    found = undefined;
    session.wholeCheck.set(undefined);
  };
  const isSame = (one: Inputs, { channelId, lines, rules }: Inputs): boolean =>
    one.channelId === channelId &&
    one.lines === lines &&
    one.rules.length === rules.length &&
    one.rules.every((rule, at) => rule === rules[at]);
  return {
    /** What was found for these rules; what was found or is under way for others ends. */
    find: (rules: Inputs["rules"], workflow: Inputs["workflow"], lines: Lines) => {
      const { channelId } = session.choice.get();
      const next = { rules, workflow, lines, channelId };
      if (inputs === undefined || !isSame(inputs, next)) end();
      inputs = next;
      return found;
    },
    start: () => {
      end();
      const { signal } = control;
      // The findings on the samples stay.
      if (inputs)
        check(inputs, signal).catch(() => !signal.aborted && session.wholeCheck.set(undefined));
    },
    stop: end,
  };
};

/** Shows a product in the rule's test that may be none of the samples. */
export const showWitness = async (session: PreviewSession, key: string): Promise<void> => {
  session.showRecord(key);
  const { channelId } = session.choice.get();
  const id = toRecordId(/^product (\d+)$/.exec(key)?.[1] ?? "0");
  const isLoaded = session.preview.get()?.samples.some((sample) => sample.key === key);
  if (isLoaded || channelId === undefined || id === 0) return;
  const { product } = await queryClient.fetchQuery(catalogProduct(channelId, id));
  session.addressed.set(sampleOfProduct(product));
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
    const onAll = samples && whole.find(rules, workflow, lines.get());
    if (onAll) return writeFindings(builder, rule, onAll.findings, onAll);
    const { kind } = session.choice.get();
    const witnesses = samples ?? [];
    writeFindings(builder, rule, found, { witnesses, of: witnesses.length, kind });
  });
  const whole = createWholeCheck(session, schedule.request);
  const leave = [
    draft.watch(schedule.request),
    lines.subscribe(schedule.request),
    session.testsOnAll.subscribe(whole.start),
    // Samples change rarely, while the preview is set after each edit.
    session.preview.subscribe(() => {
      if (session.preview.get()?.samples !== held?.samples) schedule.request();
    }),
  ];
  schedule.request();
  return () => {
    schedule.stop();
    whole.stop();
    for (const stop of leave) stop();
    for (const key of builder.findings.keys()) builder.findings.set(key, undefined);
  };
};
