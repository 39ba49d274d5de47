import "./webhook.css";
import { webhookOperations } from "#contract/webhooks.ts";
import {
  cacheWebhook,
  createWebhook,
  listCachedWebhooks,
  listWebhooks,
} from "#web/api/webhooks.ts";
import { CreateBar } from "#web/editing/create-bar.tsx";
import { TextField } from "#web/editing/form-fields.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { useCreateForm } from "#web/editing/use-create-form.ts";
import {
  blankWebhook,
  findNewWebhookField,
  isWebhookOf,
  newWebhookRequest,
  newWebhookSchema,
} from "./new-webhook.ts";
import { keepNewSecret } from "./new-secret.ts";
import { EmailControl, EventsControl, UrlControl } from "./webhook-controls.tsx";
import { WebhookOwner } from "./webhook-owner.tsx";
import { webhookName } from "./webhook-status.tsx";

/** A new webhook configuration: an extension that an upstream may not serve. */
export const WebhookNew = () => {
  const form = useCreateForm({
    kind: "webhooks",
    // Not kept longer than the tab, because an address may contain a secret.
    key: "webhook.create",
    place: "tab",
    permission: webhookOperations.createWebhookConfiguration,
    blank: blankWebhook,
    schema: newWebhookSchema,
    fieldOf: findNewWebhookField,
    creating: {
      make: async (texts, sending) => {
        const answer = await createWebhook(newWebhookRequest(texts), sending);
        const { secret, ...record } = answer.value;
        keepNewSecret(record.id, secret ? { secret } : undefined);
        cacheWebhook(record.id, { ...answer, value: record });
        return { id: record.id, name: webhookName(record) };
      },
      list: listWebhooks,
      known: listCachedWebhooks,
      equals: isWebhookOf,
      take: (record) => {
        // Only the response that was lost had it.
        keepNewSecret(record.id, "lost");
        cacheWebhook(record.id, { value: record, problems: [], total: undefined });
        return { id: record.id, name: webhookName(record) };
      },
    },
  });
  const { texts, tie } = form;
  return (
    <Screen title="New webhook" crumbs={[{ label: "Webhooks", to: "/webhooks" }]}>
      <Sheet title="Configuration">
        <form className="form" onSubmit={form.onSubmit} noValidate aria-label="New webhook">
          <TextField {...tie("configurationName")} label="Name" />
          <WebhookOwner form={form} />
          <UrlControl tie={tie("webhookUrl")} value={texts.webhookUrl} />
          <EventsControl tie={tie("subscribedEvents")} before={texts.subscribedEvents} />
          <EmailControl tie={tie("notificationEmail")} />
          <CreateBar noun="webhook" form={form} />
        </form>
      </Sheet>
    </Screen>
  );
};
