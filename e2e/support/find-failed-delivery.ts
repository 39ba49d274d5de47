import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import type { Api } from "./call-api.ts";

/** Finds an active webhook of the demonstration workspace that has failed deliveries, and the newest of these. */
export const findFailedDelivery = async (
  api: Api,
): Promise<{ id: number; failed: WebhookEventLog }> => {
  for (const { id, status } of await api<WebhookConfiguration[]>("/webhhok/configurations")) {
    if (status !== "active") continue;
    const path = `/webhook/configurations/${id}/event-logs?webhookDeliveryStatus=external_failure`;
    const [failed] = await api<WebhookEventLog[]>(path);
    if (failed) return { id, failed };
  }
  throw new Error("No delivery failed: the workspace has changed");
};
