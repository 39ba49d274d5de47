import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { isRecordId } from "#web/base/record-id.ts";
import { deliveryOfEvent } from "#web/api/webhook-deliveries.ts";

/** An event of the address. */
export interface UnlistedDelivery {
  /** Undefined while it is unknown. */
  event: WebhookEventLog | undefined;
  /** The state of loading it by its ID: only while the page does not have it. */
  query: UseQueryResult<WebhookEventLog | null>;
}

/** An event from the page on the screen; one that is not there, or has left it, is loaded by its ID. */
export const useDelivery = (
  webhookId: number,
  eventId: string,
  listed: WebhookEventLog | undefined,
): UnlistedDelivery => {
  const query = useQuery({
    ...deliveryOfEvent(webhookId, Number(eventId)),
    enabled: listed === undefined && isRecordId(eventId),
  });
  const [seen, setSeen] = useState(listed);
  if (listed !== undefined && listed !== seen) setSeen(listed);
  return { event: listed ?? query.data ?? seen, query };
};
