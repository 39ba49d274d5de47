import { useState } from "react";
import {
  type WebhookEventLog,
  webhookDisabledEvent,
  webhookOperations,
} from "#contract/webhooks.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { queryClient } from "#web/api/query-client.ts";
import { newestDeliveries } from "#web/api/webhook-deliveries.ts";
import { notify } from "#web/ui/notify.ts";
import { PermittedButton } from "#web/ui/permitted-button.tsx";

const failures = ["external_failure", "internal_failure"] as const;

/** Failed deliveries of a webhook. */
export interface FailedDeliveries {
  events: WebhookEventLog[];
  /** Whether there are more: these are the newest ones. */
  cut: boolean;
}

const loadFailed = async (id: number, tab: string | undefined): Promise<FailedDeliveries> => {
  const failed: FailedDeliveries = { events: [], cut: false };
  for (const status of failures) {
    if (tab && tab !== status) continue;
    const query = newestDeliveries(id, status);
    const { value, cut } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    failed.events.push(...value.filter(({ eventType }) => eventType !== webhookDisabledEvent));
    failed.cut ||= cut;
  }
  return failed;
};

/** Loads all failed deliveries of the tab, to send them again. Not shown for a tab without failures. */
export const RetryFailed = ({
  id,
  tab,
  onLoaded,
}: {
  id: number;
  tab: string | undefined;
  onLoaded: (failed: FailedDeliveries) => void;
}) => {
  const [loading, setLoading] = useState(false);
  if (tab && !failures.some((status) => status === tab)) return null;
  const load = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const failed = await loadFailed(id, tab);
      if (failed.events.length === 0) notify("No failed deliveries");
      else onLoaded(failed);
    } catch (error) {
      notify(
        isUnserved(error)
          ? "The API doesn't offer a delivery log"
          : "Couldn't load the failed deliveries. Try again.",
      );
    }
    setLoading(false);
  };
  return (
    <PermittedButton
      permission={webhookOperations.retryWebhookEvents}
      size="xs"
      onClick={() => void load()}
    >
      {loading ? "Loading…" : "Send failed events again…"}
    </PermittedButton>
  );
};
