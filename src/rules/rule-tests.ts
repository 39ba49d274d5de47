import type { ExpectedValue, RuleExpectation, RuleTestContent } from "#contract/rule-tests.ts";
import type { EvaluationContext, MappingLine } from "./evaluation-context.ts";
import {
  listElements,
  overlap,
  type Place,
  placeIn,
  type RuleRecord,
  sameValue,
  valueAt,
} from "./field-values.ts";
import { parseTime } from "./iso-time.ts";
import { type FieldLineage, traceLineage, type WhyNot } from "./lineage.ts";
import { createTable, type RecordTable } from "./record-table.ts";
import { findInheritedType, type RuleCatalogue } from "./rule-catalogue.ts";
import {
  listRuleParts,
  type RulePart,
  type RunnableMappingRule,
  type RunnableWorkflowRule,
} from "./rule-parts.ts";
import { type ColumnRun, runColumns } from "./run-columns.ts";
import { nearestGroups, type RuleTrace } from "./trace-rule.ts";

/* Tests of a rule: what it makes of kept records, which of its parts is to blame if that is not as expected, and which
 * parts no test exercises. Parts are the same objects as in the rule. */

/** What rules and tests name, and what rules look up. */
export interface TestSetting {
  readonly catalogue: RuleCatalogue;
  readonly mappingSets: ReadonlyMap<number, readonly MappingLine[]>;
}

type RunnableTest = Pick<RuleTestContent, "record" | "expectation" | "runsAt">;

/** A value that did not become what was expected. Without `expected`, it was to stay; without `came`, it stayed. */
export interface ValueDifference {
  readonly field: string;
  readonly element: number;
  readonly before: unknown;
  readonly expected?: { readonly value: unknown };
  readonly came?: { readonly value: unknown };
}

/** A part that made a test fail, and why it did as it did, where that says more. */
interface BlamedPart {
  readonly part: object;
  readonly reason?: string | undefined;
  /** The value that the part is to blame for; undefined if the rule did not match, or should not have. */
  readonly difference?: ValueDifference;
}

export interface RuleTestResult<T extends RunnableTest = RunnableTest> {
  readonly test: T;
  readonly passes: boolean;
  /** What the rule makes of the record now. */
  readonly came: RuleExpectation;
  readonly differences: readonly ValueDifference[];
  readonly blamed: readonly BlamedPart[];
}

/** A condition, an action or a child rule. */
type ExercisedPart = RulePart<"condition" | "action" | "rule">;

export interface TestedRule<T extends RunnableTest = RunnableTest> {
  readonly results: readonly RuleTestResult<T>[];
  /** The conditions that no test meets, the actions that change nothing in any, and the child rules that match in none. */
  readonly uncovered: readonly ExercisedPart[];
  /** How many parts tests can exercise. */
  readonly parts: number;
}

const enabledRules = new WeakMap<RunnableMappingRule, RunnableMappingRule>();

/**
 * A disabled rule as if it were enabled: people test what it would do. The same object for the same rule, so that its
 * results count as current until the rule changes.
 */
export const asEnabled = <R extends RunnableMappingRule>(rule: R): R => {
  if (!rule.rule || rule.rule.enabled !== false) return rule;
  const enabled = (enabledRules.get(rule) as R | undefined) ?? {
    ...rule,
    rule: { ...rule.rule, enabled: true },
  };
  enabledRules.set(rule, enabled);
  return enabled;
};

const contextAt = (runsAt: string, { catalogue, mappingSets }: TestSetting): EvaluationContext => ({
  catalogue,
  mappingSets,
  now: parseTime(runsAt) ?? 0,
});

const tables = new WeakMap<
  RunnableTest,
  { readonly setting: TestSetting; readonly table: RecordTable }
>();

/** The table of a test's record; the same one as long as the setting is, since it keeps the results of unedited parts. */
const tableOf = (test: RunnableTest, setting: TestSetting): RecordTable => {
  const known = tables.get(test);
  if (known?.setting === setting) return known.table;
  const table = createTable([test.record], contextAt(test.runsAt, setting));
  tables.set(test, { setting, table });
  return table;
};

const isMatched = (rule: RunnableMappingRule, run: ColumnRun): boolean =>
  rule.rule ? run.count(rule.rule) === 1 : false;

const listChanges = (
  { globalObjectFieldId }: RunnableMappingRule,
  run: ColumnRun,
  { fields }: RuleCatalogue,
): ExpectedValue[] => {
  const assigned = fields.get(globalObjectFieldId ?? 0);
  return run.changedCells().map(({ field, element, after }) => ({
    field: (field.dataType === "inherited" ? (assigned ?? field) : field).reference,
    element,
    value: after,
  }));
};

