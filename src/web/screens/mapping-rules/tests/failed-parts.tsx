import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { RuleTest } from "#contract/rule-tests.ts";
import { keysInOrder } from "#rule-model/draft-rule.ts";
import type { PartFailure } from "#rule-model/part.ts";
import { ruleTestList } from "#web/api/rule-tests.ts";
import { formatCount } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { later } from "#web/kit/later.tsx";
import { attachWhenDrawn } from "#web/base/when-idle.ts";
import {
  useBuilder,
  useEditorState,
  usePreviewSession,
  useRuleId,
  useRuleTests,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { goToRow } from "#web/screens/mapping-rules/rows/shown-rows.ts";

const OneFailure = ({ failure }: { failure: PartFailure }) => {
  const session = usePreviewSession();
  const { data } = useQuery({ ...ruleTestList(useRuleId()), enabled: false });
  const test = data?.find(({ id }) => id === failure.testId);
  return (
    <li className="part-findings__one" data-tone="bad">
      Test <bdi>{failure.name}</bdi> fails: {failure.message}.{" "}
      {test && (
        <button type="button" className="part-findings__act" onClick={() => session.showTest(test)}>
          Show test
        </button>
      )}
    </li>
  );
};

/** The first test that fails because of a part, and how many more do, as items of the list below its row. */
export const FailedTests = ({ failures }: { failures: readonly PartFailure[] }) => {
  const [first, ...others] = failures;
  return (
    <>
      {first && <OneFailure failure={first} />}
      {others.length > 0 && (
        <li className="part-findings__one" data-tone="bad">
          {formatCount(others.length, "more test fails", "more tests fail")} because of this row.
        </li>
      )}
    </>
  );
};

/** The number of failing tests; a click goes from one part that is to blame to the next. */
export const FailedTestsButton = () => {
  const editor = useEditorState();
  const tested = useValue(useRuleTests())?.tested;
  const failed = tested?.results.filter(({ passes }) => !passes).length ?? 0;
  if (failed === 0) return null;
  const goOn = () => {
    const { failures, draft, view } = editor.builder;
    const keys = keysInOrder(draft).filter((key) => failures.get(key));
    const next = keys[(keys.indexOf(view.active() ?? -1) + 1) % keys.length];
    if (next !== undefined) goToRow(editor, next);
  };
  return (
    <Button
      size="xs"
      variant="outline"
      color="red"
      title="Go to next row that makes a test fail"
      onClick={goOn}
      leftSection={<IconX aria-hidden="true" />}
    >
      {formatCount(failed, "failing test")}
    </Button>
  );
};

/** The failing tests in words; their code comes with the engine's. */
export const FailingTests = later(async () => (await import("./failing-tests.tsx")).FailingTests);

/** How many tests fail, and whether they have not run on the draft as it is yet. */
export const useTestsState = () => {
  const { trees } = useBuilder();
  const results = useValue(useRuleTests());
  return {
    failing: results?.tested.results.filter(({ passes }) => !passes).length ?? 0,
    isRunning: results !== undefined && results.rule !== trees.mappingRule(),
  };
};

/** Shows the test that the address names, once it is loaded. */
const useAddressedTest = (tests: readonly RuleTest[] | undefined): void => {
  const session = usePreviewSession();
  const { test: id } = useListSearch().search;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const test = tests?.find((one) => String(one.id) === id);
    if (!test || shown.current === id) return;
    shown.current = id;
    session.showTest(test);
  }, [session, tests, id]);
};

/** Keeps the results of the rule's tests current. The engine loads once the rule is on the screen. */
export const useRunTests = (): void => {
  const builder = useBuilder();
  const results = useRuleTests();
  const { data } = useQuery(ruleTestList(useRuleId()));
  const [tests] = useState(() => createValueStore<readonly RuleTest[]>([]));
  const hasTests = data !== undefined && data.length > 0;
  useAddressedTest(data);
  useEffect(() => {
    if (data) tests.set(data);
  }, [tests, data]);
  useEffect(() => {
    if (!hasTests) return undefined;
    return attachWhenDrawn(
      () => import("./attach-tests.ts"),
      ({ attachTests }) => attachTests(builder, results, tests),
    );
  }, [builder, results, tests, hasTests]);
};
