import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { cacheWebhook, readWebhook, sendWebhook, canReadWebhooks } from "#web/api/webhooks.ts";
import { useRecordForm } from "#web/editing/use-record-form.ts";
import {
  normalWebhookText,
  type WebhookField,
  webhookLabels,
  webhookRequest,
  webhookSchema,
  webhookTexts,
} from "./webhook-changes.ts";
import { webhookName } from "./webhook-status.tsx";

const fieldOf = (path: string): WebhookField | undefined =>
  (Object.keys(webhookLabels) as WebhookField[]).find((field) => path.split(".")[0] === field);

/**
 * The changes to one configuration. `part` distinguishes forms of the same record. The draft is only kept in this
 * tab, since a webhook's address may contain a secret, which must not stay in the browser.
 */
export const useWebhookForm = (
  record: WebhookConfiguration,
  part: string,
  { asksAlways = false, onSaved = () => {} }: { asksAlways?: boolean; onSaved?: () => void } = {},
) =>
  useRecordForm<WebhookConfiguration, WebhookField>({
    key: `webhook.${record.id}.${part}`,
    place: "tab",
    permission: webhookOperations.updateWebhookConfiguration,
    record,
    labels: webhookLabels,
    textsOf: webhookTexts,
    normal: normalWebhookText,
    schema: webhookSchema(webhookTexts(record)),
    asks: ({ status }) => asksAlways || ["disabled", "deleted"].includes(status?.text ?? ""),
    read: canReadWebhooks() ? () => readWebhook(record.id) : undefined,
    send: (fresh, changed, sending) =>
      sendWebhook(record.id, webhookRequest(fresh, changed), sending),
    keep: (answer) => cacheWebhook(record.id, answer),
    onSaved,
    savedWords: (now) => `${webhookName(now)} saved. Status: ${now.status ?? "unknown"}.`,
    fieldOf,
  });
