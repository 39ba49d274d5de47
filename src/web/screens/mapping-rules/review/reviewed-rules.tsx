import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { RuleReview } from "#contract/rule-reviews.ts";
import { hasReviews, ruleReviewList } from "#web/api/rule-reviews.ts";
import { formatCount } from "#web/base/format.ts";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import "./reviewed-rules.css";

const none: ReadonlyMap<number, RuleReview> = new Map();

const ReviewedRules = createContext(none);

/** Reads once for a list which of its rules have a change in review. */
export const ReviewedRulesProvider = ({ children }: { children: ReactNode }) => {
  const { data } = useQuery(ruleReviewList());
  const reviewed = useMemo(
    () =>
      data
        ? new Map(data.flatMap((review) => (review.ruleId ? [[review.ruleId, review]] : [])))
        : none,
    [data],
  );
  return <ReviewedRules value={reviewed}>{children}</ReviewedRules>;
};

const describeReview = ({ isOwn, state, proposedBy }: RuleReview) => {
  if (state === "declined")
    return { label: "Declined", tone: "bad", title: "Your change was declined" } as const;
  const title = isOwn
    ? "Your change waits for another editor"
    : `A change by ${proposedBy} waits for review`;
  return { label: "In review", tone: "waiting", title } as const;
};

/** A chip beside a rule in the list. */
export const InReview = ({ id }: { id: number }) => {
  const review = useContext(ReviewedRules).get(id);
  return review && <StatusBadge {...describeReview(review)} />;
};

/** How many changes wait. Its place is kept while that is read, so that nothing moves. */
export const ReviewsLink = () => {
  const { data, isPending } = useQuery(ruleReviewList());
  if (!hasReviews()) return null;
  const count = (data ?? []).filter(({ state }) => state !== "declined").length;
  return (
    <Link
      to="/mapping-rules/reviews"
      className="reviews-link"
      data-waiting={count > 0 || undefined}
      data-pending={isPending || undefined}
    >
      {count === 0
        ? "No changes wait for review"
        : `${formatCount(count, "change")} ${count === 1 ? "waits" : "wait"} for review`}
    </Link>
  );
};

/** Whether the person's own change of a rule waits. */
export const useHasProposed = (id: number | undefined): boolean =>
  useQuery(ruleReviewList()).data?.some(
    ({ ruleId, isOwn, state }) => isOwn && ruleId === id && state !== "declined",
  ) ?? false;

/** A chip beside the title of an open rule, which leads to its change in review. */
export const RuleReviewChip = ({ id }: { id: number }) => {
  const { data } = useQuery(ruleReviewList());
  const review = data?.findLast(({ ruleId }) => ruleId === id);
  return (
    review && (
      <Link
        to="/mapping-rules/reviews"
        search={{ review: String(review.id) }}
        className="reviews-link"
      >
        <StatusBadge {...describeReview(review)} />
      </Link>
    )
  );
};
