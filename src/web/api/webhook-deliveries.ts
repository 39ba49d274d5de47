import { queryOptions } from "@tanstack/react-query";
import { webhookOperations } from "#contract/webhooks.ts";
import { fetchAnswer } from "./call.ts";
import { invalidate, queryClient } from "./query-client.ts";
import { logKey, newestKey } from "./webhooks.ts";
import { fetchWholeList } from "./whole-list.ts";

const dayCountsKey = ["webhooks", "day-counts"] as const;

/**
 * The events of the last 14 days by webhook and day, if the upstream counts them. Days begin `zoneShift` ms before those of
 * UTC.
 */
export const webhookDayCounts = (zoneShift: number) =>
  queryOptions({
    queryKey: [...dayCountsKey, zoneShift] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(webhookOperations.countWebhookDeliveries, {
        query: { utcOffset: Math.round(zoneShift / 60_000) },
        signal,
        urgency: "background",
      }),
  });

/** A configuration's newest deliveries, up to 200. */
export const newestDeliveries = (id: number, status?: "internal_failure" | "external_failure") =>
  queryOptions({
    queryKey: [...logKey(id), "newest", status] as const,
    queryFn: ({ signal }) =>
      fetchWholeList(({ pageNumber, pageSize }) =>
        fetchAnswer(webhookOperations.listWebhookEventLogs, {
          params: { id },
          query: { page: pageNumber, pageSize, ...(status && { webhookDeliveryStatus: status }) },
          signal,
          urgency: status ? "click" : "background",
        }),
      ),
  });

/** The payload of an event, and the result of each attempt up to the one at `triedAt`, the last one known. */
export const deliveryAttempts = (eventId: number, triedAt: string | null) =>
  queryOptions({
    queryKey: ["webhooks", "attempts", eventId, triedAt] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(webhookOperations.getWebhookDelivery, {
        params: { id: eventId },
        signal,
        urgency: "screen",
      }),
  });

/** Events in one request. */
export const mostEvents = 50;

const readEvents = async (id: number, eventIds: readonly number[], signal: AbortSignal) => {
  const answer = await fetchAnswer(webhookOperations.listWebhookEventLogs, {
    params: { id },
    query: { ids: eventIds.join(","), pageSize: mostEvents },
    signal,
    fresh: true,
    urgency: "screen",
  });
  return new Map(answer.value.map((event) => [event.id, event]));
};

/**
 * The present entries of some events. An upstream that ignores the ids returns its newest page. Sent again once more, in
 * another run, the same events have other results.
 */
export const deliveriesOfEvents = (id: number, eventIds: readonly number[], run: number) =>
  queryOptions({
    queryKey: ["webhooks", "sent-again", id, run, eventIds] as const,
    queryFn: ({ signal }) => readEvents(id, eventIds, signal),
    gcTime: 0,
  });

/** The present entry of one event; null if the log has none. */
export const deliveryOfEvent = (id: number, eventId: number) =>
  queryOptions({
    queryKey: [...logKey(id), "event", eventId] as const,
    queryFn: async ({ signal }) => (await readEvents(id, [eventId], signal)).get(eventId) ?? null,
    staleTime: 0,
  });

/** Loads a configuration's log and its counts again. */
export const refreshDeliveries = (id: number): void => {
  // One in progress may bring the state before, and would count as the newest.
  void queryClient.cancelQueries({ queryKey: newestKey(id) });
  void invalidate({ queryKey: logKey(id) });
  void invalidate({ queryKey: dayCountsKey });
  void invalidate({ queryKey: ["webhooks", "attempts"] });
};

/** Retries up to 50 deliveries on a person's request. */
export const retryWebhookEvents = async (eventIds: readonly number[]): Promise<void> => {
  await fetchAnswer(webhookOperations.retryWebhookEvents, {
    body: { eventIds: [...eventIds], isAutomatedRetry: false },
    urgency: "click",
  });
};

/** Long enough for a receiver that is well to have answered. */
const testEventMs = 1_500;

/** Sends a test event, then reads the log that is on the screen twice: when it is written, and when it has arrived. */
export const sendWebhookTestEvent = async (id: number): Promise<void> => {
  await fetchAnswer(webhookOperations.sendWebhookTestEvent, { params: { id }, urgency: "click" });
  refreshDeliveries(id);
  setTimeout(() => refreshDeliveries(id), testEventMs);
};
