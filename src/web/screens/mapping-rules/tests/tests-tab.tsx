import { Button, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type RuleTest, ruleTestOperations, testContent } from "#contract/rule-tests.ts";
import { keysInOrder } from "#rule-model/draft-rule.ts";
import { describePart, describePath } from "#rule-model/describe-parts.ts";
import { type PartKey, rootKey } from "#rule-model/part.ts";
import {
  describeDifference,
  describeExpectation,
  describeFailure,
  nameValue,
  testValueWords,
} from "#rules/describe-rule-test.ts";
import type { RuleTestResult, ValueDifference } from "#rules/rule-tests.ts";
import { addRuleTest, changeRuleTest, removeRuleTest, ruleTestList } from "#web/api/rule-tests.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import {
  type TestedDraft,
  useBuilder,
  useEditorState,
  usePreviewSession,
  useRuleId,
  useRuleTests,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { goToRow } from "#web/screens/mapping-rules/rows/shown-rows.ts";
import { EditExpectation } from "./edit-expectation.tsx";
import "./tests-tab.css";

const listedAtOnce = 5;

interface ExpectedProps {
  test: RuleTest;
  /** What came instead is shown apart. */
  differences: readonly ValueDifference[];
}

/** The expected values of a test, one a line, without those that did not come. */
const Expected = ({ test: { expectation, record }, differences }: ExpectedProps) => {
  const { catalogue } = useBuilder().workflow;
  if (expectation.kind !== "changes")
    return (
      <ul className="rule-test__expected">
        <li>{describeExpectation(expectation, record, catalogue)}</li>
      </ul>
    );
  const values = expectation.values.filter(({ field, element }) =>
    differences.every((one) => one.field !== field || one.element !== element),
  );
  if (values.length === 0) return null;
  return (
    <ul className="rule-test__expected">
      {values.slice(0, listedAtOnce).map(({ field, element, value }) => (
        <li key={`${element} ${field}`}>
          {nameValue({ field, element }, record, catalogue)} becomes{" "}
          <strong>
            <bdi>{testValueWords(value)}</bdi>
          </strong>
        </li>
      ))}
      {values.length > listedAtOnce && (
        <li>and {formatCount(values.length - listedAtOnce, "more value")}</li>
      )}
    </ul>
  );
};

interface FailureProps {
  result: RuleTestResult<RuleTest>;
  draft: TestedDraft;
  children: ReactNode;
}

