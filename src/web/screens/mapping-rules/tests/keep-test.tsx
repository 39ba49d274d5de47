import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { cutText } from "#contract/cut-text.ts";
import { maxNameLength } from "#contract/limits.ts";
import { type RuleTest, type RuleTestContent, ruleTestOperations } from "#contract/rule-tests.ts";
import { describeExpectation } from "#rules/describe-rule-test.ts";
import { expectResult } from "#rules/rule-tests.ts";
import { addRuleTest, ruleTestList } from "#web/api/rule-tests.ts";
import { useValue } from "#web/base/value-store.ts";
import { LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { useSending } from "#web/kit/use-sending.ts";
import {
  useBuilder,
  usePreviewSession,
  useRuleId,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import type { Preview, SampleRecord } from "#web/screens/mapping-rules/preview/preview-session.ts";

/** The test that expects of a record what the rule makes of it now. */
const createTest = (
  { rule, context }: Pick<Preview, "rule" | "context">,
  { name, detail, record }: SampleRecord,
): RuleTestContent => ({
  name: cutText(name, maxNameLength),
  detail: cutText(detail, maxNameLength),
  record: { ...record, objects: { ...record.objects } },
  expectation: expectResult(rule, record, context),
  runsAt: new Date(context.now).toISOString(),
});

/** The test that has this record; an equal name is compared first, since records are long. */
const findTestOf = (
  tests: readonly RuleTest[] | undefined,
  { name, record }: SampleRecord,
): RuleTest | undefined => {
  const named = tests?.filter((test) => test.name === cutText(name, maxNameLength)) ?? [];
  const text = named.length > 0 ? JSON.stringify(record) : "";
  return named.find((test) => JSON.stringify(test.record) === text);
};

/** Keeps the selected record, with what the rule makes of it now, as a test of the rule. */
export const KeepTest = ({ preview, selected }: { preview: Preview; selected: SampleRecord }) => {
  const { workflow } = useBuilder();
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const ruleId = useRuleId();
  const { data: tests } = useQuery(ruleTestList(ruleId));
  const known = useMemo(() => findTestOf(tests, selected), [tests, selected]);
  const { sending, error, send } = useSending(async () => {
    if (ruleId === undefined) return;
    const test = await addRuleTest(ruleId, createTest(preview, selected));
    const words = describeExpectation(test.expectation, test.record, workflow.catalogue);
    notify(`Test ${test.name} added: ${words}`, {
      label: "Show tests",
      act: () => session.showTest(test),
    });
  });
  if (ruleId === undefined)
    return (
      <LockedButton size="xs" why="Save the rule first to keep tests.">
        Keep as test
      </LockedButton>
    );
  return (
    <>
      {known ? (
        <Button size="xs" onClick={() => session.showTest(known)}>
          Show its test
        </Button>
      ) : (
        <PermittedButton
          permission={ruleTestOperations.addRuleTest}
          size="xs"
          loading={sending}
          title="Keep this record, and what the rule makes of it now, as a test of the rule"
          onClick={() => void send()}
        >
          Keep as test
        </PermittedButton>
      )}
      {kind === "purchase_order" && !known && (
        <span className="faint small">The test keeps this order with its addresses.</span>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
};
