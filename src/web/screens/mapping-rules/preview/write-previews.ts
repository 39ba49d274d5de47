import type { MappingLine } from "#rules/mapping-lines.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import type { RunnableMappingRule } from "#rules/runnable-rule.ts";
import type { ActionTrace, ConditionTrace, RuleTrace } from "#rules/trace.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import { type PartKey, type PartPreview, rootKey } from "#rule-model/draft/part.ts";
import { fetchMappingLines } from "#web/api/mapping-lines.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import type { Preview } from "./preview-session.ts";

/** A trace's results by part. */
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

/** The ids of the mapping sets that a rule's actions look values up in. */
export const mappingSetsUsed = (
  { rule }: RunnableMappingRule,
  catalogue: RuleCatalogue,
): number[] => {
  const ids = rule
    ? listRuleParts(rule).flatMap(({ kind, part }) => {
        if (kind !== "action") return [];
        const handle =
          part.workflowDataTypeAction?.handle ??
          catalogue.actionHandles.get(part.workflowDataTypeActionId ?? 0);
        return handle === "mapping_set" ? [Number(part.value)] : [];
      })
    : [];
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
};

/** The lines of mapping sets, each requested once. A set that cannot be read has none, and is named. */
export interface MappingLines extends Pick<
  ValueStore<ReadonlyMap<number, readonly MappingLine[]>>,
  "get" | "subscribe"
> {
  readonly want: (ids: readonly number[]) => void;
  readonly unread: () => readonly number[];
}

export const createMappingLines = (
  read: typeof fetchMappingLines = fetchMappingLines,
): MappingLines => {
  const lines = createValueStore<ReadonlyMap<number, readonly MappingLine[]>>(new Map());
  const asked = new Set<number>();
  const failed = new Set<number>();
  return {
    get: lines.get,
    subscribe: lines.subscribe,
    unread: () => [...failed],
    want: (ids) => {
      for (const id of ids) {
        if (asked.has(id)) continue;
        asked.add(id);
        read(id)
          .then((found) => lines.set(new Map(lines.get()).set(id, found)))
          .catch(() => {
            failed.add(id);
            lines.set(new Map(lines.get()));
          });
      }
    },
  };
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

/** The number of parts that are written in one step. */
const partsAtOnce = 50;

/** Writes the results to every part of the rule, and deletes those of parts that no longer exist. */
export const previewSteps = function* (
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
export const writePreviews = (builder: Builder, preview: Preview | undefined): void => {
  const steps = previewSteps(builder, preview);
  while (steps.next().done !== true);
};
