import { partsOf } from "#rules/rule-parts.ts";
import type { RuleTrace } from "#rules/trace.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { PartKey, PartPreview } from "#rule-model/draft/part.ts";
import { rootKey } from "#rule-model/draft/part.ts";
import type { Preview } from "./preview-session.ts";
import { tracesByPart } from "./traces-by-part.ts";

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

/** Counted once for each column: the columns of unedited parts are the very same as before. */
const counts = new WeakMap<Uint8Array, number>();
const getCount = (bits: Uint8Array | undefined): number | undefined => {
  if (!bits) return undefined;
  const known = counts.get(bits);
  if (known !== undefined) return known;
  let count = 0;
  for (const bit of bits) count += bit;
  counts.set(bits, count);
  return count;
};

const createPartPreview = (
  kind: string,
  part: object,
  { run }: Preview,
  traces: PartTraces,
): PartPreview => {
  const matches = getCount(kind === "action" ? run.changed(part) : run.bits(part));
  return {
    ...(matches === undefined ? {} : { matches, of: run.of }),
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
  for (const { kind, part } of preview?.rule.rule ? partsOf(preview.rule.rule) : []) {
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
