import {
  type WebhookConfiguration,
  type WebhookEventLog,
  webhookDisabledEvent,
  webhookTestEvent,
} from "#contract/webhooks.ts";
import { capital } from "#web/base/format.ts";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  active: "good",
  disabled: "waiting",
  deleted: "still",
};

/** A configuration's status: the API's word with a capital. */
export const WebhookStatusBadge = ({ status }: Pick<WebhookConfiguration, "status">) => (
  <StatusBadge label={capital(status ?? "")} tone={tones[status ?? ""] ?? "still"} />
);

const deliveries: Readonly<Record<string, { label: string; tone: Tone }>> = {
  processing: { label: "Processing", tone: "calm" },
  published: { label: "Published", tone: "good" },
  internal_failure: { label: "Internal failure", tone: "bad" },
  external_failure: { label: "External failure", tone: "bad" },
};

/** The status of one delivery in words. */
export const describeDelivery = ({ status }: Pick<WebhookEventLog, "status">) =>
  deliveries[status ?? ""] ?? { label: status, tone: "still" as const };

/** The status of one delivery. */
export const DeliveryBadge = ({ status }: Pick<WebhookEventLog, "status">) => (
  <StatusBadge {...describeDelivery({ status })} />
);

const meanings: Readonly<Record<string, string>> = {
  FulfillmentRequestProcessingEvent: "A purchase order (Fulfillment Request) enters Processing",
  OrderImportedEvent: "An order was imported",
  [webhookTestEvent]: "A test event",
  [webhookDisabledEvent]: "The webhook was disabled",
};

/** The description of an event, where the API's document names it. */
export const eventMeaning = (event: string): string =>
  meanings[event] ?? "Event not described by the API";

/** A configuration's name, or a name from its id. */
export const webhookName = (
  record: Pick<WebhookConfiguration, "id" | "configurationName">,
): string => record.configurationName || `Webhook ${record.id}`;

/** The host of an address, which is safe to show in lists: the rest may contain a secret. */
export const getHost = (url: string): string =>
  (URL.canParse(url) ? new URL(url).host : url) || "–";
