import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { Button } from "@mantine/core";
import { type WebhookEventLog, webhookOperations } from "#contract/webhooks.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { Code, Moment, Quantity, Text } from "#web/ui/values.tsx";
import { DeliveryAttempts } from "./delivery-attempts.tsx";
import { deliveryName } from "./delivery-columns.tsx";
import { describeAttempt } from "./describe-attempt.ts";
import { NextAttempt } from "./next-attempt.tsx";
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

/** One delivery: the data of the log, its attempts and what was sent. Its event key is the title. */
export const DeliveryDialog = ({
  event,
  active,
  onClose,
  onRetry,
}: {
  event: WebhookEventLog;
  /** Whether its webhook is active. */
  active: boolean;
  onClose: () => void;
  onRetry: () => void;
}) => (
  <Dialog
    title={deliveryName(event)}
    wide
    closesBeside
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>Close</Button>
        <PermittedButton
          permission={webhookOperations.retryWebhookEvents}
          variant="filled"
          onClick={onRetry}
        >
          Send again…
        </PermittedButton>
      </>
    }
  >
    <KeyValues items={listFields(event, active).filter(({ empty }) => !empty)} />
    <DeliveryAttempts id={event.id} active={active}>
      {event.statusMessage && event.status !== "published" && (
        <div className="webhook__message">
          <h3>{event.status === "internal_failure" ? "Reason" : "Receiver's response"}</h3>
          <pre tabIndex={0}>{event.statusMessage}</pre>
        </div>
      )}
    </DeliveryAttempts>
  </Dialog>
);
