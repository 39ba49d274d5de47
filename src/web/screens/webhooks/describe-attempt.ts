import type { WebhookEventLog } from "#contract/webhooks.ts";
import { readTime } from "#contract/read-time.ts";

/** Whether a delivery is retried: at its time, later than planned, or never. */
export const describeAttempt = (
  { status, nextTryAt }: Pick<WebhookEventLog, "status" | "nextTryAt">,
  now: number,
): "none" | "planned" | "overdue" => {
  if (!nextTryAt || status === "published") return "none";
  // An unreadable time is shown as it came.
  return readTime(nextTryAt) < now ? "overdue" : "planned";
};
