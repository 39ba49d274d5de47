import * as z from "zod/mini";
import { WebhookConfigurationCreate } from "#contract/webhooks.ts";
import { whyEmailUnfit, whyUrlUnfit } from "./webhook-changes.ts";

/** What is typed for a new configuration: the contract's own fields, all optional while they are being typed. */
export type NewWebhook = z.input<typeof WebhookConfigurationCreate>;

export const blankWebhook: NewWebhook = {
  configurationName: "",
  sourceId: undefined,
  channelId: undefined,
  webhookUrl: "",
  notificationEmail: undefined,
  subscribedEvents: [],
  status: "active",
};

const given = (id: number | null | undefined): boolean => id !== null && id !== undefined;

/** A new configuration is bound to one source or to one channel (api 6.2). */
export const NewWebhookForm = WebhookConfigurationCreate.check(
  z.refine(({ sourceId, channelId }) => given(sourceId) !== given(channelId), {
    path: ["sourceId"],
    error: "Choose whose events these are.",
    when: () => true,
  }),
);

interface FormIssue {
  path?: PropertyKey[] | undefined;
  input?: unknown;
  message?: string | undefined;
}

const words: Readonly<Record<string, (input: unknown) => string | undefined>> = {
  configurationName: () => "Give it a name.",
  webhookUrl: (input) => whyUrlUnfit(String(input ?? "")),
  notificationEmail: (input) => whyEmailUnfit(String(input ?? ""), ""),
  sourceId: () => "Choose whose events these are.",
  channelId: () => "Choose whose events these are.",
};

/** What to say of a field that will not do; undefined leaves the schema's own words. */
export const newWebhookWords = ({ path, input }: FormIssue): string | undefined =>
  words[String(path?.[0])]?.(input);
