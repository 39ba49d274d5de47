import type { WebhookEventLog } from "#contract/webhooks.ts";

/** Whether a delivery is tried again: at its time, later than planned, or never. */
export const attemptOf = (
  { status, nextTryAt }: Pick<WebhookEventLog, "status" | "nextTryAt">,
  now: number,
): "none" | "planned" | "overdue" => {
  if (!nextTryAt || status === "published") return "none";
  // A time that cannot be read is shown as it came.
  return Date.parse(nextTryAt) < now ? "overdue" : "planned";
};
