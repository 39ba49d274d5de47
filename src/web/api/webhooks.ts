import { queryOptions } from "@tanstack/react-query";
import {
  type WebhookConfiguration,
  type WebhookConfigurationCreate,
  type WebhookConfigurationUpdate,
  webhookOperations,
} from "#contract/webhooks.ts";
import { ApiError, isUnserved } from "./api-error.ts";
import { type Answer, answerOf } from "./call.ts";
import { queryClient } from "./query-client.ts";

type Configuration = Answer<WebhookConfiguration>;

const list = ["webhooks", "list"] as const;

/** Every webhook configuration; the API answers the list whole. */
export const webhookList = () =>
  queryOptions({
    queryKey: list,
    queryFn: ({ signal }) =>
      answerOf(webhookOperations.listWebhookConfigurations, { signal, urgency: "click" }),
  });

/** How an upstream said that it has no read of one configuration (api 4.8 names the change alone), once it has. */
let unserved: ApiError | undefined;

/** Whether a configuration can be read before it is changed. There is no change of nothing that would stand in for it. */
export const webhooksCanBeRead = (): boolean => unserved === undefined;

const detailKey = (id: number) => ["webhooks", "detail", id] as const;

const getConfiguration = (id: number, signal?: AbortSignal): Promise<Configuration> =>
  answerOf(webhookOperations.getWebhookConfiguration, {
    params: { id },
    urgency: "click",
    ...(signal ? { signal } : {}),
  });

/** Whether a 404 means that there is no such configuration, or that there is no such operation: the list tells. */
const listIsServed = (): Promise<boolean> =>
  queryClient.fetchQuery(webhookList()).then(
    () => true,
    (error: unknown) => !isUnserved(error),
  );

/**
 * The configuration as the upstream holds it now. Where it has no such read, the last answer to a change made here, or
 * an error with the status 405.
 */
export const readWebhook = async (id: number, signal?: AbortSignal): Promise<Configuration> => {
  if (unserved) {
    const held = queryClient.getQueryData<Configuration>(detailKey(id));
    if (held) return held;
    throw unserved;
  }
  try {
    return await getConfiguration(id, signal);
  } catch (error) {
    if (!isUnserved(error) || !(error instanceof ApiError)) throw error;
    if (error.status === 404 && (await listIsServed())) throw error;
    unserved = new ApiError(error.message, { status: 405, outcome: "refused" });
    throw unserved;
  }
};

/** One configuration. */
export const webhookDetail = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => readWebhook(id, signal),
    // Where nothing can be read, the last answer is all there is.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Puts an answer in the place of what the screens hold, and marks the list as out of date without asking for it. */
export const keepWebhook = (id: number, answer: Configuration): void => {
  queryClient.setQueryData(detailKey(id), answer);
  void queryClient.invalidateQueries({ queryKey: list, refetchType: "none" });
};

/** Sends a change. The API replaces address and events, so both are always in it (api 4.8). Never repeated by itself. */
export const sendWebhook = (
  id: number,
  changes: WebhookConfigurationUpdate,
): Promise<Configuration> =>
  answerOf(webhookOperations.updateWebhookConfiguration, {
    params: { id },
    body: changes,
    urgency: "click",
  });

/** Makes a new configuration, where the upstream offers that. */
export const createWebhook = (created: WebhookConfigurationCreate): Promise<Configuration> =>
  answerOf(webhookOperations.createWebhookConfiguration, { body: created, urgency: "click" });

/** What a delivery log can be narrowed by. */
export interface DeliveryFilter {
  webhookDeliveryStatus?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

const logKey = (id: number) => ["webhooks", "events", id] as const;

/** One page of a configuration's deliveries, newest first. It comes after the configuration itself. */
export const webhookEvents = (id: number, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: [...logKey(id), filter] as const,
    queryFn: ({ signal }) =>
      answerOf(webhookOperations.listWebhookEventLogs, {
        params: { id },
        query: filter as object,
        signal,
        urgency: "screen",
      }),
  });

/** Sends events again because a person asked for it, then reads the log that is on the screen. */
export const retryWebhookEvents = async (id: number, eventIds: number[]): Promise<void> => {
  await answerOf(webhookOperations.retryWebhookEvents, {
    body: { eventIds, isAutomatedRetry: false },
    urgency: "click",
  });
  void queryClient.invalidateQueries({ queryKey: logKey(id) });
};
