import { Button } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import { describeInvalidId, isRecordId } from "#web/base/record-id.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";
import { DeliveryAttempts } from "./delivery-attempts.tsx";
import { deliveryName } from "./delivery-columns.tsx";
import { describeAttempt } from "./describe-attempt.ts";
import { NextAttempt } from "./next-attempt.tsx";
import { SendAgainButton } from "./send-again-button.tsx";
import { whyUnsendable } from "./sent-events.ts";
import { type UnlistedDelivery, useDelivery } from "./use-delivery.ts";
import { DeliveryBadge, eventMeaning } from "./webhook-status.tsx";

const listFields = (event: WebhookEventLog, active: boolean): KeyValue[] => [
  { label: "Status", value: <DeliveryBadge status={event.status} /> },
  { label: "Status code", value: <Text value={event.statusCode} /> },
  {
    label: "Type",
    value: (
      <>
        <Code value={event.eventType} />{" "}
        {event.eventType && <span className="faint">{eventMeaning(event.eventType)}</span>}
      </>
    ),
    wide: true,
  },
  { label: "Created", value: <Moment at={event.createdAt} absolute /> },
  {
    label: "Published",
    value: <Moment at={event.publishedAt} absolute />,
    empty: !event.publishedAt,
  },
  { label: "Last attempt", value: <Moment at={event.lastTriedAt} absolute /> },
  {
    label: "Next attempt",
    value: <NextAttempt event={event} active={active} absolute />,
    empty: describeAttempt(event, Date.now()) === "none",
  },
  { label: "Automatic retries", value: <Quantity amount={event.retryCount} /> },
  { label: "Manual retries", value: <Quantity amount={event.manualRetryCount} /> },
  { label: "Event ID", value: <Code value={event.id} /> },
];

const Delivery = ({ event, active }: { event: WebhookEventLog; active: boolean }) => (
  <>
    <KeyValues items={listFields(event, active).filter(({ empty }) => !empty)} />
    <DeliveryAttempts id={event.id} triedAt={event.lastTriedAt} active={active}>
      {event.statusMessage && event.status !== "published" && (
        <div className="webhook__message">
          <h3>{event.status === "internal_failure" ? "Reason" : "Receiver's response"}</h3>
          <pre tabIndex={0}>{event.statusMessage}</pre>
        </div>
      )}
    </DeliveryAttempts>
  </>
);

const NoDelivery = ({ eventId }: { eventId: string }) => (
  <Notice title="Event not found" tone="still" alert>
    <p>
      {isRecordId(eventId)
        ? `This webhook's log has no event ${eventId}. It may have been deleted.`
        : describeInvalidId(eventId)}
    </p>
  </Notice>
);

/** An event that is not on the page: loading, failed or missing. */
const Unlisted = ({ query, eventId }: Pick<UnlistedDelivery, "query"> & { eventId: string }) => {
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isLoading)
    return (
      <div className="attempt__loading">
        <Skeleton />
      </div>
    );
  return <NoDelivery eventId={eventId} />;
};

interface DeliveryDialogProps {
  webhookId: number;
  /** As in the address. */
  eventId: string;
  /** The event, if the page on the screen has it. */
  listed: WebhookEventLog | undefined;
  /** The webhook's status. */
  status: WebhookConfiguration["status"];
  onClose: () => void;
  onRetry: (event: WebhookEventLog) => void;
  /** Called after the dialog was removed and has returned the focus. */
  onRemoved: () => void;
}

/**
 * One delivery: the data of the log, its attempts and what was sent. Its event key is the title. It stays open when the
 * event leaves the page on the screen.
 */
export const DeliveryDialog = ({
  webhookId,
  eventId,
  listed,
  status,
  onClose,
  onRetry,
  onRemoved,
}: DeliveryDialogProps) => {
  const { event, query } = useDelivery(webhookId, eventId, listed);
  const removed = useEffectEvent(onRemoved);
  useEffect(() => () => removed(), []);
  return (
    <Dialog
      title={event ? deliveryName(event) : isRecordId(eventId) ? `Event ${eventId}` : "Event"}
      wide
      closesBeside
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {event && (
            <SendAgainButton
              why={whyUnsendable(status, [event])}
              variant="filled"
              onClick={() => onRetry(event)}
            >
              Send again…
            </SendAgainButton>
          )}
        </>
      }
    >
      {event ? (
        <Delivery event={event} active={status === "active"} />
      ) : (
        <Unlisted query={query} eventId={eventId} />
      )}
    </Dialog>
  );
};
