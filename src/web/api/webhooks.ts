import { queryOptions } from "@tanstack/react-query";
import {
  type NewWebhookConfiguration,
  type WebhookConfiguration,
  type WebhookConfigurationCreate,
  type WebhookConfigurationUpdate,
  type WebhookEventLog,
  webhookOperations,
  type WebhookSecret,
} from "#contract/webhooks.ts";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { type Answer, fetchAnswer, type Sending, type Urgency } from "./call.ts";
import { invalidate, queryClient } from "./query-client.ts";
import { storeAnswer } from "./store-answer.ts";

type Configuration = Answer<WebhookConfiguration>;

const list = ["webhooks", "list"] as const;

/** All webhook configurations; the API has no pages here. */
export const webhookList = () =>
  queryOptions({
    queryKey: list,
    queryFn: ({ signal }) =>
      fetchAnswer(webhookOperations.listWebhookConfigurations, { signal, urgency: "click" }),
  });

/**
 * The error of an upstream that cannot read one configuration (api 4.8 documents only the update); undefined until it
 * occurs.
 */
let unserved: ApiError | undefined;

/** Whether a configuration can be read before it is changed. An empty update cannot replace the read here. */
export const canReadWebhooks = (): boolean => unserved === undefined;

const detailKey = (id: number) => ["webhooks", "detail", id] as const;

const getConfiguration = (id: number, signal?: AbortSignal): Promise<Configuration> =>
  fetchAnswer(webhookOperations.getWebhookConfiguration, {
    params: { id },
    urgency: "click",
    ...(signal ? { signal } : {}),
  });

/** Whether the upstream serves the list: this tells a missing configuration from a missing operation after a 404. */
const isListServed = (): Promise<boolean> =>
  queryClient.fetchQuery(webhookList()).then(
    () => true,
    (error: unknown) => !isUnserved(error),
  );

/**
 * Loads the current configuration. If the upstream cannot read one, returns the answer of the last save here, or fails
 * with status 405.
 */
export const readWebhook = async (id: number, signal?: AbortSignal): Promise<Configuration> => {
  if (unserved) {
    const cached = queryClient.getQueryData<Configuration>(detailKey(id));
    if (cached) return cached;
    throw unserved;
  }
  try {
    return await getConfiguration(id, signal);
  } catch (error) {
    if (!isUnserved(error) || !(error instanceof ApiError)) throw error;
    if (error.status === 404 && (await isListServed())) throw error;
    unserved = new ApiError(error.message, { status: 405, outcome: "refused" });
    throw unserved;
  }
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

/** The configurations in the query cache. */
export const listCachedWebhooks = (): readonly WebhookConfiguration[] =>
  queryClient.getQueryData(webhookList().queryKey)?.value ?? [];

/** The filters of a delivery log. */
export interface DeliveryFilter {
  webhookDeliveryStatus?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

/** The key of everything that was read of a configuration's deliveries. */
export const logKey = (id: number) => ["webhooks", "events", id] as const;

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
export const newestKey = (id: number) => ["webhooks", "newest-events", id] as const;

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
