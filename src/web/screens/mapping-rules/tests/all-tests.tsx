import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { groupBy } from "#contract/group-by.ts";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { type RuleTest, ruleTestOperations } from "#contract/rule-tests.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { describeFailure } from "#rules/describe-rule-test.ts";
import { runTestsInSteps, type TestedRule } from "#rules/rule-tests.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { allRuleTests, removeRuleTest } from "#web/api/rule-tests.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { LockableButton, PermittedButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";
import { loadLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import "#web/screens/mapping-rules/checks/part-findings.css";
import "./tests-tab.css";

interface RuleResult {
  readonly ruleId: number;
  /** Undefined if the rule no longer exists. */
  readonly rule: MappingRule | undefined;
  readonly tests: readonly RuleTest[];
  readonly tested: TestedRule<RuleTest> | undefined;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Runs all tests, rule by rule in the order of the rules; the browser handles input between tests. */
const runAll = async (
  rules: readonly MappingRule[],
  tests: readonly RuleTest[],
  { catalogue }: Workflow,
  signal: AbortSignal,
): Promise<RuleResult[]> => {
  const byRule = groupBy(tests, ({ ruleId }) => ruleId);
  const tried = rules.filter(({ id, rule }) => rule && byRule.has(id));
  const mappingSets = await loadLines(tried.flatMap((rule) => mappingSetsUsed(rule, catalogue)));
  const setting = { catalogue, mappingSets };
  const results: RuleResult[] = [];
  for (const rule of tried) {
    const own = byRule.get(rule.id) ?? [];
    const steps = runTestsInSteps(rule, own, setting);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        results.push({ ruleId: rule.id, rule, tests: own, tested: step.value });
        break;
      }
      await pause();
      signal.throwIfAborted();
    }
  }
  const known = new Set(tried.map(({ id }) => id));
  for (const [ruleId, own] of byRule)
    if (!known.has(ruleId))
      results.push({
        ruleId,
        rule: rules.find(({ id }) => id === ruleId),
        tests: own,
        tested: undefined,
      });
  return results;
};

const useResults = (
  rules: readonly MappingRule[] | undefined,
  tests: readonly RuleTest[] | undefined,
  workflow: Workflow | undefined,
) => {
  const [results, setResults] = useState<readonly RuleResult[]>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!rules || !tests || !workflow) return undefined;
    const control = new AbortController();
    runAll(rules, tests, workflow, control.signal).then(setResults, (failure: unknown) => {
      if (!control.signal.aborted) setError(failure);
    });
    return () => control.abort();
  }, [rules, tests, workflow]);
  return { results, error };
};

/** The tests of a rule that can't run: it was deleted, or sent without its conditions and actions. */
const NotRun = ({
  result: { ruleId, rule, tests },
  onRemoved,
}: {
  result: RuleResult;
  onRemoved: () => void;
}) => {
  const { sending, error, send } = useSending(async () => {
    for (const test of tests) await removeRuleTest(test);
    onRemoved();
  });
  return (
    <Notice
      title={rule ? `${ruleName(rule)} can't be tested` : `Rule ${ruleId} no longer exists`}
      tone="waiting"
      actions={
        !rule && (
          <PermittedButton
            permission={ruleTestOperations.removeRuleTest}
            loading={sending}
            onClick={() => void send()}
          >
            Remove {formatCount(tests.length, "test")}
          </PermittedButton>
        )
      }
    >
      <p>
        {rule ? "The service sent it without its conditions and actions. " : ""}
        {formatCount(tests.length, "test")} didn't run.
      </p>
      {error !== undefined && <ErrorNotice error={error} />}
    </Notice>
  );
};

const RuleSection = ({
  rule,
  tested,
  workflow,
}: {
  rule: MappingRule;
  tested: TestedRule<RuleTest>;
  workflow: Workflow;
}) => {
  const { results } = tested;
  const failing = results.filter(({ passes }) => !passes);
  const params = { id: String(rule.id) };
  return (
    <section className="sheet sheet__body rule-checks__rule">
      <h2>
        <Link to="/mapping-rules/$id" params={params}>
          {ruleName(rule)}
        </Link>{" "}
        <StatusBadge
          label={
            failing.length > 0
              ? `${formatQuantity(failing.length)} of ${formatQuantity(results.length)} fail`
              : `${formatCount(results.length, "test")} ${results.length === 1 ? "passes" : "pass"}`
          }
          tone={failing.length > 0 ? "bad" : "good"}
        />
      </h2>
      {failing.length > 0 && (
        <ul className="part-findings" aria-label={`Failing tests of ${ruleName(rule)}`}>
          {failing.map((result) => (
            <li key={result.test.id} className="part-findings__one" data-tone="bad">
              <Link
                to="/mapping-rules/$id"
                params={params}
                search={{ test: String(result.test.id) }}
                title="Open the rule with this record"
              >
                <bdi>{result.test.name}</bdi>
              </Link>{" "}
              {describeFailure(result, workflow.catalogue)}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Rules whose tests fail or can't run, then the others, each in the order of the rules. */
const failingFirst = (results: readonly RuleResult[]): RuleResult[] => {
  const passes = ({ tested }: RuleResult) => tested?.results.every((one) => one.passes) ?? false;
  return [...results.filter((one) => !passes(one)), ...results.filter(passes)];
};

const Summary = ({ results }: { results: readonly RuleResult[] }) => {
  const all = results.flatMap(({ tested }) => tested?.results ?? []);
  const failing = all.filter(({ passes }) => !passes).length;
  const rules = formatCount(results.filter(({ tested }) => tested).length, "rule");
  if (results.length === 0)
    return (
      <Notice title="No tests yet" tone="still" blank>
        <p>
          Open a rule, select a record in its test, and click “Keep as test”. Its tests then run at
          each edit, and here.
        </p>
      </Notice>
    );
  const count = formatCount(all.length, "test");
  return failing > 0 ? (
    <Notice title={`${formatQuantity(failing)} of ${count} of ${rules} fail`} tone="bad" />
  ) : (
    <Notice title={`${count} of ${rules} ${all.length === 1 ? "passes" : "pass"}`} tone="good" />
  );
};

/** Runs the tests of all rules, and names those that fail. */
export const AllRuleTests = () => {
  const list = useQuery(mappingRuleList());
  const kept = useQuery(allRuleTests());
  const state = useWorkflow({ enabled: list.isSuccess, mappingSets: false });
  const workflow = state.status === "ready" ? state.workflow : undefined;
  const { results, error } = useResults(list.data?.value, kept.data, workflow);
  const failure = list.error ?? kept.error ?? error;
  const runAgain = () => {
    void list.refetch();
    void kept.refetch();
  };
  const isRunning = list.isFetching || kept.isFetching || (!results && !failure);
  return (
    <Screen
      title="Rule tests"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      needs={mappingRuleOperations.listMappingRules}
      actions={
        <LockableButton locked={isRunning} onClick={runAgain}>
          Run again
        </LockableButton>
      }
    >
      {failure ? (
        <ErrorNotice error={failure} onRetry={runAgain} />
      ) : (
        !results && <p role="status">Running tests…</p>
      )}
      {results && (
        <div className="stack">
          <Summary results={results} />
          {failingFirst(results).map((result) =>
            result.rule && result.tested && workflow ? (
              <RuleSection
                key={result.ruleId}
                rule={result.rule}
                tested={result.tested}
                workflow={workflow}
              />
            ) : (
              <NotRun key={result.ruleId} result={result} onRemoved={() => void kept.refetch()} />
            ),
          )}
        </div>
      )}
    </Screen>
  );
};
