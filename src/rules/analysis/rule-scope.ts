import { cutText } from "#contract/cut-text.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import { formatNumber } from "#rules/shown-text.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { type FieldScope, overlap, type Place, placeIn } from "#rules/field-values.ts";
import { memoized } from "#rules/lazily.ts";
import { placeKey } from "#rules/record-table.ts";
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
import type { AnalyzedRun, AskFact } from "./record-facts.ts";

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

/** The records on which a rule is analyzed. */
export interface AnalyzedRecords {
  /** Undefined without records. */
  readonly ask: AskFact | undefined;
  /** Whether the template supplies a value for them. */
  readonly given: boolean;
}

/** One mapping rule while it is analyzed, and what can be said of two conditions or groups of it. */
export const createRuleScope = (
  rule: RunnableMappingRule,
  { context, mappingSetNames, recordNames }: AnalysisSetting,
  { ask, given }: AnalyzedRecords,
) => {
  const { catalogue } = context;
  const inheritedType = findInheritedType(rule, catalogue);
  const scope: FieldScope = {
    assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
    inheritedType,
    given,
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
  /** What this rule's run shows. The parts, and the name if there are several facts of them, identify it. */
  const askOwn = <T>(
    name: string,
    parts: readonly object[],
    find: (on: AnalyzedRun, first: number) => T | undefined,
    join: (found: T, next: T) => T,
  ): T | undefined =>
    ask?.(name, [rule, ...parts], {
      find: (runOf, first) => {
        const on = runOf(rule);
        return on && find(on, first);
      },
      join,
    });
  /** Whether some records have values at a place, several of an object there, and lists of values. */
  const shapeOf = memoized((place: Place) =>
    askOwn(
      `shape ${placeKey(place)}`,
      [],
      ({ table }) => {
        const { values } = table.columnOf(place);
        const { isCollection } = table.rowsOf(place);
        const records = Array.from({ length: table.size }, (_, record) => record);
        return {
          hasValues: values.length > 0,
          isCollection: records.some(isCollection),
          hasLists: values.some(Array.isArray),
        };
      },
      (found, next) => ({
        hasValues: found.hasValues || next.hasValues,
        isCollection: found.isCollection || next.isCollection,
        hasLists: found.hasLists || next.hasLists,
      }),
    ),
  );
  const hasOneValue = ({ place, readsList }: ConditionSet): boolean => {
    const shape = shapeOf(place);
    if (!shape?.hasValues || shape.isCollection) return false;
    return readsList || (!isWritten(place) && !shape.hasLists);
  };

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
    hasRecords: ask !== undefined,
    ask: askOwn,
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
