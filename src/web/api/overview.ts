import { queryOptions } from "@tanstack/react-query";
import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { isUnserved } from "./api-error.ts";
import { fetchAnswer, call } from "./call.ts";
import { returnList } from "./returns.ts";

const urgency = "background";

export const returnsPerPage = 50;

/** One page of open returns, newest first. */
export const openReturns = (pageNumber: number) =>
  returnList({ status: "open", pageNumber, pageSize: returnsPerPage }, urgency);

/** Lists all webhook configurations, to find failing ones. */
export const webhookStates = () =>
  queryOptions({
    queryKey: ["webhooks", "list"] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(webhookOperations.listWebhookConfigurations, { signal, urgency }),
  });

/** The maximum number of webhooks whose deliveries are checked: each costs one request. */
export const maxCheckedWebhooks = 10;
/** The number of recent deliveries that are checked for each webhook. */
export const checkedDeliveries = 50;

interface FailingWebhook {
  id: number;
  name: string;
  failed: number;
  /** The most frequent status of the failed deliveries. */
  status: string;
}

export interface CheckedDeliveries {
  /** The webhooks with failed deliveries, most failures first. */
  failing: readonly FailingWebhook[];
  checked: number;
  /** The number of webhooks whose deliveries could not be loaded. */
  unread: number;
}

const countFailures = async (
  { id, configurationName: name }: WebhookConfiguration,
  signal: AbortSignal,
): Promise<FailingWebhook> => {
  const log = await call(webhookOperations.listWebhookEventLogs, {
    params: { id },
    query: { page: 1, pageSize: checkedDeliveries },
    signal,
    urgency,
  });
  const outside = log.filter(({ status }) => status === "external_failure").length;
  const inside = log.filter(({ status }) => status === "internal_failure").length;
  const status = outside >= inside ? "external_failure" : "internal_failure";
  return { id, name, failed: outside + inside, status };
};

/** Counts the failures in the last deliveries of the active webhooks, one request after another. */
const checkDeliveries = async (
  webhooks: readonly WebhookConfiguration[],
  signal: AbortSignal,
): Promise<CheckedDeliveries> => {
  const read: FailingWebhook[] = [];
  let lost: unknown;
  for (const webhook of webhooks) {
    try {
      read.push(await countFailures(webhook, signal));
    } catch (error) {
      if (signal.aborted || isUnserved(error)) throw error;
      lost = error;
    }
  }
  if (lost !== undefined && read.length === 0) throw lost;
  return {
    failing: read.filter(({ failed }) => failed > 0).toSorted((a, b) => b.failed - a.failed),
    checked: read.length,
    unread: webhooks.length - read.length,
  };
};

/** Failed deliveries of the given webhooks; cached for one minute. */
export const failedDeliveries = (webhooks: readonly WebhookConfiguration[]) =>
  queryOptions({
    queryKey: ["webhooks", "failed", webhooks.map(({ id }) => id)] as const,
    queryFn: ({ signal }) => checkDeliveries(webhooks, signal),
    staleTime: 60_000,
  });
