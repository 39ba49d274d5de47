import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { toRecordsKey, whenUpstreamIsKnown } from "#web/ui/upstream-key.ts";
import { getHost } from "./webhook-changes.ts";

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

// Not the name of an earlier version: without sign-in, its memory would count as that of the embedded service.
const toKey = (id: number) => toRecordsKey(`seen.webhook.${id}`);

/** Deletes what an earlier version stored: it doesn't say to which upstream or person it belongs. */
const forgetEarlier = (): void => {
  const names = Object.keys(localStorage).filter((name) => /^supercargo\.webhook\.\d+$/.test(name));
  for (const name of names) localStorage.removeItem(name);
};

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

/** The last state of a configuration of the known upstream that this person saw in this browser. */
export const rememberedWebhook = (id: number): RememberedWebhook | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(toKey(id)) ?? "null");
    return isRemembered(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a configuration that is shown, once its upstream is known. */
export const rememberWebhook = (record: WebhookConfiguration): void => {
  const { id, webhookUrl, subscribedEvents, status } = record;
  const seen: RememberedWebhook = {
    host: getHost(webhookUrl),
    subscribedEvents,
    status: status ?? "",
    seenAt: new Date().toISOString(),
  };
  whenUpstreamIsKnown(() => {
    try {
      forgetEarlier();
      localStorage.setItem(toKey(id), JSON.stringify(seen));
    } catch {
      // Without storage, nothing is remembered.
    }
  });
};
