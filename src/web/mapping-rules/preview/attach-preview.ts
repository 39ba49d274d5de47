import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { ColumnRun } from "#rules/column-run.ts";
import { runColumns } from "#rules/run-columns.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { traceRule } from "#rules/trace-rule.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import { absentFields, withAssumed } from "./assumed-values.ts";
import { createTableCache } from "./table-cache.ts";
import { createMappingLines, mappingSetsUsed } from "./mapping-lines-used.ts";
import type { Preview, PreviewSession } from "./preview-session.ts";
import { collectFieldUse } from "./rule-neighbours.ts";
import type { SamplePool } from "./sample-pool.ts";
import type { SampleRecord } from "./sample-record.ts";
import { poolOfChoice } from "./sample-sources.ts";
import type { AfterPaint } from "./schedule-preview.ts";
import { afterPaint, createPreviewSchedule } from "./schedule-preview.ts";
import { previewSteps, writePreviews } from "./write-previews.ts";

/** Tests a disabled rule as if it were enabled: its editor needs to know what it would do. */
const asEnabled = (rule: UpdateOrCreateMappingRule): UpdateOrCreateMappingRule =>
  rule.rule.enabled === false ? { ...rule, rule: { ...rule.rule, enabled: true } } : rule;

/** The first record that an action of a rule, or of the rules inside it, changes. */
const firstChanged = (
  { actions, childRules }: UpdateOrCreateMappingRule["rule"],
  run: ColumnRun,
): number => {
  const found = [
    ...actions.map((action) => run.changed(action)?.indexOf(1) ?? -1),
    ...(childRules ?? []).map((rule) => firstChanged(rule, run)),
  ].filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : -1;
};

/** An example: a sample that the rule changes, else one that it applies to. */
const findExample = (
  samples: readonly SampleRecord[],
  rule: UpdateOrCreateMappingRule["rule"],
  run: ColumnRun,
): SampleRecord | undefined =>
  samples[firstChanged(rule, run)] ?? samples[run.bits(rule)?.indexOf(1) ?? 0] ?? samples[0];

/**
 * Tests the rule after every change of the rule, of the samples, and of the selected record, and writes the results
 * to the parts. Nothing runs and nothing is read while the session is closed. Returns a function that stops it.
 */
export const attachPreview = (
  builder: Builder,
  session: PreviewSession,
  wait: AfterPaint = afterPaint,
  clock: () => number = Date.now,
): (() => void) => {
  const { draft, trees } = builder;
  const { catalogue } = builder.workflow;
  const tableFor = createTableCache(catalogue, clock);
  const lines = createMappingLines();
  let pool: SamplePool | undefined;
  let leavePool: (() => void) | undefined;

  /** The selected record, even if it is not among those that are tested on every change. */
  const chosenIn = (
    samples: readonly SampleRecord[],
    from: readonly SampleRecord[],
    context: EvaluationContext,
  ): SampleRecord | undefined => {
    const { selectedKey } = session.view.get();
    if (selectedKey === undefined) return undefined;
    const chosen = ({ key }: SampleRecord) => key === selectedKey;
    const { assumed } = session.choice.get();
    return samples.find(chosen) ?? withAssumed(from.filter(chosen), assumed, context)[0];
  };
  const compute = function* (from: readonly SampleRecord[]): Generator<void, Preview> {
    const rule = asEnabled(trees.mappingRule());
    const sets = mappingSetsUsed(rule, catalogue);
    lines.want(sets);
    const { table, context, samples } = tableFor({
      from,
      assumed: session.choice.get().assumed,
      lines: lines.get(),
    });
    yield;
    const run = runColumns(rule, table);
    yield;
    const selected = chosenIn(samples, from, context) ?? findExample(samples, rule.rule, run);
    const traced = selected && traceRule(rule, selected.record, context);
    yield;
    return {
      rule,
      context,
      samples,
      run,
      absent: absentFields(collectFieldUse(rule, catalogue).reads, from, catalogue),
      unreadSets: lines.unread().filter((id) => sets.includes(id)),
      selected,
      traced,
    };
  };
  const work = function* () {
    const { open } = session.view.get();
    const samples = session.choice.get().pasted ?? pool?.get().samples ?? [];
    const preview = open && samples.length > 0 ? yield* compute(samples) : undefined;
    // An example that was found stays selected, however the rule changes.
    if (preview?.traced?.result.matched && session.view.get().selectedKey === undefined)
      session.change({ selectedKey: preview.selected?.key });
    session.preview.set(preview);
    yield;
    yield* previewSteps(builder, preview);
  };
  const schedule = createPreviewSchedule(work, wait);

  const follow = () => {
    const next = session.view.get().open ? poolOfChoice(session.choice.get()) : undefined;
    if (next !== pool) {
      leavePool?.();
      pool = next;
      leavePool = pool?.subscribe(schedule.request);
      if (pool?.get().phase === "idle") pool.start();
    }
    schedule.request();
  };

  const leave = [
    draft.watch(schedule.request),
    lines.subscribe(schedule.request),
    session.choice.subscribe(follow),
    session.view.subscribe(follow),
  ];
  follow();
  return () => {
    schedule.stop();
    leavePool?.();
    for (const stop of leave) stop();
    session.preview.set(undefined);
    writePreviews(builder, undefined);
  };
};
