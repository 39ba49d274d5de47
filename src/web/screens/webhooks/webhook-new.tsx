import "./webhook.css";
import { useQuery } from "@tanstack/react-query";
import {
  type WebhookConfiguration,
  type WebhookConfigurationCreate,
  webhookOperations,
} from "#contract/webhooks.ts";
import { channelList, sourceList } from "#web/api/account.ts";
import {
  cacheWebhook,
  createWebhook,
  listCachedWebhooks,
  listWebhooks,
} from "#web/api/webhooks.ts";
import { isRecordId, toRecordId } from "#web/base/record-id.ts";
import { CreateBar } from "#web/editing/form-bars.tsx";
import { defineFields, trim } from "#web/editing/define-fields.tsx";
import { ChoiceField, TextField } from "#web/editing/form-fields.tsx";
import type { FieldProps } from "#web/editing/form-field.ts";
import { ListedField } from "#web/editing/listed-field.tsx";
import { useCreateForm } from "#web/editing/create-form.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { keepNewSecret } from "./signing-secret.tsx";
import { addressField, emailField, eventsField, noEvents } from "./webhook-fields.tsx";
import { webhookName } from "./webhook-status.tsx";

const owners = [
  { value: "source", label: "A source" },
  { value: "channel", label: "A channel" },
];

const whyOwnerUnfit = (id: string): string | undefined => {
  if (id === "") return "Select a source or channel";
  return isRecordId(id) ? undefined : "Enter an ID: a whole number, 1 or more";
};

/** The one source or channel whose events are delivered. */
const OwnerField = ({ isChannel, ...field }: FieldProps & { isChannel: boolean }) => {
  const sources = useQuery({ ...sourceList("screen"), enabled: !isChannel });
  const channels = useQuery({ ...channelList("screen"), enabled: isChannel });
  const noun = isChannel ? "Channel" : "Source";
  return (
    <ListedField {...field} label={noun} noun={noun} listing={isChannel ? channels : sources} />
  );
};

interface NewWebhook extends Omit<WebhookConfigurationCreate, "sourceId" | "channelId"> {
  owner: string;
  ownerId: number;
}

/** The fields of a new configuration, which belongs to one source or one channel (api 6.2). */
export const newWebhookFields = defineFields<WebhookConfiguration, NewWebhook>()({
  configurationName: {
    label: "Name",
    of: ({ configurationName }) => configurationName,
    normal: trim,
    why: (text) => (text.trim() === "" ? "Enter a name" : undefined),
    send: trim,
    control: (field) => <TextField {...field} />,
  },
  owner: {
    of: ({ channelId }) => (channelId ? "channel" : "source"),
    send: String,
    control: (field, { register, texts, setValues }) => (
      <div className="columns webhook__pair">
        <ChoiceField
          {...field}
          label="Events from"
          options={owners}
          onType={(owner) => setValues({ owner, ownerId: "" })}
        />
        <OwnerField {...register("ownerId")} isChannel={texts.owner === "channel"} />
      </div>
    ),
  },
  ownerId: {
    of: ({ channelId, sourceId }) => channelId || sourceId,
    why: whyOwnerUnfit,
    send: toRecordId,
  },
  webhookUrl: addressField,
  subscribedEvents: {
    ...eventsField,
    why: (text) => (text === "" ? noEvents : undefined),
  },
  notificationEmail: {
    ...emailField,
    send: (text) => text.trim() || undefined,
  },
});

/** The configuration to create, as typed. */
export const newWebhookRequest = (
  texts: Parameters<typeof newWebhookFields.toRequest>[0],
): WebhookConfigurationCreate => {
  const { owner, ownerId, ...request } = newWebhookFields.toRequest(texts);
  const party = owner === "channel" ? { channelId: ownerId } : { sourceId: ownerId };
  return { ...request, ...party, status: "active" };
};

/** The field that an API issue refers to. */
export const findNewWebhookField = (path: string) =>
  /^(?:source|channel)Id\b/.test(path) ? "ownerId" : newWebhookFields.forNew.fieldOf(path);

/** A new webhook configuration: an extension that an upstream may not serve. */
export const WebhookNew = () => {
  const form = useCreateForm({
    ...newWebhookFields.forNew,
    kind: "webhooks",
    // Not kept longer than the tab, because an address may contain a secret.
    key: "webhook.create",
    place: "tab",
    permission: webhookOperations.createWebhookConfiguration,
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
      equals: newWebhookFields.isSame,
      take: (record) => {
        // Only the response that was lost had it.
        keepNewSecret(record.id, "lost");
        cacheWebhook(record.id, { value: record, problems: [], total: undefined });
        return { id: record.id, name: webhookName(record) };
      },
    },
  });
  return (
    <Screen title="New webhook" crumbs={[{ label: "Webhooks", to: "/webhooks" }]}>
      <Sheet title="Configuration">
        <form className="form" onSubmit={form.onSubmit} noValidate aria-label="New webhook">
          <newWebhookFields.Controls form={form} />
          <CreateBar noun="webhook" form={form} />
        </form>
      </Sheet>
    </Screen>
  );
};
