import * as z from "zod/mini";
import {
  type WebhookConfiguration,
  WebhookConfigurationUpdate,
  type WebhookEvent,
  webhookEvents,
  webhookStatuses,
} from "#contract/webhooks.ts";
import type { FieldDraft, Texts } from "#web/editing/field-draft.ts";
import { checkedText } from "#web/editing/form-schema.ts";

/** The fields of a configuration that can be changed (api 4.8). */
export const webhookLabels = {
  webhookUrl: "Address",
  notificationEmail: "Notification email",
  subscribedEvents: "Events",
  status: "Status",
} as const;
export type WebhookField = keyof typeof webhookLabels;
export type WebhookDraft = FieldDraft<WebhookField>;

/** Event names as one text, in one order, so that lists compare. */
export const formatEvents = (events: readonly string[]): string =>
  [...new Set(events)].toSorted().join(", ");

/** The events in a text of `formatEvents`. */
export const parseEvents = (text: string): string[] =>
  text.split(", ").filter((event) => event !== "");

/** A configuration's fields as the texts of the form. */
export const webhookTexts = (record: WebhookConfiguration): Texts<WebhookField> => ({
  webhookUrl: record.webhookUrl,
  notificationEmail: record.notificationEmail ?? "",
  subscribedEvents: formatEvents(record.subscribedEvents),
  status: record.status ?? "",
});

/** A typed text in the record's spelling. */
export const normalWebhookText = (field: WebhookField, text: string): string =>
  field === "webhookUrl" || field === "notificationEmail" ? text.trim() : text;

/** All events to choose from: those that the API names, and those of a record. */
export const knownAndOther = (...lists: readonly string[]): string[] => [
  ...new Set([...webhookEvents, ...lists.flatMap(parseEvents)]),
];

/** The events that a change adds and removes. */
export const eventChange = (
  before: string,
  after: string,
): { added: string[]; removed: string[] } => {
  const [old, now] = [parseEvents(before), parseEvents(after)];
  return {
    added: now.filter((event) => !old.includes(event)),
    removed: old.filter((event) => !now.includes(event)),
  };
};

const { webhookUrl, notificationEmail } = WebhookConfigurationUpdate.shape;

/** The reason why an address is invalid, or undefined when it is valid. */
export const whyUrlUnfit = (text: string): string | undefined => {
  const url = text.trim();
  if (url === "") return "Enter the address for deliveries";
  // Browsers encode a space in a host as %20 and accept the address.
  if (/\s/.test(url) || !URL.canParse(url))
    return "Enter a full address, such as https://example.com/hooks";
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return `Enter an address that starts with https:// or http://, not “${protocol.slice(0, 20)}”`;
  return z.safeParse(webhookUrl, url).success ? undefined : "The API doesn't accept this address";
};

/** A warning about an address that the API accepts. */
export const urlWarning = (text: string): string | undefined => {
  if (whyUrlUnfit(text) !== undefined) return undefined;
  const { protocol, username, password } = new URL(text.trim());
  if (protocol === "http:")
    return "HTTP isn't encrypted: others on the network can read and change deliveries. Use HTTPS if the receiver supports it.";
  return username || password ? "The address contains a user name or a password" : undefined;
};

/** The reason why a notification address is invalid. */
export const whyEmailUnfit = (text: string, before: string): string | undefined => {
  const email = text.trim();
  if (email === before) return undefined;
  if (email === "") return "The API can't remove the email address. Enter another one.";
  return z.safeParse(notificationEmail, email).success
    ? undefined
    : "Enter an email address, such as ops@example.com";
};

/** The reason why events are invalid: without one, nothing is delivered. A record that has none keeps it. */
export const whyEventsUnfit = (text: string, before?: string): string | undefined =>
  text === "" && before !== "" ? "Select at least one event" : undefined;

/** The checks of the form. `before` has the saved values. */
export const webhookSchema = (before: Texts<WebhookField>) =>
  z.object({
    subscribedEvents: checkedText((text) => whyEventsUnfit(text, before.subscribedEvents)),
    webhookUrl: checkedText(whyUrlUnfit),
    notificationEmail: checkedText((text) => whyEmailUnfit(text, before.notificationEmail)),
  });

/**
 * The request of a draft. The API replaces address and events (api 4.8), so both are always included: as typed, or as
 * the record has them now. An event that the API's document does not name is sent unchanged, since leaving it out
 * would remove it.
 */
export const webhookRequest = (
  fresh: WebhookConfiguration,
  changed: WebhookDraft,
): WebhookConfigurationUpdate => {
  const events = changed.subscribedEvents
    ? parseEvents(changed.subscribedEvents.text)
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

/** The host of an address, which is safe to show in lists: the rest may contain a secret. */
export const getHost = (url: string): string =>
  (URL.canParse(url) ? new URL(url).host : url) || "–";
