import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
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
  processing: { label: "Waiting", tone: "calm" },
  published: { label: "Delivered", tone: "good" },
  internal_failure: { label: "Failed here", tone: "bad" },
  external_failure: { label: "Failed at receiver", tone: "bad" },
};

/** The status of one delivery in words. */
export const describeDelivery = ({ status }: Pick<WebhookEventLog, "status">) =>
  deliveries[status ?? ""] ?? { label: status, tone: "still" as const };

/** The status of one delivery. */
export const DeliveryBadge = ({ status }: Pick<WebhookEventLog, "status">) => (
  <StatusBadge {...describeDelivery({ status })} />
);

/** A configuration's name, or a name from its id. */
export const webhookName = (
  record: Pick<WebhookConfiguration, "id" | "configurationName">,
): string => record.configurationName || `Webhook ${record.id}`;

/** The host of an address, which is safe to show in lists: the rest may contain a secret. */
export const getHost = (url: string): string =>
  (URL.canParse(url) ? new URL(url).host : url) || "–";
