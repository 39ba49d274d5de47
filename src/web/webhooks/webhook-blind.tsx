import "./webhook.css";
import { Button } from "@mantine/core";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FormOutcome } from "#web/ui/form-outcome.tsx";
import { dateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { seenRecords } from "#web/ui/seen-records.ts";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { useWebhookForm } from "./use-webhook-form.ts";
import { eventsText } from "./webhook-changes.ts";
import { WebhookControls } from "./webhook-edit.tsx";
import { type RememberedWebhook, rememberedWebhook } from "./webhook-memory.ts";

const nothingKnown = (id: number): WebhookConfiguration => ({
  id,
  configurationName: "",
  webhookUrl: "",
  subscribedEvents: [],
});

type Form = ReturnType<typeof useWebhookForm>;

const Remembered = ({ seen, form }: { seen: RememberedWebhook; form: Form }) => (
  <Notice
    title={`Last seen in this browser on ${dateTime(seen.seenAt)}`}
    tone="still"
    actions={
      <Button onClick={() => form.typeAll({ subscribedEvents: eventsText(seen.subscribedEvents) })}>
        Choose these events
      </Button>
    }
  >
    <p>
      It delivered {seen.subscribedEvents.join(", ") || "no event"} to {seen.host} and was{" "}
      {seen.status || "without a status"}. Somebody may have changed it since. The full address was
      not kept, because it may hold a secret.
    </p>
  </Notice>
);

const Question = ({ form }: { form: Form }) => (
  <ConfirmDialog
    title="Replace what is there, unseen?"
    cancelLabel="Go back"
    onCancel={form.back}
    choices={[{ label: "Replace it", kind: "danger", onChoose: form.send }]}
  >
    <p>Whatever the webhook has now is replaced by exactly this:</p>
    <ul>
      <li>
        Address: <span className="code">{form.texts.webhookUrl}</span>
      </li>
      <li>Events: {form.texts.subscribedEvents || "none, so nothing is delivered"}</li>
      {form.texts.notificationEmail && <li>Notifications to: {form.texts.notificationEmail}</li>}
      <li>
        {form.changed.status ? `Status: ${form.changed.status.text}` : "The status stays as it is."}
      </li>
    </ul>
  </ConfirmDialog>
);

/** A webhook that the upstream cannot be asked for: why, and a form that replaces it as entered. */
export const WebhookBlind = ({ id }: { id: number }) => {
  const form = useWebhookForm(nothingKnown(id), "blind", { asksAlways: true });
  const seen = rememberedWebhook(id);
  const name = seenRecords("webhooks").find((one) => one.id === id)?.label ?? `Webhook ${id}`;
  return (
    <Screen title={name} crumbs={[{ label: "Webhooks", to: "/webhooks" }]}>
      <Sheet title="Replace configuration">
        <div className="stack">
          <Notice title="This upstream cannot be asked for a webhook" tone="waiting">
            <p>
              The API’s document names one operation on webhooks: a change, which answers the
              configuration. So this form starts empty, and nobody can say here whether webhook {id}{" "}
              exists. Saving replaces its address and its events with exactly what you enter; an
              event that you leave out is no longer delivered. After a save its answer stands here.
            </p>
          </Notice>
          {seen && <Remembered seen={seen} form={form} />}
          <form
            className="form"
            onSubmit={form.onSubmit}
            noValidate
            aria-label="Replace configuration"
          >
            <WebhookControls form={form} blind />
            <FormOutcome noun="webhook" form={form} question={<Question form={form} />} />
            <SaveBar form={form} label="Replace configuration" />
          </form>
        </div>
      </Sheet>
      <UnsavedGuard dirty={form.dirty} onDiscard={form.discard} />
    </Screen>
  );
};
