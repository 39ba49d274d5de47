import { queryOptions, skipToken } from "@tanstack/react-query";
import {
  maxRuleTests,
  type RuleExpectation,
  type RuleTest,
  type RuleTestContent,
  ruleTestOperations,
} from "#contract/rule-tests.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";

const tests = ["rule-tests"] as const;

/** The tests of a rule; the gateway keeps them. */
export const ruleTestList = (ruleId: number | undefined) =>
  queryOptions({
    queryKey: [...tests, ruleId] as const,
    queryFn:
      ruleId === undefined
        ? skipToken
        : ({ signal }) =>
            call(ruleTestOperations.listRuleTests, {
              query: { ruleId },
              signal,
              urgency: "screen",
            }),
    staleTime: 0,
  });

/** The tests of all rules, page by page. */
export const allRuleTests = () =>
  queryOptions({
    queryKey: [...tests, "all"] as const,
    queryFn: async ({ signal }) => {
      const all: RuleTest[] = [];
      for (;;) {
        const page = await call(ruleTestOperations.listRuleTests, {
          query: { after: all.at(-1)?.id },
          signal,
          urgency: "click",
        });
        all.push(...page);
        if (page.length < maxRuleTests) return all;
      }
    },
    staleTime: 0,
  });

/** Updates the cached tests of a rule. */
const storeTests = (ruleId: number, change: (known: readonly RuleTest[]) => RuleTest[]): void => {
  queryClient.setQueryData<RuleTest[]>(ruleTestList(ruleId).queryKey, (known) =>
    known ? change(known).toSorted((one, other) => one.id - other.id) : known,
  );
};

const put = (test: RuleTest): RuleTest => {
  storeTests(test.ruleId, (known) => [...known.filter(({ id }) => id !== test.id), test]);
  return test;
};

/** Keeps a test. An equal one is kept once, so it may be sent again. */
export const addRuleTest = async (ruleId: number, content: RuleTestContent): Promise<RuleTest> =>
  put(
    await call(ruleTestOperations.addRuleTest, { body: { ruleId, ...content }, urgency: "click" }),
  );

export const changeRuleTest = async (id: number, expectation: RuleExpectation): Promise<RuleTest> =>
  put(
    await call(ruleTestOperations.changeRuleTest, {
      params: { id },
      body: { expectation },
      urgency: "click",
    }),
  );

export const removeRuleTest = async ({ id, ruleId }: RuleTest): Promise<void> => {
  await call(ruleTestOperations.removeRuleTest, { params: { id }, urgency: "click" });
  storeTests(ruleId, (known) => known.filter((one) => one.id !== id));
};

/** The tests of a rule become those of a version of it. */
export const restoreRuleTests = async (ruleId: number, versionId: number): Promise<void> => {
  const restored = await call(ruleTestOperations.restoreRuleTests, {
    params: { id: versionId },
    urgency: "click",
  });
  storeTests(ruleId, () => [...restored]);
};
