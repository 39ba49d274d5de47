import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Comparator } from "./comparator.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RecordState } from "./field-values.ts";
import { isCollection, findObjectHandle, readValues } from "./field-values.ts";
import type { Operands } from "./operands.ts";
import { toOperands } from "./operands.ts";
import { readings, readsWholeArray } from "./read-value.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { findComparator, findOtherField, findPreModifier } from "./rule-catalogue.ts";
import { meteredJudge, meteredValues } from "./run-meter.ts";
import type { ConditionNote, GroupNote, Verdict } from "./run-notes.ts";
import type { RunnableCondition, RunnableGroup } from "./runnable-rule.ts";

const never: Verdict = { holds: false, masks: new Map() };

/** Evaluates one raw value; `index` is the index of its element, for fields of the same object. */
export type Judge = (value: unknown, index: number) => boolean;

/** The operands of a condition. */
export const readConditionOperands = (condition: RunnableCondition): Operands =>
  toOperands(
    [condition.condition, condition.condition2, condition.condition3, condition.condition4],
    condition.conditionArrayMustMatchAll ?? false,
  );

/** The other field's values for an element: its own if both are fields of one collection, else all of them. */
export const otherValues = (
  state: RecordState,
  field: RuleField,
  other: RuleField,
): ((index: number) => readonly unknown[]) => {
  const values = readValues(state, other);
  const object = findObjectHandle(state, other);
  const correlated =
    object !== undefined &&
    object === findObjectHandle(state, field) &&
    isCollection(state, object);
  const flat = correlated ? [] : values.flat();
  return (index) => (correlated ? [values[index]].flat() : flat);
};

/**
 * Evaluates the reading of a value: undefined if the value has no such reading. `others` are the readings of the
 * condition data, if that is another field.
 */
export const judgeReading = (comparator: Comparator, operands: Operands, now: number) => {
  const test = comparator.test(operands, now);
  const { whenMissing } = comparator;
  return (reading: unknown, others: readonly unknown[] | undefined): boolean => {
    if (reading === undefined || others?.length === 0) return whenMissing;
    if (!others) return test(reading, undefined);
    const holds = (other: unknown) => (other === undefined ? whenMissing : test(reading, other));
    return operands.matchAll ? others.every(holds) : others.some(holds);
  };
};

/** Evaluates values one by one, including the condition data (another field's values). */
export const judgeEntries = (
  comparator: Comparator,
  operands: Operands,
  now: number,
  others: ((index: number) => readonly unknown[]) | undefined,
): Judge => {
  const read: (value: unknown) => unknown = readings[comparator.reads];
  const judge = judgeReading(comparator, operands, now);
  return others
    ? (value, index) =>
        judge(
          read(value),
          others(index).map((other) => read(other)),
        )
    : (value) => judge(read(value), undefined);
};

/** Evaluates the entries of an array one by one, unless the comparator processes the whole array. */
export const judgeArrays = (judge: Judge, comparator: Comparator, matchAll: boolean): Judge => {
  if (readsWholeArray(comparator.reads)) return judge;
  return (value, index) => {
    if (!Array.isArray(value)) return judge(value, index);
    if (value.length === 0) return comparator.whenMissing;
    const holds = (item: unknown) => judge(item, index);
    return matchAll ? value.every(holds) : value.some(holds);
  };
};

/** The result of a pre-modifier for a value, or for each entry of an array; undefined without a pre-modifier. */
export const applyPreModifier = (
  preModifier: Comparator | undefined,
  operands: Operands,
): ((value: unknown) => unknown) | undefined => {
  const modify = preModifier?.preModifier?.modify(operands);
  if (!preModifier || !modify) return undefined;
  const read = readings[preModifier.reads];
  const modified = (value: unknown) => {
    const reading = read(value);
    return reading === undefined ? undefined : modify(reading);
  };
  return (value) => (Array.isArray(value) ? value.map(modified) : modified(value));
};

/** Named values: the condition selects the entry, its child conditions evaluate the entry's value (neighbours). */
const judgePicked = (
  comparator: Comparator,
  condition: RunnableCondition,
  judgeChild: (child: RunnableCondition) => Judge,
): Judge => {
  const pick = comparator.pick?.(readConditionOperands(condition));
  const children = inRankOrder(condition.childConditions ?? []).map(judgeChild);
  return (value, index) => {
    const entry = pick?.(readings.entries(value) ?? []);
    return entry !== undefined && children.every((judge) => judge(entry.value, index));
  };
};

/**
 * The function that evaluates the values of a condition's field; undefined when the condition names something unknown.
 */