/** What came instead, and the way to the part that is to blame. */
const Failure = ({ result, draft, children }: FailureProps) => {
  const editor = useEditorState();
  const { trees, workflow, draft: parts } = editor.builder;
  const { test, differences, blamed } = result;
  const keyOf = (part: object): PartKey | undefined =>
    part === draft.rule.rule ? rootKey : trees.keyOf(part);
  const [first] = blamed;
  const key = first && keyOf(first.part);
  return (
    <div className="rule-test__failure">
      <ul>
        {differences.length === 0 && (
          <li>
            {describeFailure(result, workflow.catalogue)}
            {first?.reason ? `. ${first.reason}` : "."}
          </li>
        )}
        {differences.slice(0, listedAtOnce).map((one) => (
          <li key={`${one.element} ${one.field}`}>
            {describeDifference(one, test.record, workflow.catalogue)}.
          </li>
        ))}
        {differences.length > listedAtOnce && (
          <li>And {formatCount(differences.length - listedAtOnce, "more difference")}.</li>
        )}
      </ul>
      <div className="row">
        {key !== undefined && parts.get(key) && (
          <Button size="xs" onClick={() => goToRow(editor, key)}>
            Go to {describePath(parts, key)}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
};

interface TestRowProps {
  test: RuleTest;
  result: RuleTestResult<RuleTest> | undefined;
  draft: TestedDraft | undefined;
  isSelected: boolean;
}

const TestRow = ({ test, result, draft, isSelected }: TestRowProps) => {
  const { workflow } = useBuilder();
  const session = usePreviewSession();
  const [editing, edit] = useState(false);
  const accept = useSending(async () => {
    if (result) await changeRuleTest(test.id, result.came);
  });
  const remove = useSending(async () => {
    await removeRuleTest(test);
    notify(`Test ${test.name} removed`, {
      label: "Restore test",
      act: () => void addRuleTest(test.ruleId, testContent(test)),
    });
  });
  const error = accept.error ?? remove.error;
  return (
    <li
      className="rule-test"
      data-fails={result?.passes === false || undefined}
      aria-current={isSelected || undefined}
    >
      <div className="rule-test__head">
        <StatusBadge
          label={result ? (result.passes ? "Passes" : "Fails") : "Running"}
          tone={result ? (result.passes ? "good" : "bad") : "still"}
        />
        <UnstyledButton
          className="rule-test__name"
          title="Show this record step by step"
          onClick={() => session.showTest(test, "record")}
        >
          <bdi>{test.name}</bdi> <bdi className="faint small">{test.detail}</bdi>
        </UnstyledButton>
        {!editing && (
          <>
            <PermittedButton
              permission={ruleTestOperations.changeRuleTest}
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Edit test ${test.name}`}
              onClick={() => edit(true)}
            >
              Edit
            </PermittedButton>
            <PermittedButton
              permission={ruleTestOperations.removeRuleTest}
              size="xs"
              variant="subtle"
              color="gray"
              loading={remove.sending}
              aria-label={`Remove test ${test.name}`}
              onClick={() => void remove.send()}
            >
              Remove
            </PermittedButton>
          </>
        )}
      </div>
      {editing && result && draft ? (
        <EditExpectation
          test={test}
          came={result.came}
          rule={draft.rule}
          catalogue={workflow.catalogue}
          onClose={() => edit(false)}
        />
      ) : (
        <>
          <Expected test={test} differences={result?.differences ?? []} />
          {result?.passes === false && draft && (
            <Failure result={result} draft={draft}>
              <PermittedButton
                permission={ruleTestOperations.changeRuleTest}
                size="xs"
                title="Expect what the rule makes of it now"
                loading={accept.sending}
                onClick={() => void accept.send()}
              >
                Accept new result
              </PermittedButton>
            </Failure>
          )}
          {error !== undefined && <ErrorNotice error={error} />}
        </>
      )}
    </li>
  );
};

/** The parts that no test exercises, in their order; a click goes to one. */
const Coverage = ({ draft: { rule, tested } }: { draft: TestedDraft }) => {
  const editor = useEditorState();
  const { trees, draft } = editor.builder;
  const { uncovered, parts } = tested;
  if (parts === 0) return null;
  if (uncovered.length === 0)
    return <p className="faint small">Tests cover all {formatCount(parts, "part")} of the rule.</p>;
  const keys = new Set(
    uncovered.flatMap(({ part }) => (part === rule.rule ? [] : (trees.keyOf(part) ?? []))),
  );
  return (
    <details className="rule-tests__coverage small">
      <summary>
        No test covers {formatQuantity(uncovered.length)} of {formatCount(parts, "part")}
      </summary>
      <p className="faint">
        No test meets these conditions, changes a value by these actions, or takes these child rules
        or tiers.
      </p>
      <ul>
        {keysInOrder(draft)
          .filter((key) => keys.has(key))
          .map((key) => (
            <li key={key}>
              <button
                type="button"
                className="part-findings__act"
                onClick={() => goToRow(editor, key)}
              >
                {describePart(editor.builder, key)}
              </button>
            </li>
          ))}
      </ul>
    </details>
  );
};

/** Expects of all failing tests what the rule makes of their records now. */
const AcceptAll = ({ failing }: { failing: readonly RuleTestResult<RuleTest>[] }) => {
  const { sending, error, send } = useSending(async () => {
    for (const { test, came } of failing) await changeRuleTest(test.id, came);
  });
  return (
    <>
      <PermittedButton
        permission={ruleTestOperations.changeRuleTest}
        size="xs"
        loading={sending}
        onClick={() => void send()}
      >
        Accept all {formatCount(failing.length, "new result")}
      </PermittedButton>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
};

const howTo =
  "Select a record under “One record”, then “Keep as test”. Each edit runs the tests and marks the row that makes one fail.";

/** The tests of the rule with their results, and what they don't cover. */
export const TestsTab = () => {
  const ruleId = useRuleId();
  const session = usePreviewSession();
  const { selectedKey } = useValue(session.view);
  const draft = useValue(useRuleTests());
  const { data: tests, isLoading, error, refetch } = useQuery(ruleTestList(ruleId));
  if (ruleId === undefined) return <p>Save the rule first to keep tests.</p>;
  if (isLoading) return <Skeleton width={40} />;
  if (error && !tests) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!tests || tests.length === 0)
    return (
      <div className="stack">
        <p>No tests yet. A test is a record, and what the rule must make of it.</p>
        <p className="soft">{howTo}</p>
        <div>
          <Button size="xs" onClick={() => session.change({ tab: "record" })}>
            Select a record
          </Button>
        </div>
      </div>
    );
  const results = new Map(draft?.tested.results.map((one) => [one.test.id, one]));
  const all = tests.flatMap(({ id }) => results.get(id) ?? []);
  const failing = all.filter(({ passes }) => !passes);
  return (
    <div className="stack">
      <div className="rule-tests__head">
        <p role="status">
          <strong>
            {formatQuantity(all.length - failing.length)} of {formatCount(tests.length, "test")}
          </strong>{" "}
          {tests.length === 1 ? "passes" : "pass"}
        </p>
        {failing.length > 1 && <AcceptAll failing={failing} />}
      </div>
      {draft && <Coverage draft={draft} />}
      <ul className="rule-tests" aria-label="Tests">
        {tests.map((test) => (
          <TestRow
            key={test.id}
            test={test}
            result={results.get(test.id)}
            draft={draft}
            isSelected={selectedKey === `test ${test.id}`}
          />
        ))}
      </ul>
    </div>
  );
};
