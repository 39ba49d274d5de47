import { useState } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { mayHaveHappened } from "#web/base/api-error.ts";
import { mostEvents, refreshDeliveries, retryWebhookEvents } from "#web/api/webhook-deliveries.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useSending } from "#web/kit/use-sending.ts";

/** The result after the dialog was closed: the events that were sent again, of all. */
const describeSent = (sent: number, total: number): string =>
  sent === total
    ? `${formatCount(total, "event")} sent again`
    : `${formatQuantity(sent)} of ${formatCount(total, "event")} sent again, ${formatQuantity(total - sent)} canceled`;

const describeFailure = (error: unknown, sent: number, total: number): string =>
  mayHaveHappened(error)
    ? "Events may have been sent again. Check the number of their retries in the delivery log."
    : `${formatQuantity(sent)} of ${formatCount(total, "event")} sent again. ${error instanceof Error ? error.message : String(error)}`;

/**
 * Sends events in batches of what the API takes, remembers which ones it took, and reports them to `onTaken`, with
 * whether the dialog is still shown. When it is closed, no further batch is sent, and a notification reports the result
 * of those that were.
 */
export const useRetry = (
  id: number,
  events: readonly WebhookEventLog[],
  onTaken: (taken: readonly WebhookEventLog[], isShown: boolean) => void,
) => {
  const isShown = useIsShown();
  const [taken, setTaken] = useState<readonly WebhookEventLog[]>([]);
  const { error, sending, send } = useSending(async () => {
    let sent = taken.length;
    try {
      while (sent < events.length && isShown()) {
        const batch = events.slice(sent, sent + mostEvents);
        await retryWebhookEvents(batch.map((event) => event.id));
        sent += batch.length;
        setTaken(events.slice(0, sent));
        onTaken(events.slice(0, sent), isShown());
      }
    } catch (failure) {
      if (!isShown()) notify(describeFailure(failure, sent, events.length));
      throw failure;
    } finally {
      refreshDeliveries(id);
    }
    if (!isShown()) notify(describeSent(sent, events.length));
  });
  return { error, sending, taken, send };
};
