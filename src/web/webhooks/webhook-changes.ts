import * as z from "zod/mini";
import {
  type WebhookConfiguration,
  WebhookConfigurationUpdate,
  type WebhookEvent,
  webhookEvents,
  webhookStatuses,
} from "#contract/webhooks.ts";
import type { FieldDraft, Texts } from "#web/ui/field-draft.ts";
import { textThat } from "#web/ui/form-schema.ts";

/** What a person can change of a configuration (api 4.8). */
export const webhookLabels = {
  webhookUrl: "Address",
  notificationEmail: "Notifications to",
  subscribedEvents: "Events",
  status: "Status",
} as const;
export type WebhookField = keyof typeof webhookLabels;
export type WebhookDraft = FieldDraft<WebhookField>;

/** Event names as one text, in one order, so that lists compare. */
export const eventsText = (events: readonly string[]): string =>
  [...new Set(events)].toSorted().join(", ");

/** The other way. */
export const eventsOf = (text: string): string[] =>
  text.split(", ").filter((event) => event !== "");

/** A configuration's fields as the form writes and compares them. */
export const webhookTexts = (record: WebhookConfiguration): Texts<WebhookField> => ({
  webhookUrl: record.webhookUrl,
  notificationEmail: record.notificationEmail ?? "",
  subscribedEvents: eventsText(record.subscribedEvents),
  status: record.status ?? "",
});

/** A typed text as the record would write it. */
export const normalWebhookText = (field: WebhookField, text: string): string =>
  field === "webhookUrl" || field === "notificationEmail" ? text.trim() : text;

/** Every event to choose from: those that the API names, and what a record holds beside them. */
export const knownAndOther = (...lists: readonly string[]): string[] => [
  ...new Set([...webhookEvents, ...lists.flatMap(eventsOf)]),
];

/** Which events a change adds and which it removes. */
export const eventChange = (
  before: string,
  after: string,
): { added: string[]; removed: string[] } => {
  const [old, now] = [eventsOf(before), eventsOf(after)];
  return {
    added: now.filter((event) => !old.includes(event)),
    removed: old.filter((event) => !now.includes(event)),
  };
};

const { webhookUrl, notificationEmail } = WebhookConfigurationUpdate.shape;

/** Why an address will not do, or undefined when it will. */
export const whyUrlUnfit = (text: string): string | undefined => {
  const url = text.trim();
  if (url === "") return "Enter the address for deliveries";
  // Browsers write a space in a host as %20 and call it an address.
  if (/\s/.test(url) || !URL.canParse(url))
    return "Enter a full address, such as https://example.com/hooks";
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return `Enter an address that starts with https:// or http://, not “${protocol.slice(0, 20)}”`;
  return z.safeParse(webhookUrl, url).success ? undefined : "The API doesn't accept this address";
};

/** What to think about before an address is used, though the API takes it. */
export const urlWarning = (text: string): string | undefined => {
  if (whyUrlUnfit(text) !== undefined) return undefined;
  const { protocol, username, password } = new URL(text.trim());
  if (protocol === "http:")
    return "http isn't encrypted: others on the network can read and change deliveries. Use https if the receiver supports it.";
  return username || password ? "The address contains a user name or a password." : undefined;
};

/** Why a notification address will not do. */
export const whyEmailUnfit = (text: string, before: string): string | undefined => {
  const email = text.trim();
  if (email === before) return undefined;
  if (email === "") return "The API can't remove the email address. Enter another one.";
  return z.safeParse(notificationEmail, email).success
    ? undefined
    : "Enter an email address, such as ops@example.com";
};

/** What the form needs before it can be sent. `before` has the saved values. */
export const webhookSchema = (before: Texts<WebhookField>) =>
  z.object({
    webhookUrl: textThat(whyUrlUnfit),
    notificationEmail: textThat((text) => whyEmailUnfit(text, before.notificationEmail)),
  });

/**
 * The one request that a draft comes to. The API replaces address and events (api 4.8), so both are always in it: as
 * typed, or as the record has them now. An event that the API's document does not name is sent on as it came, since
 * leaving it out would take it away.
 */
export const webhookRequest = (
  fresh: WebhookConfiguration,
  changed: WebhookDraft,
): WebhookConfigurationUpdate => {
  const events = changed.subscribedEvents
    ? eventsOf(changed.subscribedEvents.text)
    : fresh.subscribedEvents;
  const status = webhookStatuses.find((known) => known === changed.status?.text);
  return {
    webhookUrl: changed.webhookUrl?.text.trim() ?? fresh.webhookUrl,
    subscribedEvents: [...events] as WebhookEvent[],
    ...(changed.notificationEmail
      ? { notificationEmail: changed.notificationEmail.text.trim() }
      : {}),
    ...(status === undefined ? {} : { status }),
  };
};

/** The host of an address, which is safe to show in passing: the rest may hold a secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url) || "–";