export const createJudge = (
  condition: RunnableCondition,
  field: RuleField,
  state: RecordState,
  context: EvaluationContext,
  depth: number,
): Judge | undefined => {
  const { catalogue, now, meter } = context;
  const comparator = findComparator(condition, catalogue);
  const operands = readConditionOperands(condition);
  const other = comparator?.usesOtherField ? findOtherField(operands.first, catalogue) : undefined;
  if (!comparator || depth > maxNesting || (comparator.usesOtherField && !other)) return undefined;
  if (comparator.pick) {
    const picked = judgePicked(
      comparator,
      condition,
      (child) => createJudge(child, field, state, context, depth + 1) ?? (() => false),
    );
    return meteredJudge(picked, operands, meter);
  }
  const others = other && meteredValues(otherValues(state, field, other), meter);
  const judge = judgeEntries(comparator, operands, now, others);
  const whole = judgeArrays(judge, comparator, condition.fieldArrayMustMatchAll ?? false);
  const modify = applyPreModifier(findPreModifier(condition, catalogue), operands);
  return meteredJudge(
    modify ? (value, index) => whole(modify(value), index) : whole,
    operands,
    meter,
  );
};

/** Combines two verdicts with AND; an element matches when it matches each that concerns its object. */
const both = (one: Verdict, other: Verdict): Verdict => {
  if (!one.holds || !other.holds) return never;
  const masks = new Map(one.masks);
  for (const [object, mask] of other.masks) {
    const before = masks.get(object);
    masks.set(object, before ? mask.map((met, index) => met && (before[index] ?? false)) : mask);
  }
  return { holds: true, masks };
};

interface Judged {
  readonly verdict: Verdict;
  readonly seen: ConditionNote["seen"];
}
const unseen: Judged = { verdict: never, seen: { values: [], met: [] } };

/** The condition without its child conditions. */
const judgeCondition = (
  condition: RunnableCondition,
  comparator: Comparator | undefined,
  state: RecordState,
  context: EvaluationContext,
  depth: number,
): Judged => {
  const field = context.catalogue.fields.get(condition.globalObjectFieldId ?? 0);
  const judge = field && createJudge(condition, field, state, context, depth);
  if (!field || !judge || !comparator) return unseen;
  const values = readValues(state, field);
  const met = values.map(judge);
  const some = condition.fieldArrayMustMatchAll ? met.every(Boolean) : met.some(Boolean);
  const holds = met.length === 0 ? comparator.whenMissing : some;
  const object = findObjectHandle(state, field);
  const masks = new Map(object === undefined ? [] : [[object, met]]);
  return { verdict: holds ? { holds, masks } : never, seen: { values, met } };
};

/**
 * Evaluates one condition on a record (api 2.15). A field of a collection matches when any element does, or with
 * fieldArrayMustMatchAll when all do. A condition that names an unknown field or comparator never matches.
 */
export const evaluateCondition = (
  condition: RunnableCondition,
  state: RecordState,
  context: EvaluationContext,
  depth = 0,
  notes?: ConditionNote[],
): Verdict => {
  if (depth > maxNesting) return never;
  const comparator = findComparator(condition, context.catalogue);
  const { verdict, seen } = judgeCondition(condition, comparator, state, context, depth);
  const inside: ConditionNote[] | undefined = notes && [];
  // For named values, the judge has already evaluated the child conditions; for other fields they must match as well.
  const children = comparator?.pick ? [] : inRankOrder(condition.childConditions ?? []);
  const all = children.reduce(
    (sofar, child) =>
      sofar.holds || inside
        ? both(sofar, evaluateCondition(child, state, context, depth + 1, inside))
        : never,
    verdict,
  );
  notes?.push({
    part: condition,
    holds: all.holds,
    own: verdict.holds,
    state,
    seen,
    children: inside ?? [],
  });
  return all;
};

/** Evaluates a group: ALL of its conditions are required (neighbours); a group without conditions never matches. */
const evaluateGroup = (
  group: RunnableGroup,
  state: RecordState,
  context: EvaluationContext,
  notes?: GroupNote[],
): Verdict => {
  const conditions: ConditionNote[] | undefined = notes && [];
  const start = group.conditions.length === 0 ? never : { holds: true, masks: new Map() };
  const verdict = inRankOrder(group.conditions).reduce<Verdict>(
    (sofar, condition) =>
      sofar.holds || conditions
        ? both(sofar, evaluateCondition(condition, state, context, 0, conditions))
        : never,
    start,
  );
  notes?.push({ part: group, holds: verdict.holds, conditions: conditions ?? [] });
  return verdict;
};

/**
 * Evaluates groups: ANY of them is sufficient (neighbours); an element matches when it matches one of the matching
 * groups.
 */
export const evaluateGroups = (
  groups: readonly RunnableGroup[],
  state: RecordState,
  context: EvaluationContext,
  notes?: GroupNote[],
): Verdict => {
  const held = inRankOrder(groups)
    .map((group) => evaluateGroup(group, state, context, notes))
    .filter(({ holds }) => holds);
  const [first, ...rest] = held;
  if (!first) return never;
  const shared = [...first.masks].filter(([object]) =>
    rest.every(({ masks }) => masks.has(object)),
  );
  const masks = shared.map(([object, mask]): [string, readonly boolean[]] => [
    object,
    mask.map(
      (met, index) => met || rest.some((verdict) => verdict.masks.get(object)?.[index] ?? false),
    ),
  ]);
  return { holds: true, masks: new Map(masks) };
};
