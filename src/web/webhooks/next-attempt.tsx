import { useState } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { Moment } from "#web/ui/values.tsx";
import { describeAttempt } from "./describe-attempt.ts";

/** The time of a delivery's next retry. */
export const NextAttempt = ({
  event,
  absolute = false,
}: {
  event: WebhookEventLog;
  absolute?: boolean;
}) => {
  const [now] = useState(() => Date.now());
  const kind = describeAttempt(event, now);
  if (kind === "none") return <>–</>;
  return kind === "overdue" ? <>Overdue</> : <Moment at={event.nextTryAt} absolute={absolute} />;
};
