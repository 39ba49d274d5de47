import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { webhookOperations } from "#contract/webhooks.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { useServed } from "#web/base/served.ts";
import {
  searchedEvents,
  type OrderEvent,
  type OrderEvents,
  orderEvents,
} from "#web/api/webhooks.ts";
import { formatCount } from "#web/base/format.ts";
import { deliveryName, eventName } from "./webhook-words.ts";
import type { ReturnEvent } from "./return-events.ts";
import { useFocusFallback } from "#web/base/focus.ts";

const results: Readonly<Record<string, Pick<ReturnEvent, "what" | "tone">>> = {
  published: { what: "received", tone: "good" },
  internal_failure: { what: "didn't receive", tone: "bad" },
  external_failure: { what: "didn't receive", tone: "bad" },
};

/** An event of an order's webhook for a timeline. */
export const toReturnEvent = ({ webhook, event }: OrderEvent): ReturnEvent => {
  const { what, ...more } = results[event.status ?? ""] ?? { what: "hasn't received" };
  const retries = event.retryCount ?? 0;
  return {
    subject: { kind: "webhooks", id: webhook.id, name: webhook.configurationName },
    what: `${what} ${event.eventType ? `“${eventName(event.eventType)}”` : "an event"}`,
    at: event.publishedAt ?? event.lastTriedAt ?? event.createdAt ?? undefined,
    details: [
      event.eventKey ? deliveryName(event) : "",
      [event.statusCode, event.statusMessage].filter(Boolean).join(" "),
      retries > 0 ? formatCount(retries, "retry", "retries") : "",
    ].filter(Boolean),
    ...more,
  };
};

/** What was searched, since the API can't search events by their order. */
export const describeSearch = ({ events, searched, of }: OrderEvents): string => {
  if (of === 0) return "No webhook belongs to the order's source or channel.";
  const webhooks = searched < of ? `${searched} of ${of} webhooks` : formatCount(of, "webhook");
  return `${formatCount(events.length, "webhook event")} about the order. Searched the newest ${searchedEvents} events of ${webhooks}.`;
};

const noEvents: readonly ReturnEvent[] = [];

/** The webhook events about some orders, searched when the person asks for them. */
export const useOrderEvents = (orders: readonly PurchaseOrder[]) => {
  const [isAsked, setAsked] = useState(false);
  const query = useQuery({ ...orderEvents(orders), enabled: isAsked && orders.length > 0 });
  return {
    events: query.data?.events.map(toReturnEvent) ?? noEvents,
    query,
    ask: isAsked ? undefined : () => setAsked(true),
    isPossible: orders.length > 0,
  };
};

/** Offers the webhook events, then says what was searched. */
export const OrderEventsSearch = ({ of }: { of: ReturnType<typeof useOrderEvents> }) => {
  const { ask, query, isPossible } = of;
  const served = useServed(
    webhookOperations.listWebhookConfigurations,
    webhookOperations.listWebhookEventLogs,
  );
  const box = useFocusFallback(`${!ask} ${query.status}`);
  if (!isPossible) return null;
  return (
    <div ref={box} className="faint small" role="status" tabIndex={-1}>
      {!served && "Messages to other systems can't be listed here."}
      {served && ask && (
        <Button size="xs" variant="default" onClick={ask}>
          Show webhook events
        </Button>
      )}
      {query.isLoading && "Searching webhook events"}
      {query.data && describeSearch(query.data)}
      {served && query.isError && (
        <>
          Couldn't load webhook events.
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
};
