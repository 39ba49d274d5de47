import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { readTime } from "#contract/read-time.ts";
import {
  type WebhookAttempt,
  type WebhookConfiguration,
  type WebhookDelivery,
  type WebhookEventLog,
  webhookOperations,
} from "#contract/webhooks.ts";
import { deliveryAttempts, deliveryOfEvent } from "#web/api/webhooks.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount, formatDateTime, formatQuantity, formatToSecond } from "#web/base/format.ts";
import { describeInvalidId, isRecordId } from "#web/base/record-id.ts";
import { useNow } from "#web/base/use-now.ts";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { CopyButton, CopyCode } from "#web/kit/copy-button.tsx";
import { Drawer } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";
import { deliveryName, deliveryOrderId, eventName } from "#web/records/webhook-words.ts";
import { NextAttempt } from "./delivery-columns.tsx";
import { describeAttempt, whyUnsendable } from "./delivery-model.ts";
import { SendAgainButton } from "./send-again.tsx";
import { DeliveryBadge } from "./webhook-status.tsx";

/** JSON with a line for each field; any other text as it is. */
const inLines = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const isDelivered = ({ statusCode }: WebhookAttempt): boolean =>
  statusCode !== null && statusCode !== undefined && statusCode >= 200 && statusCode < 300;

const describeOutcome = ({ statusCode, requestHeaders }: WebhookAttempt): string => {
  if (statusCode) return String(statusCode);
  return requestHeaders ? "No response" : "Not sent";
};

/** The request and the receiver's response. */
const Exchange = ({ attempt }: { attempt: WebhookAttempt }) => {
  const { requestHeaders, responseBody, responseCut } = attempt;
  return (
    <>
      <h4>Request headers</h4>
      <pre tabIndex={0}>
        {Object.entries(requestHeaders ?? {})
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
      </pre>
      <h4>Response body{responseCut ? ", first 4,000 characters" : ""}</h4>
      {responseBody ? <pre tabIndex={0}>{inLines(responseBody)}</pre> : <p>Empty</p>}
    </>
  );
};

const Attempt = ({ attempt, number }: { attempt: WebhookAttempt; number: number }) => {
  const { triedAt, durationMs, url, result, responseBody } = attempt;
  return (
    <details className="attempt">
      <summary>
        <span className="attempt__when">
          {number}. {formatToSecond(triedAt)}
        </span>
        <StatusBadge
          label={describeOutcome(attempt)}
          tone={isDelivered(attempt) ? "good" : "bad"}
        />
        <span className="faint">{formatQuantity(durationMs)} ms</span>
      </summary>
      <div className="attempt__parts">
        <KeyValues
          items={[
            // The reason of a failure is the response, if there is one.
            ...(responseBody ? [] : [{ label: "Result", value: result, wide: true }]),
            { label: "Address", value: <Code value={url} />, wide: true },
          ]}
        />
        {attempt.requestHeaders && <Exchange attempt={attempt} />}
      </div>
    </details>
  );
};

const Planned = ({ times, active }: { times: readonly string[]; active: boolean }) => {
  const now = useNow();
  const [next, ...later] = times;
  const last = later.at(-1);
  if (next === undefined) return null;
  if (!active) return <p>The next attempt is made when the webhook is enabled.</p>;
  return (
    <p>
      Next attempt: {readTime(next) < now ? "overdue" : formatDateTime(next)}
      {last === undefined
        ? ". It is the last one."
        : `. If it fails, ${formatCount(later.length, "more attempt")} until ${formatDateTime(last)}.`}
    </p>
  );
};

const Payload = ({ text }: { text: string }) => (
  <section className="webhook__message" aria-label="Payload">
    <div className="webhook__head">
      <h3>Payload</h3>
      <CopyButton text={text} what="payload" isSecret />
    </div>
    <pre tabIndex={0}>{inLines(text)}</pre>
  </section>
);

const Details = ({
  delivery,
  active,
  children,
}: Omit<DeliveryAttemptsProps, "id" | "triedAt"> & { delivery: WebhookDelivery }) => {
  const { payload, attempts, plannedAttempts } = delivery;
  return (
    <>
      {attempts.length === 0 && children}
      <section className="webhook__message" aria-label="Attempts">
        <h3>Attempts</h3>
        {attempts.length === 0 && <p>No attempts stored</p>}
        {attempts.map((attempt, index) => (
          // A new one comes first: the opened one stays open.
          <Attempt
            key={attempt.triedAt ?? index}
            attempt={attempt}
            number={attempts.length - index}
          />
        ))}
        <Planned times={plannedAttempts} active={active} />
      </section>
      {payload && <Payload text={payload} />}
    </>
  );
};

interface DeliveryAttemptsProps {
  id: number;
  /** The event's last attempt: after a further one, they are loaded again. */
  triedAt: string | null | undefined;
  /** Whether the webhook is active. */
  active: boolean;
  /** The last result, shown where no attempts are known. */
  children: ReactNode;
}

/** The payload of an event and the receiver's responses, attempt by attempt. */
export const DeliveryAttempts = ({ id, triedAt, active, children }: DeliveryAttemptsProps) => {
  const query = useQuery({
    ...deliveryAttempts(id, triedAt ?? null),
    placeholderData: keepPreviousData,
  });
  const served = useServed(webhookOperations.getWebhookDelivery);
  if (query.data)
    return (
      <Details delivery={query.data.value} active={active}>
        {children}
      </Details>
    );
  if (!served)
    return (
      <>
        {children}
        <p className="faint">The service doesn't offer the payload and the attempts.</p>
      </>
    );
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="attempt__loading">
      <Skeleton />
    </div>
  );
};

