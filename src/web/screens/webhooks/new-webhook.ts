import * as z from "zod/mini";
import { isRecordId, toRecordId } from "#web/base/record-id.ts";
import type {
  WebhookConfiguration,
  WebhookConfigurationCreate,
  WebhookEvent,
} from "#contract/webhooks.ts";
import type { Texts } from "#web/editing/field-draft.ts";
import { checkedText } from "#web/editing/form-schema.ts";
import {
  formatEvents,
  parseEvents,
  whyEmailUnfit,
  whyEventsUnfit,
  whyUrlUnfit,
} from "./webhook-changes.ts";

/** The fields of a new configuration, which belongs to one source or one channel (api 6.2). */
const newWebhookFields = [
  "configurationName",
  "owner",
  "ownerId",
  "webhookUrl",
  "subscribedEvents",
  "notificationEmail",
] as const;
export type NewWebhookField = (typeof newWebhookFields)[number];
export type NewWebhook = Texts<NewWebhookField>;

export const blankWebhook: NewWebhook = {
  configurationName: "",
  owner: "source",
  ownerId: "",
  webhookUrl: "",
  subscribedEvents: "",
  notificationEmail: "",
};

const whyOwnerUnfit = (id: string): string | undefined => {
  if (id === "") return "Select a source or channel";
  return isRecordId(id) ? undefined : "Enter an ID: a whole number, 1 or more";
};

/** The checks of the form. */
export const newWebhookSchema = z.object({
  configurationName: checkedText((name) => (name.trim() === "" ? "Enter a name" : undefined)),
  ownerId: checkedText(whyOwnerUnfit),
  webhookUrl: checkedText(whyUrlUnfit),
  subscribedEvents: checkedText((text) => whyEventsUnfit(text)),
  notificationEmail: checkedText((text) => whyEmailUnfit(text, "")),
});

/** The configuration to create, as typed. */
export const newWebhookRequest = (texts: NewWebhook): WebhookConfigurationCreate => {
  const email = texts.notificationEmail.trim();
  const ownerId = toRecordId(texts.ownerId);
  return {
    configurationName: texts.configurationName.trim(),
    ...(texts.owner === "channel" ? { channelId: ownerId } : { sourceId: ownerId }),
    webhookUrl: texts.webhookUrl.trim(),
    ...(email === "" ? {} : { notificationEmail: email }),
    subscribedEvents: parseEvents(texts.subscribedEvents) as WebhookEvent[],
    status: "active",
  };
};

/** Whether a configuration is what these texts create; its status may have changed since. */
export const isWebhookOf = (record: WebhookConfiguration, texts: NewWebhook): boolean => {
  const sent = newWebhookRequest(texts);
  return (
    record.configurationName === sent.configurationName &&
    (record.channelId ?? null) === (sent.channelId ?? null) &&
    (record.sourceId ?? null) === (sent.sourceId ?? null) &&
    record.webhookUrl === sent.webhookUrl &&
    (record.notificationEmail ?? "") === (sent.notificationEmail ?? "") &&
    formatEvents(record.subscribedEvents) === formatEvents(sent.subscribedEvents)
  );
};

/** The field that an API issue refers to. */
export const findNewWebhookField = (path: string): NewWebhookField | undefined => {
  const [name = ""] = path.split(".");
  if (name === "sourceId" || name === "channelId") return "ownerId";
  return newWebhookFields.find((field) => field === name);
};
