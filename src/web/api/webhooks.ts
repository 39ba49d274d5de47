import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  type NewWebhookConfiguration,
  type WebhookConfiguration,
  type WebhookConfigurationCreate,
  type WebhookConfigurationUpdate,
  type WebhookEventLog,
  webhookOperations,
  type WebhookSecret,
} from "#contract/webhooks.ts";
import { isServed } from "#web/base/served.ts";
import { type Answer, fetchAnswer, type Sending, type Urgency } from "./call.ts";
import { invalidate, queryClient, storeAnswer } from "./query-client.ts";
import { readOrSayUnserved } from "./record-reader.ts";
import { fetchWholeList } from "./whole-list.ts";

type Configuration = Answer<WebhookConfiguration>;

const list = ["webhooks", "list"] as const;

/** All webhook configurations; the API has no pages here. */
export const webhookList = () =>
  queryOptions({
    queryKey: list,
    queryFn: ({ signal }) =>
      fetchAnswer(webhookOperations.listWebhookConfigurations, { signal, urgency: "click" }),
  });

/** Whether a configuration can be read before it is changed. An empty update cannot replace the read here. */
export const canReadWebhooks = (): boolean => isServed(webhookOperations.getWebhookConfiguration);

const detailKey = (id: number) => ["webhooks", "detail", id] as const;

/**
 * Loads the current configuration. If the upstream cannot read one, returns the answer of the last save here, or fails
 * with status 501.
 */
export const readWebhook = async (id: number, signal?: AbortSignal): Promise<Configuration> => {
  const cached = queryClient.getQueryData<Configuration>(detailKey(id));
  if (cached && !canReadWebhooks()) return cached;
  const { getWebhookConfiguration: operation, listWebhookConfigurations } = webhookOperations;
  return readOrSayUnserved(operation, listWebhookConfigurations, () =>
    fetchAnswer(operation, { params: { id }, urgency: "click", signal }),
  );
};

export const webhookDetail = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => readWebhook(id, signal),
    // If the upstream has no read operation, the answer of a save is the only copy.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Replaces the cached configuration with an answer, and marks the list as stale without reloading it. */
export const cacheWebhook = (id: number, answer: Configuration): void => {
  storeAnswer(detailKey(id), answer);
  void invalidate({ queryKey: list, refetchType: "none" });
};

/**
 * Saves a version of a configuration. The API replaces the address and the events, so both are always included (api 4.8). Never
 * retried automatically.
 */
export const sendWebhook = (
  id: number,
  body: WebhookConfigurationUpdate,
  headers: Sending,
): Promise<Configuration> =>
  fetchAnswer(webhookOperations.updateWebhookConfiguration, {
    params: { id },
    body,
    headers,
    urgency: "click",
  });

/** Creates a configuration, if the upstream serves that. Only this answer has its secret. */
export const createWebhook = (
  created: WebhookConfigurationCreate,
  headers: Sending,
): Promise<Answer<NewWebhookConfiguration>> =>
  fetchAnswer(webhookOperations.createWebhookConfiguration, {
    body: created,
    headers,
    urgency: "click",
  });

/** Loads all configurations, past the query cache: a read in progress may be older than what is looked for. */
export const listWebhooks = (): Promise<Answer<WebhookConfiguration[]>> =>
  fetchAnswer(webhookOperations.listWebhookConfigurations, { urgency: "click" });

export const listCachedWebhooks = (): readonly WebhookConfiguration[] =>
  queryClient.getQueryData(webhookList().queryKey)?.value ?? [];

export interface DeliveryFilter {
  webhookDeliveryStatus?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

/** The key of everything that was read of a configuration's deliveries. */
const logKey = (id: number) => ["webhooks", "events", id] as const;

const readEvents = (id: number, filter: DeliveryFilter, urgency: Urgency, signal: AbortSignal) =>
  fetchAnswer(webhookOperations.listWebhookEventLogs, {
    params: { id },
    query: filter as object,
    signal,
    urgency,
  });

/** One page of a configuration's deliveries, newest first. The configuration itself has priority. */
export const webhookEvents = (id: number, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: [...logKey(id), filter] as const,
    queryFn: ({ signal }) => readEvents(id, filter, "screen", signal),
  });

