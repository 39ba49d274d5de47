import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { webhookDetail } from "#web/api/webhooks.ts";
import { useFocusFallback } from "#web/base/focus.ts";
import { formatDateTime } from "#web/base/format.ts";
import { useServed } from "#web/base/served.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { FormBar } from "#web/editing/form-bars.tsx";
import { FormOutcome } from "#web/editing/save-outcome.tsx";
import { PermittedButton } from "#web/kit/button.tsx";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { Code, Moment, Text } from "#web/kit/values.tsx";
import { seenRecords } from "#web/records/recent-records.ts";
import { useRouteId } from "#web/records/record-kinds.ts";
import { eventName } from "#web/records/webhook-words.ts";
import { LateHistory, RecordScreen } from "#web/records/record-screen.tsx";
import { EmailLink } from "#web/records/shipping.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { useOwnerName } from "./use-owner-name.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { useWebhookForm, useWebhookSwitch, WebhookEdit } from "./webhook-edit.tsx";
import { formatEvents, UnreadableControls, urlWarning } from "./webhook-fields.tsx";
import { WebhookHealth } from "./webhook-health.tsx";
import { type RememberedWebhook, rememberedWebhook, rememberWebhook } from "./webhook-memory.ts";
import { webhookName, WebhookStatusBadge } from "./webhook-status.tsx";
import "./webhook.css";

const unknownFields = (id: number): WebhookConfiguration => ({
  id,
  configurationName: "",
  webhookUrl: "",
  subscribedEvents: [],
});

type Form = ReturnType<typeof useWebhookForm>;

const Remembered = ({ seen, form }: { seen: RememberedWebhook; form: Form }) => (
  <Notice
    title={`Last seen in this browser on ${formatDateTime(seen.seenAt)}`}
    tone="still"
    actions={
      <Button
        onClick={() => form.setValues({ subscribedEvents: formatEvents(seen.subscribedEvents) })}
      >
        Select these events
      </Button>
    }
  >
    <p>
      It delivered {seen.subscribedEvents.join(", ") || "no events"} to {seen.host}. Its status was{" "}
      {seen.status || "unknown"}. Another person may have changed it since. The full address isn't
      stored because it may contain a secret.
    </p>
  </Notice>
);

const Question = ({ form }: { form: Form }) => (
  <ConfirmDialog
    title="Replace configuration?"
    cancelLabel="Go back"
    onCancel={form.back}
    choices={[{ label: "Replace configuration", kind: "danger", onChoose: form.send }]}
  >
    <p>This overwrites the webhook's current configuration with:</p>
    <ul>
      <li>
        Address: <span className="code">{form.texts.webhookUrl}</span>
      </li>
      <li>Events: {form.texts.subscribedEvents || "none; nothing is delivered"}</li>
      {form.texts.notificationEmail && <li>Notification email: {form.texts.notificationEmail}</li>}
      <li>{form.changed.status ? `Status: ${form.changed.status.text}` : "Status: unchanged"}</li>
    </ul>
  </ConfirmDialog>
);

/** A webhook that the upstream cannot load: the reason, and a form that replaces it as entered. */
const WebhookUnreadable = ({ id }: { id: number }) => {
  const form = useWebhookForm(unknownFields(id), "blind", { asksAlways: true });
  const seen = rememberedWebhook(id).get();
  const name = seenRecords("webhooks").find((one) => one.id === id)?.label ?? `Webhook ${id}`;
  return (
    <Screen title={name} crumbs={[{ label: "Webhooks", to: "/webhooks" }]}>
      <Sheet title="Replace configuration">
        <div className="stack">
          <Notice title="The service can't load webhooks" tone="waiting">
            <p>
              The form starts empty, and webhook {id} may not exist. Saving replaces its address and
              events with exactly what you enter. Events that you leave out are no longer delivered.
              After a save, the saved configuration appears here.
            </p>
          </Notice>
          {seen && <Remembered seen={seen} form={form} />}
          <form
            className="form"
            onSubmit={form.onSubmit}
            noValidate
            aria-label="Replace configuration"
          >
            <UnreadableControls form={form} />
            <FormOutcome noun="webhook" form={form} question={<Question form={form} />} />
            <FormBar form={form} label="Replace configuration" />
          </form>
        </div>
      </Sheet>
      <LateHistory resource="webhooks" id={id} version={0} />
    </Screen>
  );
};

