import { Button, Text } from "@mantine/core";
import {
  type WebhookConfiguration,
  type WebhookEvent,
  webhookOperations,
} from "#contract/webhooks.ts";
import { cacheWebhook, canReadWebhooks, readWebhook, sendWebhook } from "#web/api/webhooks.ts";
import { FormOutcome } from "#web/editing/save-outcome.tsx";
import { FormBar } from "#web/editing/form-bars.tsx";
import { isBusy } from "#web/editing/editing-plan.ts";
import { type RecordForm, useRecordForm } from "#web/editing/record-form.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedButton } from "#web/kit/button.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { eventChange, parseEvents, type WebhookField, webhookFields } from "./webhook-fields.tsx";
import { getHost, webhookName } from "./webhook-status.tsx";

interface QuestionProps {
  form: RecordForm<WebhookConfiguration, WebhookField>;
  record: WebhookConfiguration;
  /** The owner's name, where it is known. */
  owner: string;
  onCancel: () => void;
}

const acts: Readonly<Record<string, { verb: string; kind: "danger" | "primary"; after: string }>> =
  {
    active: {
      verb: "Enable",
      kind: "primary",
      after: "Deliveries resume. Events that occurred while it was disabled may not be sent.",
    },
    disabled: {
      verb: "Disable",
      kind: "danger",
      after: "You can enable it again later. Events that occur until then may not be sent.",
    },
    deleted: {
      verb: "Delete",
      kind: "danger",
      after: "Its status becomes Deleted. You may not be able to enable it again.",
    },
  };

const Stops = ({ form, record, owner }: Omit<QuestionProps, "onCancel">) => {
  const events = parseEvents(form.before.subscribedEvents);
  if (record.status !== "active" || form.changed.status?.text === "active") return null;
  if (events.length === 0)
    return <li>It delivers no events now, so nothing changes for the receiver.</li>;
  return events.map((event) => (
    <li key={event}>
      <strong>{event}</strong> of {owner} is no longer sent to{" "}
      <strong>{getHost(record.webhookUrl)}</strong>.
    </li>
  ));
};

/** The other changes of the same request. */
const OtherChanges = ({ form }: Pick<QuestionProps, "form">) => {
  const { added, removed } = eventChange(form.before.subscribedEvents, form.texts.subscribedEvents);
  return (
    <>
      {form.changed.webhookUrl && <li>New address: {getHost(form.changed.webhookUrl.text)}</li>}
      {added.length > 0 && <li>Added: {added.join(", ")}.</li>}
      {removed.length > 0 && <li>Removed: {removed.join(", ")}.</li>}
    </>
  );
};

/** Asks before a webhook is enabled, disabled or deleted, naming the events that stop. */
const WebhookQuestion = (props: QuestionProps) => {
  const { form, record, onCancel } = props;
  const { verb, kind, after } = acts[form.changed.status?.text ?? ""] ?? {
    verb: "Change",
    kind: "primary" as const,
    after: "",
  };
  return (
    <ConfirmDialog
      title={`${verb} ${webhookName(record)}?`}
      cancelLabel="Go back"
      onCancel={onCancel}
      choices={[{ label: `${verb} webhook`, kind, onChoose: form.send }]}
    >
      <ul>
        <Stops {...props} />
        <OtherChanges form={form} />
        {after && <li>{after}</li>}
      </ul>
    </ConfirmDialog>
  );
};

/** The request of a draft. The API replaces address and events (api 4.8), so both are always included. */
export const webhookRequest = (
  { webhookUrl, subscribedEvents }: WebhookConfiguration,
  changed: Parameters<typeof webhookFields.toChanges>[0],
) => ({
  webhookUrl,
  subscribedEvents: subscribedEvents as WebhookEvent[],
  ...webhookFields.toChanges(changed),
});

/**
 * The changes to one configuration. `part` distinguishes forms of the same record. The draft is only kept in this
 * tab, since a webhook's address may contain a secret, which must not stay in the browser.
 */