const describeRun = (
  rule: RunnableMappingRule,
  run: ColumnRun,
  catalogue: RuleCatalogue,
): RuleExpectation => {
  if (!isMatched(rule, run)) return { kind: "unmatched" };
  const values = listChanges(rule, run, catalogue);
  return values.length === 0 ? { kind: "unchanged" } : { kind: "changes", values };
};

/** What a rule makes of a record, as a test expects it. */
export const expectResult = (
  rule: RunnableMappingRule,
  record: RuleRecord,
  context: EvaluationContext,
): RuleExpectation => {
  const enabled = asEnabled(rule);
  const run = runColumns(enabled, createTable([record], context));
  return describeRun(enabled, run, context.catalogue);
};

const valuesOf = (expectation: RuleExpectation): readonly ExpectedValue[] =>
  expectation.kind === "changes" ? expectation.values : [];

const keyOf = ({ field, element }: Pick<ExpectedValue, "field" | "element">): string =>
  `${element} ${field}`;

/** The value of a test's record before the rule runs. */
export const valueBefore = (
  record: RuleRecord,
  { field: reference, element }: Pick<ExpectedValue, "field" | "element">,
  { fieldsByReference }: RuleCatalogue,
): unknown => {
  const field = fieldsByReference.get(reference);
  return field && valueAt(listElements(record, field.objectHandle)[element], field.path);
};

const findDifferences = (
  { record, expectation }: RunnableTest,
  came: RuleExpectation,
  catalogue: RuleCatalogue,
): ValueDifference[] => {
  const is = new Map(valuesOf(came).map((one) => [keyOf(one), one]));
  const wanted = new Set(valuesOf(expectation).map(keyOf));
  const unmet = valuesOf(expectation).flatMap(({ field, element, value }): ValueDifference[] => {
    const found = is.get(keyOf({ field, element }));
    if (found && sameValue(found.value, value)) return [];
    const before = valueBefore(record, { field, element }, catalogue);
    // A person may expect the value that is there already.
    if (!found && sameValue(before, value)) return [];
    return [
      {
        field,
        element,
        before,
        expected: { value },
        ...(found && { came: { value: found.value } }),
      },
    ];
  });
  const others = valuesOf(came).filter((one) => !wanted.has(keyOf(one)));
  return [
    ...unmet,
    ...others.map(({ field, element, value }) => ({
      field,
      element,
      before: valueBefore(record, { field, element }, catalogue),
      came: { value },
    })),
  ];
};

/** Whether a part was edited since a test passed: then it is to blame before others. */
export type IsEdited<T> = (test: T, part: object) => boolean;

type Edited = (part: object) => boolean;

/** The first unmet condition of the group that lacks the fewest; the rule itself if it has none. */
const blameUnmatched = (trace: RuleTrace, isEdited: Edited): BlamedPart[] => {
  const groups = nearestGroups(trace).map(({ group }) => group);
  const unmet = groups.flatMap(({ conditions }) => conditions.filter(({ holds }) => !holds));
  const first = unmet.find(({ part }) => isEdited(part)) ?? unmet[0];
  return [{ part: first?.part ?? trace.part, reason: first?.reason ?? trace.reason }];
};

/** The conditions of a group that is met, the edited ones if there are any; the rule itself if it always runs. */
const blameMatched = (trace: RuleTrace, isEdited: Edited): BlamedPart[] => {
  const met = trace.groups.filter(({ holds }) => holds);
  const edited = met.flatMap(({ conditions }) => conditions.filter(({ part }) => isEdited(part)));
  const conditions = edited.length > 0 ? edited : (met[0]?.conditions ?? []);
  return conditions.length > 0
    ? conditions.map(({ part, reason }) => ({ part, reason }))
    : [{ part: trace.part, reason: trace.reason }];
};

/** The parts that tests can exercise: not what is inside a disabled child rule, or inside a condition or an action. */
const listExercised = (rule: RunnableWorkflowRule): ExercisedPart[] =>
  listRuleParts(
    rule,
    ({ kind, part, path }) =>
      !/\.child(?:Conditions|Actions)\./.test(path) &&
      (kind !== "rule" || part === rule || part.enabled !== false),
  ).filter((one): one is ExercisedPart => one.kind !== "group" && (one.part as object) !== rule);

const partOf = ({ unmet, action, childRules }: WhyNot): object | undefined =>
  unmet ?? action ?? childRules.at(-1);