const Events = ({ events }: { events: readonly string[] }) =>
  events.length === 0 ? (
    "No events. Nothing is delivered."
  ) : (
    <ul className="webhook__events">
      {events.map((event) => (
        <li key={event}>
          {eventName(event)} <Code value={event} />
        </li>
      ))}
    </ul>
  );

const listFields = (record: WebhookConfiguration, owner: string): KeyValue[] => [
  { label: "Address", value: <CopyCode value={record.webhookUrl} what="address" />, wide: true },
  { label: "Events", value: <Events events={record.subscribedEvents} />, wide: true },
  { label: record.sourceId ? "Source" : "Channel", value: <Text value={owner} />, wide: true },
  {
    label: "Notification email",
    value: record.notificationEmail ? <EmailLink address={record.notificationEmail} /> : "–",
    empty: !record.notificationEmail,
    wide: true,
  },
  { label: "Signing secret", value: <SigningSecret record={record} /> },
  { label: "Created", value: <Moment at={record.createdAt} absolute /> },
  { label: "Updated", value: <Moment at={record.updatedAt} absolute /> },
  { label: "Webhook ID", value: <CopyCode value={record.id} what="webhook ID" /> },
];

/** The saved configuration, with the buttons to change it. */
const WebhookConfigurationSheet = ({
  record,
  owner,
  onEdit,
}: {
  record: WebhookConfiguration;
  owner: string;
  onEdit: () => void;
}) => {
  const { buttons, outcome } = useWebhookSwitch(record, owner);
  const locked = useWhyForbidden(webhookOperations.updateWebhookConfiguration);
  useScreenActions([{ label: "Edit webhook", run: onEdit, locked }]);
  const warning = urlWarning(record.webhookUrl);
  return (
    <Sheet
      title="Configuration"
      note={
        <div className="row">
          <PermittedButton
            permission={webhookOperations.updateWebhookConfiguration}
            variant="filled"
            size="xs"
            onClick={onEdit}
          >
            Edit
          </PermittedButton>
          {buttons}
        </div>
      }
    >
      <div className="stack">
        {outcome}
        <KeyValues items={listFields(record, owner)} />
        {warning && <p className="webhook__warning">{warning}</p>}
      </div>
    </Sheet>
  );
};

const Configured = ({ record, owner }: { record: WebhookConfiguration; owner: string }) => {
  const { search, turn } = useListSearch();
  useEffect(() => rememberWebhook(record), [record]);
  const editing = search["edit"] === "1";
  const box = useFocusFallback(`${editing} ${record.status}`);
  return (
    <>
      <div className="webhook__top">
        <div ref={box}>
          {editing ? (
            <WebhookEdit record={record} owner={owner} onClose={() => turn({ edit: "" })} />
          ) : (
            <WebhookConfigurationSheet
              record={record}
              owner={owner}
              onEdit={() => turn({ edit: "1" })}
            />
          )}
        </div>
        <WebhookHealth id={record.id} />
      </div>
      <WebhookDeliveries id={record.id} status={record.status} />
    </>
  );
};

/** One webhook: its configuration and its deliveries; where the upstream cannot load it, a form that says so. */
export const WebhookDetail = () => {
  const id = useRouteId();
  const query = useQuery(webhookDetail(toRecordId(id)));
  const ownerOf = useOwnerName(query.isSuccess);
  const isReadable = useServed(webhookOperations.getWebhookConfiguration);
  if (query.data === undefined && !isReadable) return <WebhookUnreadable id={toRecordId(id)} />;
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="webhooks"
      fallback={`Webhook ${id}`}
      titleOf={webhookName}
      statusOf={({ status }) => status}
      crumbs={[{ label: "Webhooks", to: "/webhooks" }]}
      beside={({ status }) => <WebhookStatusBadge status={status} />}
    >
      {(record) => <Configured record={record} owner={ownerOf(record)} />}
    </RecordScreen>
  );
};
