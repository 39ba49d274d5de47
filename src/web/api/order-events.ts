import { queryOptions } from "@tanstack/react-query";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { pageSize } from "#contract/limits.ts";
import {
  type WebhookConfiguration,
  type WebhookEventLog,
  webhookOperations,
} from "#contract/webhooks.ts";
import { fetchAnswer } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { webhookList } from "./webhooks.ts";

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
/** The number of events that are searched for each webhook. */
export const newestEvents = pageSize.maximum;

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
            query: { page: 1, pageSize: newestEvents },
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
