import { queryOptions } from "@tanstack/react-query";
import type { WebhookDayCount } from "#contract/webhooks.ts";
import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { isServed } from "#web/base/served.ts";
import { fetchAnswer, call } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { returnList } from "./returns.ts";
import { webhookDayCounts } from "./webhooks.ts";

const urgency = "background";

export const returnsPerPage = 50;

/** One page of open returns, newest first. */
export const openReturns = (pageNumber: number) =>
  returnList({ status: "open", pageNumber, pageSize: returnsPerPage }, urgency);

export const webhookStates = () =>
  queryOptions({
    queryKey: ["webhooks", "list"] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(webhookOperations.listWebhookConfigurations, { signal, urgency }),
  });

/** The maximum number of webhooks whose deliveries are checked: each costs one request. */
const maxCheckedWebhooks = 10;
export const checkedDeliveries = 50;

interface FailingWebhook {
  id: number;
  name: string;
  failed: number;
  /** The number of deliveries that were counted; undefined: the last ones of its log. */
  of?: number;
  /** The most frequent status of the failed deliveries, if it is known. */
  status?: string;
}

export interface CheckedDeliveries {
  /** The webhooks with failed deliveries, most failures first. */
  failing: readonly FailingWebhook[];
  checked: number;
  /** Whether the upstream counted the last 14 days; otherwise the end of each log was counted. */
  byDay: boolean;
}

const listFailing = (webhooks: readonly FailingWebhook[]): FailingWebhook[] =>
  webhooks.filter(({ failed }) => failed > 0).toSorted((a, b) => b.failed - a.failed);

/** Sums the counts of the upstream, which cover all webhooks in one request. */
const sumFailures = (
  webhooks: readonly WebhookConfiguration[],
  counts: readonly WebhookDayCount[],
): CheckedDeliveries => {
  const sums = webhooks.map(({ id, configurationName: name }): FailingWebhook => {
    const own = counts.filter(({ configurationId }) => configurationId === id);
    const failed = own.reduce((sum, day) => sum + day.failed, 0);
    return { id, name, failed, of: own.reduce((sum, day) => sum + day.delivered, failed) };
  });
  return { failing: listFailing(sums), checked: webhooks.length, byDay: true };
};

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

/** Counts the failures in the last deliveries of some webhooks, one request after another. */
const checkLogs = async (
  webhooks: readonly WebhookConfiguration[],
  signal: AbortSignal,
): Promise<CheckedDeliveries> => {
  const read: FailingWebhook[] = [];
  let lost: unknown;
  for (const webhook of webhooks) {
    try {
      read.push(await countFailures(webhook, signal));
    } catch (error) {
      if (signal.aborted || !isServed(webhookOperations.listWebhookEventLogs)) throw error;
      lost = error;
    }
  }
  if (lost !== undefined && read.length === 0) throw lost;
  return {
    failing: listFailing(read),
    checked: read.length,
    byDay: false,
  };
};

/** Failed deliveries of the given webhooks: as the upstream counts them, or else of the ends of ten logs. */
export const failedDeliveries = (webhooks: readonly WebhookConfiguration[], zoneShift: number) =>
  queryOptions({
    queryKey: ["webhooks", "failed", webhooks.map(({ id }) => id), zoneShift] as const,
    queryFn: async ({ signal }) => {
      try {
        const counts = await queryClient.fetchQuery(webhookDayCounts(zoneShift));
        return sumFailures(webhooks, counts.value);
      } catch (error) {
        if (isServed(webhookOperations.countWebhookDeliveries)) throw error;
        return checkLogs(webhooks.slice(0, maxCheckedWebhooks), signal);
      }
    },
    staleTime: 60_000,
  });
