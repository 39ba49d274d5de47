import { cutText } from "#contract/cut-text.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import { formatNumber } from "#rules/shown-text.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { type FieldScope, overlap, type Place, placeIn } from "#rules/field-values.ts";
import { memoized } from "#rules/lazily.ts";
import type { RecordTable } from "#rules/record-table.ts";
import type { ColumnRun } from "#rules/run-columns.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import {
  conditionIdentity,
  type ConditionSet,
  excludes,
  implies,
  readConditionSet,
} from "./condition-sets.ts";
import type { Finding, FoundPart } from "./finding.ts";

/** The input of an analysis besides the rules. */
export interface AnalysisSetting {
  readonly context: EvaluationContext;
  /** Names of mapping sets by id, and of the records: “product” and “products”. */
  readonly mappingSetNames?: Wording["mappingSetNames"] | undefined;
  readonly recordNames: { readonly one: string; readonly many: string };
}

/** Each condition of a group is compared with the others, and each group with the others, up to this many. */
export const mostCompared = 100;

/** A group with its conditions in order. */
export interface OpenGroup {
  readonly part: RunnableGroup;
  readonly conditions: readonly RunnableCondition[];
}

export const readGroups = ({ groups }: RunnableWorkflowRule): OpenGroup[] =>
  inRankOrder(groups ?? []).map((part) => ({
    part,
    conditions: inRankOrder(part.conditions ?? []),
  }));

const longestPart = 120;

export const inQuotes = (text: string): string =>
  `“${text.length > longestPart ? `${cutText(text, longestPart)}…` : text}”`;

export const ruleWords = ({ name }: { readonly name?: string | null | undefined }): string =>
  (name ?? "").trim() === "" ? "a rule without a name" : inQuotes(name ?? "");

/** “1 product”, “24 products”. */
export const countRecords = (
  count: number,
  { recordNames: { one, many } }: Pick<AnalysisSetting, "recordNames">,
): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

type NewFinding = Omit<Finding, "rule" | "others"> & { readonly others?: readonly object[] };

/** The run of a rule on the records that earlier rules have changed. */
export interface AnalyzedRun {
  readonly run: ColumnRun | undefined;
  /** The records on which its conditions are judged. */
  readonly table: RecordTable | undefined;
}

/** One mapping rule while it is analyzed, and what can be said of two conditions or groups of it. */
export const createRuleScope = (
  rule: RunnableMappingRule,
  { context, mappingSetNames, recordNames }: AnalysisSetting,
  { run, table }: AnalyzedRun,
) => {
  const { catalogue } = context;
  const inheritedType = findInheritedType(rule, catalogue);
  const scope: FieldScope = {
    assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
    inheritedType,
    given: table?.given ?? false,
  };
  const wording: Wording = {
    catalogue,
    inheritedType,
    ...(mappingSetNames && { mappingSetNames }),
  };
  const findings: Finding[] = [];
  /** The places that actions have written before the rule that is being walked. */
  const written: Place[] = [];

  const isWritten = (place: Place) =>
    !rule.useOriginalInputValue && written.some((one) => overlap(one, place));
  const setOf = memoized((part: RunnableCondition) => readConditionSet(part, context, scope));
  const identityOf = memoized(conditionIdentity);
  /** Whether the records have one of an object, and never a list of them. */
  const isSingle = memoized((place: Place) => {
    if (!table || table.columnOf(place).values.length === 0) return false;
    const { isCollection } = table.rowsOf(place);
    return !Array.from({ length: table.size }, (_, record) => isCollection(record)).includes(true);
  });
  const hasOneValue = ({ place, readsList }: ConditionSet): boolean =>
    isSingle(place) &&
    (readsList || (!isWritten(place) && table?.columnOf(place).hasArrays() === false));

  const doesImply = (one: RunnableCondition, other: RunnableCondition): boolean => {
    if (one === other || identityOf(one) === identityOf(other)) return true;
    const [a, b] = [setOf(one), setOf(other)];
    return a !== undefined && b !== undefined && implies(a, b);
  };
  const doesExclude = (one: RunnableCondition, other: RunnableCondition): boolean => {
    const [a, b] = [setOf(one), setOf(other)];
    return a !== undefined && b !== undefined && excludes(a, b, hasOneValue);
  };
  /** Whether each record that meets a group meets another one. */
  const isWithinGroup = (one: OpenGroup, other: OpenGroup): boolean =>
    other.conditions.length > 0 &&
    other.conditions.every((wanted) => one.conditions.some((own) => doesImply(own, wanted)));
  /** Whether each record that meets one of some groups meets one of others. */
  const areWithinGroups = (one: readonly OpenGroup[], other: readonly OpenGroup[]): boolean => {
    const filled = one.filter(({ conditions }) => conditions.length > 0);
    return (
      filled.length > 0 &&
      filled.length * other.length <= mostCompared &&
      filled.every((group) => other.some((wanted) => isWithinGroup(group, wanted)))
    );
  };
  const inThisRule = (part: object): FoundPart => ({ rule, part });
  return {
    rule,
    context,
    scope,
    wording,
    recordNames,
    table,
    run,
    findings,
    written,
    isWritten,
    setOf,
    hasOneValue,
    doesImply,
    doesExclude,
    isWithinGroup,
    areWithinGroups,
    isRepeated: (one: RunnableCondition, other: RunnableCondition) =>
      identityOf(one) === identityOf(other),
    placeOf: (id: number | null | undefined): Place | undefined => {
      const field = catalogue.fields.get(id ?? 0);
      return field && placeIn(scope, field);
    },
    /** Groups that no record meets. */
    neverMet: new Set<object>(),
    say: (part: RunnableCondition) => inQuotes(describeCondition(part, wording)),
    sayAction: (part: RunnableAction) => inQuotes(describeAction(part, wording)),
    add: ({ others = [], ...finding }: NewFinding) =>
      void findings.push({ ...finding, rule, others: others.map(inThisRule) }),
  };
};

export type RuleScope = ReturnType<typeof createRuleScope>;
