import "./webhook.css";
import { Button } from "@mantine/core";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { FormOutcome } from "#web/editing/save-outcome.tsx";
import { formatDateTime } from "#web/base/format.ts";
import { LateHistory } from "#web/records/record-screen.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { SaveBar } from "#web/editing/form-bars.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { seenRecords } from "#web/records/recent-records.ts";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { useWebhookForm } from "./webhook-edit.tsx";
import { formatEvents, UnreadableControls } from "./webhook-fields.tsx";
import { type RememberedWebhook, rememberedWebhook } from "./webhook-memory.ts";

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
export const WebhookUnreadable = ({ id }: { id: number }) => {
  const form = useWebhookForm(unknownFields(id), "blind", { asksAlways: true });
  const seen = rememberedWebhook(id).get();
  const name = seenRecords("webhooks").find((one) => one.id === id)?.label ?? `Webhook ${id}`;
  return (
    <Screen title={name} crumbs={[{ label: "Webhooks", to: "/webhooks" }]}>
      <Sheet title="Replace configuration">
        <div className="stack">
          <Notice title="The API can't load webhooks" tone="waiting">
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
            <SaveBar form={form} label="Replace configuration" />
          </form>
        </div>
      </Sheet>
      <LateHistory resource="webhooks" id={id} version={0} />
      <UnsavedGuard dirty={form.dirty} saving={form.busy} onDiscard={form.discard} />
    </Screen>
  );
};
