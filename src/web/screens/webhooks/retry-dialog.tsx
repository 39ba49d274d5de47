import { Button } from "@mantine/core";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { mostEvents } from "#web/api/webhook-deliveries.ts";
import { ConfirmDialog, Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { RetryResults } from "./retry-results.tsx";
import type { SentEvents } from "./sent-events.ts";
import { useRetry } from "./use-retry.ts";

interface RetryDialogProps {
  id: number;
  /** The webhook's status: nothing is delivered unless it is active. */
  status: string | null | undefined;
  /** Tells the results from those of an earlier time. */
  run: number;
  events: readonly WebhookEventLog[];
  /** Whether there are more than these. */
  cut?: boolean;
  /** How many selected entries are no events. */
  skipped?: number;
  /** Receives the events that the API has taken so far, also after the dialog was closed. */
  onTaken: (sent: SentEvents, isShown: boolean) => void;
  onClose: () => void;
  onDone: () => void;
}

const What = ({ events, status }: Pick<RetryDialogProps, "events" | "status">) => {
  const delivered = events.filter(({ status }) => status === "published").length;
  const waiting = events.filter(({ status }) => status === "processing").length;
  return (
    <ul>
      {status === "active" ? (
        <li>{formatCount(events.length, "event")} will be sent to the webhook's address.</li>
      ) : (
        <li>
          This webhook isn't active. {formatCount(events.length, "event")} may not be delivered
          until you enable it.
        </li>
      )}
      {delivered > 0 && (
        <li>
          {formatCount(delivered, "event was", "events were")} already delivered. The receiver gets{" "}
          {delivered === 1 ? "it" : "them"} again.
        </li>
      )}
      {waiting > 0 && (
        <li>
          {formatCount(waiting, "event is", "events are")} being delivered now and may arrive twice.
        </li>
      )}
    </ul>
  );
};

const Failure = ({ error }: { error: unknown }) => {
  if (isUnserved(error)) {
    return (
      <Notice title="The API can't send events again" tone="waiting" alert>
        <p>These events weren't sent.</p>
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

/**
 * Asks before events are sent again, sends them once, and then shows the result of each. Closing it stops before the next
 * batch.
 */
export const RetryDialog = ({
  id,
  status,
  run,
  events,
  cut,
  skipped = 0,
  onTaken,
  onClose,
  onDone,
}: RetryDialogProps) => {
  const { error, sending, taken, send } = useRetry(id, events, (some, isShown) =>
    onTaken({ run, events: some }, isShown),
  );
  const left = events.length - taken.length;
  // The request that is under way can't be stopped.
  const closeLabel = sending && left > mostEvents ? "Cancel remaining" : "Close";
  if (taken.length > 0)
    return (
      <Dialog
        title={`Sent ${formatCount(taken.length, "event")} again`}
        wide
        onClose={onDone}
        foot={
          <>
            <Button variant={left > 0 ? "default" : "filled"} onClick={onDone}>
              {closeLabel}
            </Button>
            {left > 0 && (
              <Button variant="filled" onClick={() => void send()}>
                {sending ? "Sending…" : `Send ${formatCount(left, "remaining event")}`}
              </Button>
            )}
          </>
        }
      >
        {status !== "active" && (
          <p>This webhook isn't active. Events may wait until you enable it.</p>
        )}
        {error !== undefined && <Failure error={error} />}
        <RetryResults id={id} sent={{ run, events: taken }} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={events.length === 1 ? "Send this event again?" : `Send ${events.length} events again?`}
      cancelLabel={sending ? closeLabel : "Cancel"}
      onCancel={onClose}
      choices={[{ label: sending ? "Sending…" : "Send again", onChoose: () => void send() }]}
    >
      <What events={events} status={status} />
      {cut && <p>More events failed. These are the newest.</p>}
      {skipped > 0 && (
        <p>
          {formatCount(skipped, "selected entry reports", "selected entries report")} that the
          webhook was disabled, and can't be sent.
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
    </ConfirmDialog>
  );
};
