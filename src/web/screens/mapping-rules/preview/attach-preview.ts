import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Builder } from "#rule-model/builder.ts";
import { type PartKey, type PartPreview, rootKey } from "#rule-model/part.ts";
import { type ColumnRun, runColumns, runOnRecord } from "#rules/run-columns.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { createTable, type RecordTable } from "#rules/record-table.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import type { AssumedValues } from "#rules/assumed-rule.ts";
import { collectFieldUse } from "#rules/field-use.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { asEnabled } from "#rules/rule-tests.ts";
import type { ActionTrace, RuleTrace } from "#rules/trace-rule.ts";
import type { ConditionTrace } from "#rules/trace-condition.ts";
import { type AfterPaint, afterPaint } from "#web/base/after-paint.ts";
import { absentFields } from "./absent-fields.ts";
import { withAssumed } from "./assumed-values.ts";
import { createMappingLines } from "./mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import { createPreviewSchedule } from "./preview-schedule.ts";
import type { Preview, PreviewSession, SampleRecord } from "./preview-session.ts";
import { poolOfChoice, type SamplePool } from "./sample-sources.ts";

interface TracesByPart {
  readonly verdicts: ReadonlyMap<object, { readonly holds: boolean; readonly reason: string }>;
  readonly actions: ReadonlyMap<object, ActionTrace>;
}

const tracesByPart = (trace: RuleTrace | undefined): TracesByPart => {
  const verdicts = new Map<object, { holds: boolean; reason: string }>();
  const actions = new Map<object, ActionTrace>();
  const addConditions = (conditions: readonly ConditionTrace[]): void => {
    for (const condition of conditions) {
      verdicts.set(condition.part, condition);
      addConditions(condition.children);
    }
  };
  const addActions = (list: readonly ActionTrace[]): void => {
    for (const action of list) {
      actions.set(action.part, action);
      addActions(action.children);
    }
  };
  const addRule = (rule: RuleTrace): void => {
    verdicts.set(rule.part, rule);
    for (const group of rule.groups) {
      verdicts.set(group.part, group);
      addConditions(group.conditions);
    }
    addActions(rule.actions);
    for (const child of rule.childRules) addRule(child);
  };
  if (trace) addRule(trace);
  return { verdicts, actions };
};

type Change = PartPreview["change"];

const sameChange = (one: Change, other: Change): boolean =>
  one === other || (one !== undefined && JSON.stringify(one) === JSON.stringify(other));

/** Whether two results are equal, so that a row is not notified without a change. */
const same = (one: PartPreview | undefined, other: PartPreview): boolean =>
  one !== undefined &&
  one.matches === other.matches &&
  one.of === other.of &&
  one.verdict?.holds === other.verdict?.holds &&
  one.verdict?.reason === other.verdict?.reason &&
  one.scattered?.count === other.scattered?.count &&
  sameChange(one.change, other.change);

type PartTraces = ReturnType<typeof tracesByPart>;

const getVerdict = (part: object, traces: PartTraces): Pick<PartPreview, "verdict"> => {
  const trace = traces.verdicts.get(part);
  return trace ? { verdict: { holds: trace.holds, reason: trace.reason } } : {};
};

/** An action's change of the selected record; of several elements the first that changed. */
const getChange = (part: object, traces: PartTraces): Pick<PartPreview, "change"> => {
  const trace = traces.actions.get(part);
  const [first] = trace?.changes ?? [];
  if (first) return { change: { before: first.before, after: first.after } };
  return trace?.nothing === undefined ? {} : { change: { nothing: trace.nothing } };
};

const createPartPreview = (
  kind: string,
  part: object,
  { run }: Preview,
  traces: PartTraces,
): PartPreview => {
  const matches = kind === "action" ? run.changedCount(part) : run.count(part);
  const scattered = kind === "group" ? run.scattered(part) : undefined;
  return {
    ...(matches === undefined ? {} : { matches, of: run.of }),
    ...(scattered && { scattered }),
    ...(kind === "action" ? getChange(part, traces) : getVerdict(part, traces)),
  };
};

const partsAtOnce = 50;

/** Writes the results to every part of the rule, and deletes those of parts that no longer exist. */
const previewSteps = function* (
  { preview: store, trees }: Builder,
  preview: Preview | undefined,
): Generator<void, void> {
  const written = new Set<PartKey>();
  const trace: RuleTrace | undefined = preview?.traced?.trace;
  const traces = tracesByPart(trace);
  yield;
  for (const { kind, part } of preview?.rule.rule ? listRuleParts(preview.rule.rule) : []) {
    const key = part === preview?.rule.rule ? rootKey : trees.keyOf(part);
    if (key === undefined || !preview) continue;
    written.add(key);
    if (written.size % partsAtOnce === 0) yield;
    const next = createPartPreview(kind, part, preview, traces);
    if (!same(store.get(key), next)) store.set(key, next);
  }
  for (const key of store.keys()) if (!written.has(key)) store.set(key, undefined);
};

/** The same in one call. */
const writePreviews = (builder: Builder, preview: Preview | undefined): void => {
  const steps = previewSteps(builder, preview);
  while (steps.next().done !== true);
};

interface TableOrigin {
  readonly from: readonly SampleRecord[];
  readonly assumed: AssumedValues;
  readonly lines: NonNullable<EvaluationContext["mappingSets"]>;
}

interface CachedTable {
  readonly samples: readonly SampleRecord[];
  readonly table: RecordTable;
  readonly context: EvaluationContext;
}

/** Makes tables of samples; returns the last table again as long as its input is the same. */
const createTableCache = (
  catalogue: RuleCatalogue,
  clock: () => number,
): ((origin: TableOrigin) => CachedTable) => {
  let cached: { readonly origin: TableOrigin; readonly made: CachedTable } | undefined;
  return (origin) => {
    const { from, assumed, lines } = origin;
    const before = cached?.origin;
    if (cached && before?.from === from && before.assumed === assumed && before.lines === lines)
      return cached.made;
    const context = { catalogue, now: clock(), mappingSets: lines };
    const samples = withAssumed(from, assumed, context);
    const table = createTable(
      samples.map(({ record }) => record),
      context,
    );
    cached = { origin, made: { samples, table, context } };
    return cached.made;
  };
};

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
    const addressed = session.addressed.get();
    const others = addressed ? [...from, addressed] : from;
    return samples.find(chosen) ?? withAssumed(others.filter(chosen), assumed, context)[0];
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
    const traced = selected && runOnRecord(rule, selected.record, context);
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
    // An example that was found stays selected, however a saved rule changes. While a new one is built, it is another.
    const isSaved = Boolean(preview?.rule.id);
    if (isSaved && preview?.traced?.matched && session.view.get().selectedKey === undefined)
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
      const phase = pool?.get().phase;
      if (phase === "idle" || phase === "paused") pool?.start();
    }
    schedule.request();
  };

  const leave = [
    draft.watch(schedule.request),
    lines.subscribe(schedule.request),
    session.choice.subscribe(follow),
    session.view.subscribe(follow),
    session.addressed.subscribe(schedule.request),
  ];
  follow();
  return () => {
    schedule.stop();
    leavePool?.();
    // Nobody waits for the rest; another rule continues it.
    pool?.pause();
    for (const stop of leave) stop();
    session.preview.set(undefined);
    writePreviews(builder, undefined);
  };
};
