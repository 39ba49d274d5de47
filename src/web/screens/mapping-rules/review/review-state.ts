import type { RuleReview } from "#contract/rule-reviews.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** The state of a change in review, for the person who looks at it. */
export const describeReviewState = ({
  isOwn,
  state,
}: Pick<RuleReview, "isOwn" | "state">): { label: string; tone: Tone } => {
  if (state === "declined") return { label: "Declined", tone: "bad" };
  if (state === "saving") return { label: "Being saved", tone: "calm" };
  if (state === "unknown") return { label: "Status unknown", tone: "bad" };
  return isOwn
    ? { label: "Waits for another editor", tone: "calm" }
    : { label: "Waits for review", tone: "waiting" };
};
