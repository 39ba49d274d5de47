import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Comparator } from "./comparator.ts";
import type { Seen } from "./condition-reason.ts";
import { conditionReason } from "./condition-reason.ts";
import { fillPredicate } from "./describe-condition.ts";
import type { Wording } from "./describe-operands.ts";
import { fillSentence } from "./describe-operands.ts";
import {
  createJudge,
  applyPreModifier,
  readConditionOperands,
  otherValues,
} from "./evaluate-condition.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RecordState } from "./field-values.ts";
import { inSentence, plural } from "./plural.ts";
import type { Entry } from "./read-value.ts";
import { readings } from "./read-value.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { findComparator, findOtherField, findPreModifier } from "./rule-catalogue.ts";
import type { ConditionNote } from "./run-notes.ts";
import type { RunnableCondition } from "./runnable-rule.ts";
import type { ConditionTrace } from "./trace.ts";
import { quotedStart, valueWords } from "./value-words.ts";

/** The data for reasons. */
export interface ReasonContext {
  readonly context: EvaluationContext;
  readonly wording: Wording;
}

/** The values of a condition's field with their verdicts, and their context. */
interface Judged {
  readonly part: RunnableCondition;
  readonly field: RuleField;
  readonly comparator: Comparator;
  readonly state: RecordState;
  readonly subject: string;
  readonly values: readonly unknown[];
  readonly met: readonly boolean[];
  readonly holds: boolean;
  readonly depth: number;
}

const readTexts = (part: RunnableCondition): readonly string[] => {
  const { first, second, third, fourth } = readConditionOperands(part);
  return [first, second, third, fourth];
};

/** Why a condition can never match: it names something that is unknown here. */
const unknownPart = (part: RunnableCondition, { catalogue }: EvaluationContext) => {
  const { globalObjectFieldId: id } = part;
  if (!id) return "No field is selected, so this is never met.";
  if (!catalogue.fields.has(id)) return `Field ${id} is unknown, so this is never met.`;
  if (!findComparator(part, catalogue))
    return "This kind of condition is unknown, so it is never met.";
  const { first } = readConditionOperands(part);
  if (findComparator(part, catalogue)?.usesOtherField && !findOtherField(first, catalogue))
    return first.trim() === ""
      ? "No field to compare with is selected, so this is never met."
      : "The field to compare with is unknown, so this is never met.";
  return undefined;
};

const findEntry = ({ comparator, part }: Judged, value: unknown) =>
  comparator.pick?.(readConditionOperands(part))(readings.entries(value) ?? []);

/** The reason of a condition on named values: whether the entry exists, and whether it matches the child conditions. */
const pickedReason = (judged: Judged): string => {
  const { subject, values, met, part, field } = judged;
  const name = readConditionOperands(part).first.trim();
  if (name === "") return "No name is given, so there is nothing to find.";
  const asked = (part.childConditions ?? []).length > 0;
  const entries = values.map((value) => findEntry(judged, value));
  const held = entries.filter((entry) => entry !== undefined);
  const all = `${values.length} ${plural(inSentence(field.objectName))}`;
  if (held.length === 0)
    return values.length > 1
      ? `${subject} has no ${quotedStart(name)} in any of ${all}.`
      : `${subject} has no ${quotedStart(name)}.`;
  if (values.length > 1)
    return `${subject} has ${quotedStart(name)}${asked ? " with a matching value" : ""} in ${met.filter(Boolean).length} of ${all}.`;
  const end = met[0] ? "which matches" : "which does not match";
  return `${subject} has ${quotedStart(name)}: ${valueWords(held[0]?.value)}${asked ? `, ${end}` : ""}.`;
};

/** The trace of a condition that was not evaluated, because it names something unknown or is nested too deeply. */
const unaskedTrace = (
  part: RunnableCondition,
  reason: string,
  children: readonly ConditionTrace[] = [],
): ConditionTrace => ({ part, holds: false, reason, values: [], elements: [], children });

