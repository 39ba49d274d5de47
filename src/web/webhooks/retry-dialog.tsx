import { useRef, useState } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { ApiError, isUnserved } from "#web/api/api-error.ts";
import { retryWebhookEvents } from "#web/api/webhooks.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { notify } from "#web/ui/notify.ts";

interface RetryDialogProps {
  id: number;
  /** The webhook's status: nothing is delivered unless it is active. */
  status: string | null | undefined;
  events: readonly WebhookEventLog[];
  onClose: () => void;
  onDone: () => void;
}

const What = ({ events, status }: Pick<RetryDialogProps, "events" | "status">) => {
  const delivered = events.filter(({ status }) => status === "published").length;
  const waiting = events.filter(({ status }) => status === "processing").length;
  return (
    <ul>
      {status === "active" ? (
        <li>{counted(events.length, "event")} will be sent to the webhook's address.</li>
      ) : (
        <li>
          This webhook isn't active. {counted(events.length, "event")} may not be delivered until
          you enable it.
        </li>
      )}
      {delivered > 0 && (
        <li>
          {counted(delivered, "event was", "events were")} already delivered. The receiver gets{" "}
          {delivered === 1 ? "it" : "them"} again.
        </li>
      )}
      {waiting > 0 && (
        <li>
          {counted(waiting, "event is", "events are")} being delivered now and may arrive twice.
        </li>
      )}
    </ul>
  );
};

const Failure = ({ error }: { error: unknown }) => {
  if (isUnserved(error)) {
    return (
      <Notice title="The API can't send events again" tone="waiting" alert>
        <p>Nothing was sent.</p>
      </Notice>
    );
  }
  return (
    <ErrorNotice error={error}>
      {error instanceof ApiError && error.outcome === "unknown" && (
        <p>
          The events may be on their way. Check the number of retries before you send them again.
        </p>
      )}
    </ErrorNotice>
  );
};

/** Asks before events are sent again, sends them once, and stays open on an error. */
export const RetryDialog = ({ id, status, events, onClose, onDone }: RetryDialogProps) => {
  const [error, setError] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const send = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setError(undefined);
    try {
      await retryWebhookEvents(
        id,
        events.map((event) => event.id),
      );
      const sent = counted(events.length, "event");
      notify(
        status === "active"
          ? `${sent} will be sent again`
          : `${sent} queued. Enable the webhook to deliver ${events.length === 1 ? "it" : "them"}.`,
      );
      onDone();
    } catch (cause) {
      setError(cause);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return (
    <ConfirmDialog
      title={events.length === 1 ? "Send this event again?" : `Send ${events.length} events again?`}
      onCancel={onClose}
      choices={[{ label: sending ? "Sending…" : "Send again", onChoose: () => void send() }]}
    >
      <What events={events} status={status} />
      {error !== undefined && <Failure error={error} />}
    </ConfirmDialog>
  );
};
