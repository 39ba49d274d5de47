import { expect, test } from "vitest";
import type { RuleExpectation, RuleTest } from "#contract/rule-tests.ts";
import { testBuilder, testKeys, testRequest } from "#rule-model/testing/builder.ts";
import { createValueStore } from "#web/base/value-store.ts";
import type { TestedDraft } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { attachTests } from "./attach-tests.ts";

const kept = (id: number, title: string, expectation: RuleExpectation): RuleTest => ({
  id,
  ruleId: 500,
  name: `RECORD-${id}`,
  detail: "",
  record: {
    objects: {
      product: {
        title,
        cost: 10,
        attributes: [{ name: "Material", value: "oak" }],
      },
    },
  },
  expectation,
  runsAt: "2026-01-10T12:00:00.000Z",
  savedBy: null,
  savedAt: "2026-01-10T12:00:00.000Z",
});

/** The tests of a rule that are run when the screen is painted. */
const attached = (...list: RuleTest[]) => {
  const builder = testBuilder({
    ...testRequest(),
    rule: { ...testRequest().rule, actions: [], childRules: [] },
  });
  const results = createValueStore<TestedDraft | undefined>(undefined);
  const tests = createValueStore<readonly RuleTest[]>(list);
  let waiting: (() => void)[] = [];
  const detach = attachTests(builder, results, tests, (callback) => {
    waiting.push(callback);
    return () => (waiting = waiting.filter((one) => one !== callback));
  });
  const paint = () => {
    while (waiting.length > 0) waiting.shift()?.();
  };
  paint();
  const type = (condition: string) => {
    builder.draft.edit({ label: "type" }, ({ get, put }) => {
      const part = get(testKeys.contains);
      if (part?.kind === "condition") put({ ...part, data: { ...part.data, condition } });
    });
    paint();
  };
  const marks = () =>
    [...builder.failures.keys()].map((key) => [
      key,
      builder.failures.get(key)?.map(({ testId }) => testId),
    ]);
  const passing = () => results.get()?.tested.results.map(({ passes }) => passes);
  return { builder, results, tests, type, paint, marks, passing, detach };
};

test("an edit marks the row that breaks a test, and undoing it takes the mark away", () => {
  const { builder, type, paint, marks, passing, detach, results } = attached(
    kept(1, "Brass lamp", { kind: "unchanged" }),
    kept(2, "Chair", { kind: "unmatched" }),
  );
  expect([passing(), marks()]).toEqual([[true, true], []]);
  type("chair");
  expect([passing(), marks()]).toEqual([[false, false], [[testKeys.contains, [1, 2]]]]);
  expect(builder.failures.get(testKeys.contains)?.[0]).toMatchObject({
    name: "RECORD-1",
    message: "The rule should match, but doesn't",
  });
  builder.draft.undo();
  paint();
  expect([passing(), marks()]).toEqual([[true, true], []]);
  type("chair");
  detach();
  expect([results.get(), marks()]).toEqual([undefined, []]);
});

test("tests that are added, changed and removed run again", () => {
  const { tests, paint, passing, marks } = attached(kept(1, "Brass lamp", { kind: "unchanged" }));
  tests.set([
    kept(1, "Brass lamp", { kind: "unmatched" }),
    kept(2, "Chair", { kind: "unmatched" }),
  ]);
  paint();
  expect(passing()).toEqual([false, true]);
  expect(marks().length).toBeGreaterThan(0);
  tests.set([]);
  paint();
  expect([passing(), marks()]).toEqual([[], []]);
});