/** The key of the pages of a configuration's deliveries that follow the shown ones. */
const newestKey = (id: number) => ["webhooks", "newest-events", id] as const;

/** While the log is visible, one request in the background each time. */
const followMs = 20_000;

/** The same page as it is now; begins with the shown one. */
export const newestEvents = (
  id: number,
  filter: DeliveryFilter,
  { shown, shownAt }: { shown: Answer<WebhookEventLog[]>; shownAt: number },
) =>
  queryOptions({
    queryKey: [...newestKey(id), filter] as const,
    queryFn: ({ signal }) => readEvents(id, filter, "background", signal),
    initialData: shown,
    initialDataUpdatedAt: shownAt,
    staleTime: followMs,
    refetchInterval: followMs,
    gcTime: 0,
  });

/** Replaces a configuration's secret. Only this answer has the new one. */
export const rotateWebhookSecret = (id: number): Promise<Answer<WebhookSecret>> =>
  fetchAnswer(webhookOperations.rotateWebhookSecret, { params: { id }, urgency: "click" });

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

export const mostEvents = 50;

const readEntries = async (id: number, eventIds: readonly number[], signal: AbortSignal) => {
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
    queryFn: ({ signal }) => readEntries(id, eventIds, signal),
    gcTime: 0,
  });

/** The present entry of one event; null if the log has none. */
export const deliveryOfEvent = (id: number, eventId: number) =>
  queryOptions({
    queryKey: [...logKey(id), "event", eventId] as const,
    queryFn: async ({ signal }) => (await readEntries(id, [eventId], signal)).get(eventId) ?? null,
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

/** An event about an order, and the webhook that it is delivered to. */
export interface OrderEvent {
  readonly webhook: WebhookConfiguration;
  readonly event: WebhookEventLog;
}

/** The events about some orders, as far as they were searched. */
export interface OrderEvents {
  readonly events: readonly OrderEvent[];
  /** The number of webhooks whose newest events were searched, and of all that belong to the orders. */
  readonly searched: number;
  readonly of: number;
}

type Order = Pick<PurchaseOrder, "id" | "orderId" | "sourceId" | "channelId">;

/** Each webhook costs one request. */
const mostWebhooks = 4;
export const searchedEvents = pageSize.maximum;

const belongsTo = ({ sourceId, channelId, status }: WebhookConfiguration, order: Order): boolean =>
  status !== "deleted" &&
  ((Boolean(sourceId) && sourceId === order.sourceId) ||
    (Boolean(channelId) && channelId === order.channelId));

/** Whether an event is about an order: its key ends with an ID, of the order or of the purchase order (`order:7`). */
export const isAbout = ({ eventType, eventKey }: WebhookEventLog, order: Order): boolean => {
  const id = Number(/\d+$/.exec(eventKey ?? "")?.[0] ?? 0);
  return id > 0 && id === (eventType === "OrderImportedEvent" ? order.orderId : order.id);
};

/**
 * The webhook events about some orders: one request for the list of webhooks, and one for each webhook of the orders'
 * sources and channels, because the API can't filter events by their order.
 */
export const orderEvents = (orders: readonly Order[]) =>
  queryOptions({
    queryKey: ["webhooks", "events-of", orders.map(({ id }) => id)] as const,
    queryFn: async ({ signal }): Promise<OrderEvents> => {
      const { value } = await queryClient.fetchQuery(webhookList());
      const all = value.filter((webhook) => orders.some((order) => belongsTo(webhook, order)));
      const searched = all.slice(0, mostWebhooks);
      const found = await Promise.all(
        searched.map(async (webhook) => {
          const log = await fetchAnswer(webhookOperations.listWebhookEventLogs, {
            params: { id: webhook.id },
            query: { page: 1, pageSize: searchedEvents },
            signal,
            urgency: "screen",
          });
          return log.value.flatMap((event) =>
            orders.some((order) => isAbout(event, order)) ? { webhook, event } : [],
          );
        }),
      );
      return { events: found.flat(), searched: searched.length, of: all.length };
    },
    staleTime: 60_000,
  });
