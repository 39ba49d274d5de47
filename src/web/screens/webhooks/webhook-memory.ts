import * as z from "zod/mini";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { remember } from "#web/base/remember.ts";
import { getHost } from "./webhook-status.tsx";

/**
 * This browser's memory of a configuration, for an upstream that cannot load it. Not the address, which may contain a
 * secret, but its host; not the notification address, which is personal data.
 */
const Remembered = z.optional(
  z.object({
    host: z.string(),
    subscribedEvents: z.array(z.string()),
    status: z.string(),
    seenAt: z.string(),
  }),
);
export type RememberedWebhook = NonNullable<z.infer<typeof Remembered>>;

/** The last state of a configuration that this person saw in this browser. */
export const rememberedWebhook = (id: number) =>
  remember(`seen.webhook.${id}`, Remembered, "records");

/** Remembers a configuration that is shown. */
export const rememberWebhook = (record: WebhookConfiguration): void => {
  const { id, webhookUrl, subscribedEvents, status } = record;
  rememberedWebhook(id).set({
    host: getHost(webhookUrl),
    subscribedEvents,
    status: status ?? "",
    seenAt: new Date().toISOString(),
  });
};
