import { useRef, useState } from "react";
import {
  type WebhookConfiguration,
  type WebhookEventLog,
  webhookOperations,
} from "#contract/webhooks.ts";
import { queryClient } from "#web/api/query-client.ts";
import { newestDeliveries } from "#web/api/webhooks.ts";
import { isServed } from "#web/base/served.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { type LockableProps, LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { notify } from "#web/kit/notify.ts";
import { isSendable, type SentEvents, whyUnsendable } from "./delivery-model.ts";

/** A button that leads to sending events again, locked where the API would refuse it. */
export const SendAgainButton = ({
  why,
  ...button
}: LockableProps & {
  /** Why they can't be sent, if so. */
  why: string | undefined;
}) =>
  why === undefined ? (
    <PermittedButton {...button} permission={webhookOperations.retryWebhookEvents} />
  ) : (
    <LockedButton {...button} why={why} />
  );

/** What a person is asked to send again. */
interface Asked {
  readonly events: readonly WebhookEventLog[];
  /** Whether there are more than these. */
  readonly cut?: boolean;
  /** Called when the API has taken them, unless the person has closed the question. */
  readonly taken?: () => void;
  /** Called when the person closes the results. */
  readonly done?: () => void;
}

/** A question on the screen, and then its results. */
interface Retry extends Asked {
  readonly run: number;
  /** How many entries were left out, because they are no events. */
  readonly skipped: number;
}

/** The question whether events are sent again, and what was sent since the screen was opened. */
export const useRetries = () => {
  const runs = useRef(0);
  const [retry, setRetry] = useState<Retry>();
  const [sent, setSent] = useState<readonly SentEvents[]>([]);
  const ask = ({ events, ...asked }: Asked) => {
    const sendable = events.filter(isSendable);
    runs.current += 1;
    const skipped = events.length - sendable.length;
    setRetry({ ...asked, run: runs.current, events: sendable, skipped });
  };
  return {
    retry,
    ask,
    close: () => setRetry(undefined),
    /** Keeps what the API has taken, also after the question was closed. */
    keep: (taken: SentEvents) =>
      setSent((before) => [...before.filter(({ run }) => run !== taken.run), taken]),
    /** What was sent, without what is on the screen. */
    closed: sent.filter(({ run }) => run !== retry?.run),
  };
};

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
    } catch {
      if (!isShown()) return;
      notify(
        isServed(webhookOperations.listWebhookEventLogs)
          ? "Couldn't load the failed deliveries. Try again."
          : "The service doesn't offer a delivery log",
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