/** One child condition of a named value, on the value of the selected entry of each element. */
const pickedChild = (
  { part, field, state, depth }: Judged,
  child: RunnableCondition,
  entries: readonly (Entry | undefined)[],
  reasonContext: ReasonContext,
): ConditionTrace => {
  const comparator = findComparator(child, reasonContext.context.catalogue);
  const judge = createJudge(child, field, state, reasonContext.context, depth + 1);
  if (!comparator || !judge)
    return unaskedTrace(
      child,
      unknownPart({ ...child, globalObjectFieldId: field.id }, reasonContext.context) ?? tooDeep,
    );
  const met = entries.map((entry, index) => entry !== undefined && judge(entry.value, index));
  const name = quotedStart(readConditionOperands(part).first.trim());
  const trace = judgedTrace(
    {
      part: child,
      field,
      comparator,
      state,
      subject: name,
      values: entries.map((entry) => entry?.value),
      met,
      holds: part.fieldArrayMustMatchAll ? met.every(Boolean) : met.some(Boolean),
      depth: depth + 1,
    },
    reasonContext,
  );
  return entries.some((entry) => entry !== undefined)
    ? trace
    : { ...trace, holds: false, reason: `There is no ${name} to check.` };
};

const pickedChildren = (judged: Judged, reasonContext: ReasonContext): ConditionTrace[] => {
  if (!judged.comparator.pick || judged.depth >= maxNesting) return [];
  const entries = judged.values.map((value) => findEntry(judged, value));
  return inRankOrder(judged.part.childConditions ?? []).map((child) =>
    pickedChild(judged, child, entries, reasonContext),
  );
};

const tooDeep = "This is nested too deeply, so it is not checked.";

const collectSeen = (judged: Judged, { context, wording }: ReasonContext): Seen => {
  const { part, field, comparator, state, values, subject } = judged;
  const texts = readTexts(part);
  const preModifier = findPreModifier(part, context.catalogue);
  const modify = applyPreModifier(preModifier, readConditionOperands(part));
  const modified = preModifier?.preModifier;
  const other = comparator.usesOtherField
    ? findOtherField(readConditionOperands(part).first, context.catalogue)
    : undefined;
  return {
    comparator,
    texts,
    met: judged.met,
    holds: judged.holds,
    subject: modified
      ? fillSentence(modified.sentence, preModifier.operands, texts, undefined, subject, wording)
      : subject,
    sentence: fillPredicate("sentence", comparator, part, field, wording),
    denial: fillPredicate("denial", comparator, part, field, wording),
    values: modify ? values.map(modify) : values,
    matchAll: part.fieldArrayMustMatchAll ?? false,
    objectName: field.objectName,
    ...(!modify && field.options.size > 0 && { options: field.options }),
    ...(other && { other: { name: other.label, values: otherValues(state, field, other) } }),
  };
};

const judgedTrace = (judged: Judged, reasonContext: ReasonContext): ConditionTrace => {
  const seen = collectSeen(judged, reasonContext);
  return {
    part: judged.part,
    holds: judged.holds,
    reason:
      judged.comparator.pick && seen.values.length > 0
        ? pickedReason(judged)
        : conditionReason(seen),
    values: seen.values,
    elements: judged.met,
    children: pickedChildren(judged, reasonContext),
  };
};

/** The result of one condition, in words (child conditions included). */
export const traceCondition = (
  note: ConditionNote,
  reasonContext: ReasonContext,
  depth = 0,
): ConditionTrace => {
  const { part, state, seen } = note;
  const { catalogue } = reasonContext.context;
  const field = catalogue.fields.get(part.globalObjectFieldId ?? 0);
  const comparator = findComparator(part, catalogue);
  const unknown = unknownPart(part, reasonContext.context);
  const children = note.children.map((child) => traceCondition(child, reasonContext, depth + 1));
  if (unknown !== undefined || !field || !comparator)
    return unaskedTrace(part, unknown ?? tooDeep, children);
  const own: Judged = {
    part,
    field,
    comparator,
    state,
    subject: field.label,
    values: seen.values,
    met: seen.met,
    holds: note.own,
    depth,
  };
  const trace = judgedTrace(own, reasonContext);
  if (comparator.pick) return trace;
  const further = note.own && !note.holds ? " But a child condition is not met." : "";
  return { ...trace, holds: note.holds, reason: trace.reason + further, children };
};
