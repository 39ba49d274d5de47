import { useState } from "react";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { queryClient } from "#web/api/query-client.ts";
import { newestDeliveries } from "#web/api/webhook-deliveries.ts";
import { notify } from "#web/kit/notify.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { SendAgainButton } from "./send-again-button.tsx";
import { isSendable, whyUnsendable } from "./sent-events.ts";

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
    failed.events.push(...value.filter(isSendable));
    failed.cut ||= cut;
  }
  return failed;
};

/** Loads all failed deliveries of the tab, to send them again. Not shown for a tab without failures. */
export const RetryFailed = ({
  id,
  status,
  tab,
  onLoaded,
}: {
  id: number;
  /** The webhook's status. */
  status: WebhookConfiguration["status"];
  tab: string | undefined;
  onLoaded: (failed: FailedDeliveries) => void;
}) => {
  const isShown = useIsShown();
  const [loading, setLoading] = useState(false);
  if (tab && !failures.some((status) => status === tab)) return null;
  const load = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const failed = await loadFailed(id, tab);
      // The person has gone to another tab or screen.
      if (!isShown()) return;
      if (failed.events.length === 0) notify("No failed deliveries");
      else onLoaded(failed);
    } catch (error) {
      if (!isShown()) return;
      notify(
        isUnserved(error)
          ? "The API doesn't offer a delivery log"
          : "Couldn't load the failed deliveries. Try again.",
      );
    }
    setLoading(false);
  };
  return (
    <SendAgainButton why={whyUnsendable(status)} size="xs" onClick={() => void load()}>
      {loading ? "Loading…" : "Send failed events again…"}
    </SendAgainButton>
  );
};