export const useWebhookForm = (
  record: WebhookConfiguration,
  part: string,
  { asksAlways = false, onSaved = () => {} }: { asksAlways?: boolean; onSaved?: () => void } = {},
) =>
  useRecordForm({
    ...webhookFields.forRecord(record),
    key: `webhook.${record.id}.${part}`,
    place: "tab",
    permission: webhookOperations.updateWebhookConfiguration,
    record,
    asks: ({ status }) => asksAlways || ["disabled", "deleted"].includes(status?.text ?? ""),
    read: canReadWebhooks() ? () => readWebhook(record.id) : undefined,
    toRequest: webhookRequest,
    send: (request, sending) => sendWebhook(record.id, request, sending),
    keep: (answer) => cacheWebhook(record.id, answer),
    onSaved,
    savedWords: (now) => `${webhookName(now)} saved. Status: ${now.status ?? "unknown"}.`,
  });

/** The note which fields are compared before a save, and which are not. */
const Compared = () =>
  canReadWebhooks() ? (
    <Text size="sm" c="dimmed">
      The service replaces the address and all events together. Before saving, the console checks
      both for changes by another person.
    </Text>
  ) : (
    <p className="webhook__warning">
      The service can't load webhooks, so the console can't check for changes by another person. You
      see the last saved version; saving replaces the address and events.
    </p>
  );

interface WebhookEditProps {
  record: WebhookConfiguration;
  owner: string;
  onClose: () => void;
}

/** The form of a configuration, in place of its values. */
export const WebhookEdit = ({ record, owner, onClose }: WebhookEditProps) => {
  const form = useWebhookForm(record, "edit", { onSaved: onClose });
  return (
    <Sheet title="Edit configuration">
      <form className="form" onSubmit={form.onSubmit} noValidate aria-label="Edit configuration">
        <webhookFields.Controls form={form} />
        <Compared />
        <FormOutcome
          noun="webhook"
          form={form}
          record={{ resource: "webhooks", id: record.id }}
          question={
            <WebhookQuestion form={form} record={record} owner={owner} onCancel={form.back} />
          }
        />
        <FormBar form={form} onCancel={onClose} />
      </form>
    </Sheet>
  );
};

const ways = {
  active: [
    { to: "disabled", label: "Disable" },
    { to: "deleted", label: "Delete" },
  ],
  disabled: [
    { to: "active", label: "Enable" },
    { to: "deleted", label: "Delete" },
  ],
  deleted: [{ to: "active", label: "Enable again" }],
} as const;

const waysFrom = (status: string) =>
  status in ways ? ways[status as keyof typeof ways] : [ways.disabled[0], ...ways.active];

/** The status alone: one button for each possible change. Address and events are sent unchanged. */
export const useWebhookSwitch = (record: WebhookConfiguration, owner: string) => {
  const form = useWebhookForm(record, "status", { asksAlways: true });
  const { kind } = form.saving;
  const busy = isBusy(form.saving);
  const wanted = form.changed.status?.text;
  const buttons = waysFrom(record.status ?? "").map(({ to, label }) => (
    <PermittedButton
      key={to}
      permission={webhookOperations.updateWebhookConfiguration}
      size="xs"
      {...(to === "deleted" && { variant: "outline", color: "red" })}
      disabled={busy || kind === "unknown" || kind === "conflict"}
      onClick={() => form.propose("status", to)}
    >
      {busy && wanted === to ? "Saving…" : label}
    </PermittedButton>
  ));
  const outcome = (
    <FormOutcome
      noun="webhook"
      form={form}
      record={{ resource: "webhooks", id: record.id }}
      question={
        <WebhookQuestion form={form} record={record} owner={owner} onCancel={form.discard} />
      }
    />
  );
  const waits = wanted !== undefined && ["editing", "lost", "refused", "unread"].includes(kind) && (
    <Notice
      title={`Status “${wanted}” not saved`}
      tone="waiting"
      actions={
        <>
          <PermittedButton
            permission={webhookOperations.updateWebhookConfiguration}
            variant="filled"
            onClick={form.save}
          >
            Save status
          </PermittedButton>
          <Button onClick={form.discard}>Discard</Button>
        </>
      }
    />
  );
  return {
    buttons,
    outcome: (
      <>
        {outcome}
        {waits}
      </>
    ),
  };
};