/** An event of the address. */
interface UnlistedDelivery {
  /** Undefined while it is unknown. */
  event: WebhookEventLog | undefined;
  /** The state of loading it by its ID: only while the page does not have it. */
  query: UseQueryResult<WebhookEventLog | null>;
}

/** An event from the page on the screen; one that is not there, or has left it, is loaded by its ID. */
const useDelivery = (
  webhookId: number,
  eventId: string,
  listed: WebhookEventLog | undefined,
): UnlistedDelivery => {
  const query = useQuery({
    ...deliveryOfEvent(webhookId, Number(eventId)),
    enabled: listed === undefined && isRecordId(eventId),
  });
  const [seen, setSeen] = useState(listed);
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const last = seen && String(seen.id) === eventId ? seen : undefined;
  return { event: listed ?? query.data ?? last, query };
};

/** What the event is about: a purchase order by its number, which leads to it. */
const Subject = ({ event }: { event: WebhookEventLog }) => {
  const id = deliveryOrderId(event);
  const { data } = useQuery({
    ...purchaseOrderDetail(id ?? 0, "background"),
    enabled: id !== undefined,
  });
  if (id === undefined) return <Text value={deliveryName(event)} />;
  return (
    <Link to="/purchase-orders/$id" params={{ id: String(id) }}>
      <bdi>{data?.value.purchaseOrderNumber || deliveryName(event)}</bdi>
    </Link>
  );
};

const listFields = (event: WebhookEventLog, active: boolean): KeyValue[] => [
  { label: "Status", value: <DeliveryBadge status={event.status} /> },
  { label: "Status code", value: <Text value={event.statusCode} /> },
  { label: "About", value: <Subject event={event} /> },
  {
    label: "Event",
    value: event.eventType ? (
      <>
        {eventName(event.eventType)} <Code value={event.eventType} />
      </>
    ) : (
      "–"
    ),
    wide: true,
  },
  { label: "Created", value: <Moment at={event.createdAt} absolute /> },
  {
    label: "Delivered",
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
  { label: "Event ID", value: <CopyCode value={event.id} what="event ID" /> },
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

interface DeliveryDrawerProps {
  webhookId: number;
  /** As in the address. */
  eventId: string;
  /** The events of the page on the screen. */
  page: readonly WebhookEventLog[];
  /** The webhook's status. */
  status: WebhookConfiguration["status"];
  /** Whether the button that sends the event again has the initial focus. */
  beginsAtSend: boolean;
  /** Shows another event of the page. */
  onTurn: (event: WebhookEventLog) => void;
  onClose: () => void;
  onRetry: (event: WebhookEventLog) => void;
  /** Called after the drawer was removed and has returned the focus. */
  onRemoved: () => void;
}

type NeighborsProps = Pick<DeliveryDrawerProps, "page" | "eventId" | "onTurn">;

/** The ways to the events above and below on the page. */
const Neighbors = ({ page, eventId, onTurn }: NeighborsProps) => {
  const place = page.findIndex(({ id }) => String(id) === eventId);
  if (place < 0) return null;
  const steps = [
    ["Previous event", page[place - 1], IconChevronUp],
    ["Next event", page[place + 1], IconChevronDown],
  ] as const;
  return steps.map(([label, event, Icon]) => (
    <ActionIcon
      key={label}
      aria-label={label}
      title={label}
      aria-disabled={!event}
      data-disabled={!event}
      onClick={() => event && onTurn(event)}
    >
      <Icon aria-hidden="true" />
    </ActionIcon>
  ));
};

/**
 * One delivery beside the log: its data, its attempts and what was sent. It stays open when the event leaves the page on
 * the screen.
 */
export const DeliveryDrawer = (props: DeliveryDrawerProps) => {
  const { webhookId, eventId, page, status, beginsAtSend, onClose, onRetry, onRemoved } = props;
  const listed = page.find(({ id }) => String(id) === eventId);
  const { event, query } = useDelivery(webhookId, eventId, listed);
  const removed = useEffectEvent(onRemoved);
  useEffect(() => () => removed(), []);
  return (
    <Drawer
      title={event ? deliveryName(event) : isRecordId(eventId) ? `Event ${eventId}` : "Event"}
      wide
      nav={<Neighbors {...props} />}
      actions={
        event && (
          <SendAgainButton
            why={whyUnsendable(status, [event])}
            data-autofocus={beginsAtSend || undefined}
            onClick={() => onRetry(event)}
          >
            Send again…
          </SendAgainButton>
        )
      }
      onClose={onClose}
    >
      <div key={eventId} className="stack sheet__body">
        {event ? (
          <Delivery event={event} active={status === "active"} />
        ) : (
          <Unlisted query={query} eventId={eventId} />
        )}
      </div>
    </Drawer>
  );
};
