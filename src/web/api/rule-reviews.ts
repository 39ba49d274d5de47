import { queryOptions } from "@tanstack/react-query";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { type RuleReview, ruleReviewOperations } from "#contract/rule-reviews.ts";
import { pageState } from "#web/base/page-state.ts";
import { session } from "#web/base/session.ts";
import { call, fetchAnswer, type Sending } from "./call.ts";
import { cacheMappingRule, forgetRuleVersions, mappingRuleDetail } from "./mapping-rules.ts";
import { invalidate, queryClient } from "./query-client.ts";
import { reportRules } from "./rule-events.ts";

/** Whether a rule can be sent for review: there are other people. */
export const hasReviews = (): boolean => session.get().signIn !== "none";

/** Whether each change of a rule is sent for review. */
export const { reviewsRules } = pageState;

const pollMs = 30_000;

/** The changes that wait for review, of the gateway; colleagues propose and decide some meanwhile. */
export const ruleReviewList = () =>
  queryOptions({
    queryKey: ["rule-reviews", "list"] as const,
    queryFn: ({ signal }) =>
      call(ruleReviewOperations.listRuleReviews, { signal, urgency: "background" }),
    staleTime: 0,
    refetchInterval: pollMs,
    enabled: hasReviews(),
  });

/** A proposed change with both versions of the rule. It never changes: a new proposal has another ID. */
export const ruleReviewDetail = (id: number) =>
  queryOptions({
    queryKey: ["rule-reviews", "detail", id] as const,
    queryFn: ({ signal }) =>
      call(ruleReviewOperations.getRuleReview, { params: { id }, signal, urgency: "click" }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const reload = () => void invalidate({ queryKey: ruleReviewList().queryKey });

/** Takes a change that was decided out of the list, before that is read again. */
const forget = (id: number) => {
  queryClient.setQueryData(ruleReviewList().queryKey, (known) =>
    known?.filter((review) => review.id !== id),
  );
  reload();
};

/** Sends a rule for review, in place of the person's earlier change of the same rule. */
export const proposeRule = async (
  body: { readonly rule: UpdateOrCreateMappingRule; readonly note: string },
  headers: Sending,
): Promise<RuleReview> => {
  const review = await call(ruleReviewOperations.proposeRule, { body, headers, urgency: "click" });
  reload();
  return review;
};

export const withdrawRuleReview = async (id: number): Promise<void> => {
  await call(ruleReviewOperations.withdrawRuleReview, { params: { id }, urgency: "click" });
  forget(id);
};

export const declineRuleReview = async (id: number, note: string): Promise<void> => {
  const input = { params: { id }, body: { note }, urgency: "click" } as const;
  await call(ruleReviewOperations.declineRuleReview, input);
  forget(id);
};

/** Saves another person's change. If that fails, the list and the rule are read again. */
export const approveRuleReview = async ({ id, ruleId }: RuleReview): Promise<MappingRule> => {
  try {
    const input = { params: { id }, urgency: "click" } as const;
    const answer = await fetchAnswer(ruleReviewOperations.approveRuleReview, input);
    reportRules([answer.value], "saved");
    cacheMappingRule(answer);
    forgetRuleVersions(answer.value.id);
    forget(id);
    return answer.value;
  } catch (error) {
    reload();
    void invalidate({ queryKey: mappingRuleDetail(String(ruleId)).queryKey });
    throw error;
  }
};
