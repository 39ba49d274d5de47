import type { RuleTest } from "#contract/rule-tests.ts";
import type { Builder } from "#rule-model/builder.ts";
import { type PartFailure, type PartKey, rootKey } from "#rule-model/part.ts";
import { describeDifference, describeFailure } from "#rules/describe-rule-test.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import {
  type IsEdited,
  runTestsInSteps,
  type TestedRule,
  type TestSetting,
} from "#rules/rule-tests.ts";
import { type AfterPaint, afterPaint } from "#web/base/after-paint.ts";
import type { ValueStore } from "#web/base/value-store.ts";
import type { TestedDraft } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { createMappingLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import { createPreviewSchedule } from "#web/screens/mapping-rules/preview/preview-schedule.ts";

/** Writes the failing tests to the parts that are to blame, and deletes those of all other parts. */
const writeFailures = (
  { failures: store, trees, workflow }: Builder,
  root: object,
  { results }: TestedRule<RuleTest>,
): void => {
  const byKey = new Map<PartKey, PartFailure[]>();
  for (const result of results)
    for (const { part, difference } of result.blamed) {
      const { id: testId, name, record } = result.test;
      const key = part === root ? rootKey : trees.keyOf(part);
      if (key === undefined) continue;
      const message = difference
        ? describeDifference(difference, record, workflow.catalogue)
        : describeFailure(result, workflow.catalogue);
      byKey.set(key, [...(byKey.get(key) ?? []), { testId, name, message }]);
    }
  for (const key of store.keys()) if (!byKey.has(key)) store.set(key, undefined);
  for (const [key, own] of byKey)
    if (JSON.stringify(store.get(key)) !== JSON.stringify(own)) store.set(key, own);
};

/**
 * Runs the tests of the open rule after each change of the rule or of them: after the screen is painted, with pauses between tests. Returns a
 * function that stops it.
 */
export const attachTests = (
  builder: Builder,
  results: ValueStore<TestedDraft | undefined>,
  tests: Pick<ValueStore<readonly RuleTest[]>, "get" | "subscribe">,
  wait: AfterPaint = afterPaint,
): (() => void) => {
  const { draft, trees, workflow } = builder;
  const { catalogue } = workflow;
  const lines = createMappingLines();
  let setting: TestSetting = { catalogue, mappingSets: lines.get() };
  /** By test: the parts of the rule when it passed last. A part that was edited since is another object. */
  const passed = new Map<number, ReadonlySet<object>>();
  const isEdited: IsEdited<RuleTest> = ({ id }, part) => passed.get(id)?.has(part) === false;
  const schedule = createPreviewSchedule(function* () {
    const rule = trees.mappingRule();
    const sets = mappingSetsUsed(rule, catalogue);
    lines.want(sets);
    // Without the lines of its mapping sets, a test would seem to fail.
    if (!sets.every((id) => lines.get().has(id) || lines.unread().includes(id))) return;
    if (setting.mappingSets !== lines.get()) setting = { catalogue, mappingSets: lines.get() };
    yield;
    const tested = yield* runTestsInSteps(rule, tests.get(), setting, isEdited);
    const parts = new Set<object>(listRuleParts(rule.rule).map(({ part }) => part));
    for (const { test, passes } of tested.results) if (passes) passed.set(test.id, parts);
    writeFailures(builder, rule.rule, tested);
    results.set({ rule, tested });
  }, wait);
  const leave = [
    draft.watch(schedule.request),
    lines.subscribe(schedule.request),
    tests.subscribe(schedule.request),
  ];
  schedule.request();
  return () => {
    schedule.stop();
    for (const stop of leave) stop();
    for (const key of builder.failures.keys()) builder.failures.set(key, undefined);
    results.set(undefined);
  };
};
