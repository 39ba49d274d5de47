import { useQuery } from "@tanstack/react-query";
import { describeFailure } from "#rules/describe-rule-test.ts";
import { ruleTestList } from "#web/api/rule-tests.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { Notice } from "#web/kit/notice.tsx";
import {
  useBuilder,
  useRuleId,
  useRuleTests,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import "./tests-tab.css";

const listedAtOnce = 10;

/** The tests that fail on the draft, with a question where it is saved. */
export const FailingTests = ({ question = "" }: { question?: string }) => {
  const { catalogue } = useBuilder().workflow;
  const { data } = useQuery({ ...ruleTestList(useRuleId()), enabled: false });
  const results = useValue(useRuleTests())?.tested.results ?? [];
  const failing = results.filter(({ passes }) => !passes);
  if (!data || failing.length === 0) return null;
  return (
    <Notice
      title={`${formatQuantity(failing.length)} of ${formatCount(results.length, "test")} ${failing.length === 1 ? "fails" : "fail"}.${question}`}
      tone="bad"
    >
      <ul className="failing-tests">
        {failing.slice(0, listedAtOnce).map((result) => (
          <li key={result.test.id}>
            <bdi>{result.test.name}</bdi>: {describeFailure(result, catalogue)}.
          </li>
        ))}
        {failing.length > listedAtOnce && (
          <li>And {formatCount(failing.length - listedAtOnce, "more test")}.</li>
        )}
      </ul>
    </Notice>
  );
};
