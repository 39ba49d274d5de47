import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import {
  deliveriesOfEvents,
  mostEvents,
  refreshDeliveries,
  retryWebhookEvents,
} from "#web/api/webhooks.ts";
import { ApiError, isUnserved, mayHaveHappened } from "#web/base/api-error.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { ConfirmDialog, Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { Text } from "#web/kit/values.tsx";
import { deliveryName } from "#web/records/webhook-words.ts";
import { isWaiting, pauseAfter, type SentEvents, toResult } from "./delivery-model.ts";
import { DeliveryBadge } from "./webhook-status.tsx";

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
const useRetry = (
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

const columns: readonly PlainColumn<WebhookEventLog>[] = [
  { header: "Event", cell: (event) => <bdi>{deliveryName(event)}</bdi> },
  { header: "Result", cell: ({ status }) => <DeliveryBadge status={status} /> },
  { header: "Message", wide: true, cell: ({ statusMessage }) => <Text value={statusMessage} /> },
];

/** The result of each event that was sent again. */
const RetryResults = ({ id, sent }: { id: number; sent: SentEvents }) => {
  const { results: rows, failed } = useResults(id, sent);
  const delivered = rows.filter(({ status }) => status === "published").length;
  const waiting = rows.filter(isWaiting).length;
  return (
    <>
      <p role="status">
        {formatQuantity(delivered)} delivered, {formatQuantity(rows.length - delivered - waiting)}{" "}
        failed, {formatQuantity(waiting)} waiting
      </p>
      {failed && waiting > 0 && <p>Results couldn't be loaded. Check the delivery log for them.</p>}
      <PlainTable label="Results" columns={columns} rows={rows} none="No events" />
    </>
  );
};

/** The part of a query's state that decides whether it is read again. */
interface Reads {
  state: {
    data?: Map<number, WebhookEventLog> | undefined;
    dataUpdateCount: number;
    errorUpdateCount: number;
  };
}

const findPause = (events: readonly WebhookEventLog[], { state }: Reads): number | false => {
  const waits = events.some((event) => isWaiting(toResult(event, state.data?.get(event.id))));
  return waits && pauseAfter(state.dataUpdateCount + state.errorUpdateCount);
};

const splitIntoChunks = (events: readonly WebhookEventLog[]): WebhookEventLog[][] =>
  Array.from({ length: Math.ceil(events.length / mostEvents) }, (_, index) =>
    events.slice(index * mostEvents, (index + 1) * mostEvents),
  );

/**
 * The result of each event that was sent again: read a few times, with growing pauses, until none is being delivered,
 * and not while the page is hidden. Each time that further results are there, the delivery log is loaded again.
 */
const useResults = (id: number, { run, events }: SentEvents) => {
  const { found, failed } = useQueries({
    queries: splitIntoChunks(events).map((chunk) => ({
      ...deliveriesOfEvents(
        id,
        chunk.map((event) => event.id),
        run,
      ),
      refetchInterval: (query: Reads) => findPause(chunk, query),
    })),
    combine: (answers) => ({
      found: new Map(answers.flatMap(({ data }) => [...(data ?? [])])),
      failed: answers.some(({ isError }) => isError),
    }),
  });
  const results = events.map((event) => toResult(event, found.get(event.id)));
  const ended = results.filter((event) => !isWaiting(event)).length;
  // The dialog may have loaded the log with these already.
  const known = useRef(ended);
  useEffect(() => {
    if (ended > known.current) refreshDeliveries(id);
    known.current = ended;
  }, [id, ended]);
  return { results, failed };
};

/** Goes on reading the results after their dialog was closed. */
export const FollowResults = ({ id, sent }: { id: number; sent: SentEvents }) => {
  useResults(id, sent);
  return null;
};

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
      <Notice title="The service can't send events again" tone="waiting" alert>
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
