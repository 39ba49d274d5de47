import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import type { Api } from "./call-api.ts";

/**
 * Finds an active webhook of the demonstration workspace with a delivery that its receiver refused, and the newest of
 * these. Deliveries that other tests caused reach no receiver, and have no status.
 */
export const findFailedDelivery = async (
  api: Api,
): Promise<{ id: number; failed: WebhookEventLog }> => {
  for (const { id, status } of await api<WebhookConfiguration[]>("/webhhok/configurations")) {
    if (status !== "active") continue;
    const path = `/webhook/configurations/${id}/event-logs?webhookDeliveryStatus=external_failure`;
    const failed = (await api<WebhookEventLog[]>(path)).find(({ statusCode }) => statusCode);
    if (failed) return { id, failed };
  }
  throw new Error("No delivery failed: the workspace has changed");
};
