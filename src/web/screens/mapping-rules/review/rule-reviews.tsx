import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RuleReview } from "#contract/rule-reviews.ts";
import { hasReviews, reviewsRules, ruleReviewList } from "#web/api/rule-reviews.ts";
import { useFocusFallback } from "#web/base/focus.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Moment } from "#web/kit/values.tsx";
import { ReviewDetail } from "./review-detail.tsx";
import { describeReviewState } from "./review-state.ts";
import "#web/screens/mapping-rules/editor/rule-builder.css";
import "./rule-reviews.css";

const ReviewList = ({
  reviews,
  chosen,
}: {
  reviews: readonly RuleReview[];
  chosen: RuleReview;
}) => (
  <ol className="versions-panel__list" aria-label="Changes in review">
    {reviews.map((review) => (
      <li key={review.id}>
        <Link
          to="/mapping-rules/reviews"
          search={{ review: String(review.id) }}
          className="versions-panel__version rule-reviews__one"
          activeProps={{ "aria-current": undefined }}
          aria-current={review === chosen ? "true" : undefined}
        >
          <bdi>{review.name || "Unnamed rule"}</bdi>
          <span className="faint small">
            <bdi>{review.isOwn ? "You" : review.proposedBy}</bdi>, <Moment at={review.proposedAt} />
          </span>
          <span>
            <StatusBadge {...describeReviewState(review)} />
          </span>
        </Link>
      </li>
    ))}
  </ol>
);

const None = () => (
  <section className="sheet">
    <Notice
      title={hasReviews() ? "No changes wait for review" : "Reviews need people who sign in"}
      tone="still"
      blank
    >
      <p>
        {!hasReviews()
          ? "Nobody signs in to this console, so there is no second person."
          : reviewsRules
            ? "Each change of a mapping rule waits here until another editor approves it."
            : "To show a change to another editor before it is saved, open a rule and select “Send for review” beside its save button."}
      </p>
    </Notice>
  </section>
);

/** The list, and the selected change with its differences and its test. */
const Loaded = ({ reviews }: { reviews: readonly RuleReview[] }) => {
  const { search } = useListSearch();
  const wanted = search["review"];
  const named = reviews.find(({ id }) => String(id) === wanted);
  const chosen = named ?? reviews[0];
  // Its buttons go with a change that was decided.
  const box = useFocusFallback(String(chosen?.id));
  return (
    <div ref={box} tabIndex={-1} className="stack">
      {wanted !== undefined && !named && (
        <Notice title="That change doesn't wait for review any more">
          <p>It was saved, declined, withdrawn or replaced by a newer one.</p>
        </Notice>
      )}
      {chosen ? (
        <div className="sheet versions-panel rule-reviews">
          <ReviewList reviews={reviews} chosen={chosen} />
          <ReviewDetail key={chosen.id} review={chosen} />
        </div>
      ) : (
        <None />
      )}
    </div>
  );
};

const Content = () => {
  const { data: reviews, error, refetch } = useQuery(ruleReviewList());
  if (!hasReviews()) return <None />;
  if (reviews) return <Loaded reviews={reviews} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <section className="sheet sheet__body" role="status" aria-busy="true" aria-label="Loading">
      <Skeleton width={40} />
    </section>
  );
};

/** Changes of rules that wait for another editor. */
export const RuleReviews = () => (
  <Screen
    title="Changes in review"
    crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
    lead="Another editor approves a change, which saves it."
  >
    <Content />
  </Screen>
);
