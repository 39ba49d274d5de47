import { inRankOrder } from "#contract/rank-order.ts";
import { writtenFields } from "./changed-cells.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import {
  type FieldScope,
  listElements,
  overlap,
  type Place,
  placeIn,
  type RuleRecord,
  sameValue,
  valueAt,
} from "./field-values.ts";
import { createTable, placeKey } from "./record-table.ts";
import { findInheritedType, type RuleField } from "./rule-catalogue.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "./rule-parts.ts";
import { runAllColumns } from "./run-columns.ts";
import { type ActionTrace, nearestGroups, type RuleTrace } from "./trace-rule.ts";

/* How the rules of an event change one record: field by field, from the value at the source to the result. */

/** An action that changed the field, and the rules around it: the mapping rule's own first. */
export interface LineageChange {
  readonly rules: readonly RuleTrace[];
  readonly action: ActionTrace;
}

/** Why a rule, or a child rule or an action of it, didn't change the field. */
export interface WhyNot {
  /** The child rules on the way, the outermost first. */
  readonly childRules: readonly RunnableWorkflowRule[];
  /** The first unmet condition of the group that lacks the fewest. */
  readonly unmet?: RunnableCondition;
  /** The action that ran and changed nothing. */
  readonly action?: RunnableAction;
  readonly reason: string;
  /** How many more conditions of the group are not met, and how many groups there are. */
  readonly further: number;
  readonly groups: number;
}

/** A rule that can change the field: its changes, or why it made none. */
export interface LineageStep<R extends RunnableMappingRule = RunnableMappingRule> {
  readonly rule: R;
  readonly isChanged: boolean;
  readonly changes: readonly LineageChange[];
  readonly whyNot: readonly WhyNot[];
}

export interface FieldLineage<R extends RunnableMappingRule = RunnableMappingRule> {
  readonly field: RuleField;
  readonly place: Place;
  /** By element of the object: one if it is a single record. */
  readonly source: readonly unknown[];
  readonly result: readonly unknown[];
  readonly isChanged: boolean;
  /** In the order in which the rules run. */
  readonly steps: readonly LineageStep<R>[];
}

/** The values of a place in a record, by element. */
export const valuesAt = (record: RuleRecord, place: Place): readonly unknown[] =>
  place === "value"
    ? [record.value]
    : listElements(record, place.field.objectHandle).map((element) =>
        valueAt(element, place.field.path),
      );

const sameValues = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((value, at) => sameValue(value, other[at]));

type IsAbout = (action: RunnableAction) => boolean;

const enabledChildren = ({ childRules }: RuleTrace): readonly RuleTrace[] =>
  childRules.filter(({ part }) => part.enabled !== false);

const canWrite = (trace: RuleTrace, isAbout: IsAbout): boolean =>
  trace.actions.some(({ part }) => isAbout(part)) ||
  enabledChildren(trace).some((child) => canWrite(child, isAbout));

const explainUnmet = (trace: RuleTrace): Omit<WhyNot, "childRules"> => {
  const [nearest] = nearestGroups(trace);
  const [first, ...others] = nearest?.group.conditions.filter(({ holds }) => !holds) ?? [];
  return {
    ...(first && { unmet: first.part }),
    reason: first?.reason ?? trace.reason,
    further: others.length,
    groups: trace.groups.length,
  };
};

/** The changes of a field by a rule and its child rules, in the order in which they were made. */
const findChanges = (
  trace: RuleTrace,
  isAbout: IsAbout,
  around: readonly RuleTrace[] = [],
): LineageChange[] => {
  const rules = [...around, trace];
  return [
    ...trace.actions
      .filter(({ part, changes }) => isAbout(part) && changes.length > 0)
      .map((action) => ({ rules, action })),
    ...trace.childRules.flatMap((child) => findChanges(child, isAbout, rules)),
  ];
};

/** Why the actions on a field changed nothing; one reason for all below a rule that did not match. */
const findWhyNot = (
  trace: RuleTrace,
  isAbout: IsAbout,
  childRules: readonly RunnableWorkflowRule[] = [],
): WhyNot[] => {
  if (!canWrite(trace, isAbout)) return [];
  if (!trace.holds) return [{ childRules, ...explainUnmet(trace) }];
  return [
    ...trace.actions
      .filter(({ part }) => isAbout(part))
      .flatMap(({ part, nothing: reason }) =>
        reason === undefined ? [] : [{ childRules, action: part, reason, further: 0, groups: 0 }],
      ),
    ...enabledChildren(trace).flatMap((child) =>
      findWhyNot(child, isAbout, [...childRules, child.part]),
    ),
  ];
};

/** A rule with its trace, and the record before and after it. */
interface RanRule<R extends RunnableMappingRule> {
  readonly rule: R;
  readonly scope: FieldScope;
  readonly trace: RuleTrace;
  readonly before: RuleRecord;
  readonly after: RuleRecord;
}

const makeStep = <R extends RunnableMappingRule>(
  { rule, scope, trace, before, after }: RanRule<R>,
  place: Place,
  { catalogue }: EvaluationContext,
): LineageStep<R>[] => {
  const isAbout: IsAbout = ({ globalObjectFieldId: id }) => {
    const field = catalogue.fields.get(id ?? 0);
    return field !== undefined && overlap(placeIn(scope, field), place);
  };
  const changes = findChanges(trace, isAbout);
  const isChanged =
    changes.length > 0 || !sameValues(valuesAt(before, place), valuesAt(after, place));
  if (!isChanged && !canWrite(trace, isAbout)) return [];
  return [{ rule, isChanged, changes, whyNot: isChanged ? [] : findWhyNot(trace, isAbout) }];
};

/**
 * How rules change each field of a record that one of them can change. Disabled rules are left out; the others run in rank
 * order, each on the result of the previous one.
 */
export const traceLineage = <R extends RunnableMappingRule>(
  given: readonly R[],
  record: RuleRecord,
  context: EvaluationContext,
): FieldLineage<R>[] => {
  const rules = inRankOrder(
    given
      .filter(({ rule }) => rule && rule.enabled !== false)
      .map((rule) => ({ rule, rank: rule.rule?.rank })),
  ).map(({ rule }) => rule);
  const { catalogue } = context;
  const { runs, starts } = runAllColumns(rules, createTable([record], context));
  const fields = new Map<string, { readonly field: RuleField; readonly place: Place }>();
  const ran = rules.flatMap((rule, at): RanRule<R>[] => {
    const [run, start] = [runs[at], starts[at]];
    const trace = run?.trace(0);
    if (!rule.rule || !run || !start || !trace) return [];
    const scope: FieldScope = {
      assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
      inheritedType: findInheritedType(rule, catalogue),
      given: start.given,
    };
    for (const { field, place } of writtenFields(rule.rule, scope, start)) {
      const known = field.dataType === "inherited" ? (scope.assigned ?? field) : field;
      if (!fields.has(placeKey(place))) fields.set(placeKey(place), { field: known, place });
    }
    return [{ rule, scope, trace, before: start.recordAt(0), after: run.after(0) }];
  });
  const end = ran.at(-1)?.after ?? record;
  return [...fields.values()].flatMap(({ field, place }) => {
    const steps = ran.flatMap((one) => makeStep(one, place, context));
    const isChanged = steps.some((step) => step.isChanged);
    const [source, result] = [valuesAt(record, place), valuesAt(end, place)];
    return steps.length > 0 ? [{ field, place, source, result, isChanged, steps }] : [];
  });
};
