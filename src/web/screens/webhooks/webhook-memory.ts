import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { toRecordsKey } from "#web/base/session.ts";
import { getHost } from "./webhook-status.tsx";

/**
 * This browser's memory of a configuration, for an upstream that cannot load it. Not the address, which may contain a
 * secret, but its host; not the notification address, which is personal data.
 */
export interface RememberedWebhook {
  host: string;
  subscribedEvents: string[];
  status: string;
  seenAt: string;
}

const toKey = (id: number) => toRecordsKey(`seen.webhook.${id}`);

const isRemembered = (value: unknown): value is RememberedWebhook => {
  const one = value as Partial<RememberedWebhook> | null;
  return (
    typeof one?.host === "string" &&
    typeof one.status === "string" &&
    typeof one.seenAt === "string" &&
    Array.isArray(one.subscribedEvents) &&
    one.subscribedEvents.every((event) => typeof event === "string")
  );
};

/** The last state of a configuration that this person saw in this browser. */
export const rememberedWebhook = (id: number): RememberedWebhook | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(toKey(id)) ?? "null");
    return isRemembered(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a configuration that is shown. */
export const rememberWebhook = (record: WebhookConfiguration): void => {
  const { id, webhookUrl, subscribedEvents, status } = record;
  const seen: RememberedWebhook = {
    host: getHost(webhookUrl),
    subscribedEvents,
    status: status ?? "",
    seenAt: new Date().toISOString(),
  };
  try {
    localStorage.setItem(toKey(id), JSON.stringify(seen));
  } catch {
    // Without storage, nothing is remembered.
  }
};
