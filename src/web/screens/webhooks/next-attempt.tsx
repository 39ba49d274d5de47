import type { WebhookEventLog } from "#contract/webhooks.ts";
import { useNow } from "#web/base/use-now.ts";
import { Moment } from "#web/kit/values.tsx";
import { describeAttempt } from "./describe-attempt.ts";

/** The time of a delivery's next retry; nothing is sent while its webhook isn't active. */
export const NextAttempt = ({
  event,
  active,
  absolute = false,
}: {
  event: WebhookEventLog;
  active: boolean;
  absolute?: boolean;
}) => {
  const now = useNow();
  const kind = describeAttempt(event, now);
  if (kind === "none") return <>–</>;
  if (!active) return <>When enabled</>;
  return kind === "overdue" ? <>Overdue</> : <Moment at={event.nextTryAt} absolute={absolute} />;
};