/** The first edited action that wrote the value, else the one edited part, else the last action that wrote it. */
const blameValue = (
  rule: RunnableWorkflowRule,
  lineage: readonly FieldLineage[],
  place: Place | undefined,
  difference: ValueDifference,
  isEdited: Edited,
): BlamedPart => {
  const steps = lineage
    .filter((one) => place !== undefined && overlap(one.place, place))
    .flatMap((one) => one.steps);
  const writers = steps.flatMap(({ changes }) => changes.map(({ action }) => action));
  const own = writers.filter(({ changes }) =>
    changes.some(({ element }) => element === difference.element),
  );
  const edited = own.find(({ part }) => isEdited(part));
  if (edited) return { part: edited.part, difference };
  const [only, other] = listExercised(rule).filter(
    ({ kind, part }) => kind !== "rule" && isEdited(part),
  );
  if (only && !other) return { part: only.part, difference };
  const last = own.at(-1) ?? writers.at(-1);
  if (last) return { part: last.part, difference };
  const [why] = steps.flatMap(({ whyNot }) => whyNot);
  return { part: (why && partOf(why)) ?? rule, reason: why?.reason, difference };
};

/** The parts to blame for different values, each once, with its first difference. */
const blameValues = (
  rule: RunnableMappingRule & { readonly rule: RunnableWorkflowRule },
  { record }: RunnableTest,
  { context, given }: RecordTable,
  differences: readonly ValueDifference[],
  isEdited: Edited,
): BlamedPart[] => {
  const { catalogue } = context;
  const assigned = catalogue.fields.get(rule.globalObjectFieldId ?? 0);
  const scope = { assigned, inheritedType: findInheritedType(rule, catalogue), given };
  const lineage = traceLineage([rule], record, context);
  const blamed = new Map<object, BlamedPart>();
  for (const difference of differences) {
    const field = catalogue.fieldsByReference.get(difference.field);
    const one = blameValue(
      rule.rule,
      lineage,
      field && placeIn(scope, field),
      difference,
      isEdited,
    );
    if (!blamed.has(one.part)) blamed.set(one.part, one);
  }
  return [...blamed.values()];
};

const findBlamed = (
  rule: RunnableMappingRule,
  test: RunnableTest,
  table: RecordTable,
  run: ColumnRun,
  differences: readonly ValueDifference[],
  isEdited: Edited,
): BlamedPart[] => {
  const trace = run.trace(0);
  if (!rule.rule || !trace) return [];
  if (!trace.holds) return blameUnmatched(trace, isEdited);
  if (test.expectation.kind === "unmatched") return blameMatched(trace, isEdited);
  return blameValues({ ...rule, rule: rule.rule }, test, table, differences, isEdited);
};

const runTest = <T extends RunnableTest>(
  rule: RunnableMappingRule,
  test: T,
  table: RecordTable,
  run: ColumnRun,
  isEdited: Edited,
): RuleTestResult<T> => {
  const { catalogue } = table.context;
  const came = describeRun(rule, run, catalogue);
  const { expectation } = test;
  const isAsMatched = (came.kind === "unmatched") === (expectation.kind === "unmatched");
  const differences = isAsMatched ? findDifferences(test, came, catalogue) : [];
  const passes = isAsMatched && differences.length === 0;
  const blamed = passes ? [] : findBlamed(rule, test, table, run, differences, isEdited);
  return { test, passes, came, differences, blamed };
};

/**
 * Runs the tests of a rule, with a pause after each. A disabled rule is tested as if it were enabled. The expectation of
 * another test does not matter: each runs on its own record, at its own time.
 */
export const runTestsInSteps = function* <T extends RunnableTest>(
  rule: RunnableMappingRule,
  tests: readonly T[],
  setting: TestSetting,
  isEdited: IsEdited<T> = () => false,
): Generator<void, TestedRule<T>> {
  const enabled = asEnabled(rule);
  const own = (part: object): object => (part === enabled.rule && rule.rule ? rule.rule : part);
  const parts = enabled.rule ? listExercised(enabled.rule) : [];
  let uncovered = parts;
  const results: RuleTestResult<T>[] = [];
  for (const test of tests) {
    const table = tableOf(test, setting);
    const run = runColumns(enabled, table);
    const { blamed, ...result } = runTest(enabled, test, table, run, (part) =>
      isEdited(test, part),
    );
    results.push({ ...result, blamed: blamed.map((one) => ({ ...one, part: own(one.part) })) });
    uncovered = uncovered.filter(
      ({ kind, part }) => !(kind === "action" ? run.changedCount(part) : run.count(part)),
    );
    yield;
  }
  return { results, uncovered, parts: parts.length };
};

/** The same in one call. */
export const runRuleTests = <T extends RunnableTest>(
  rule: RunnableMappingRule,
  tests: readonly T[],
  setting: TestSetting,
  isEdited?: IsEdited<T>,
): TestedRule<T> => {
  const steps = runTestsInSteps(rule, tests, setting, isEdited);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};
