import { Text } from "@mantine/core";
import { type WebhookConfiguration, webhookStatuses } from "#contract/webhooks.ts";
import { canReadWebhooks } from "#web/api/webhooks.ts";
import { ChoiceField, unnamedValue } from "#web/editing/form-fields.tsx";
import { FormOutcome } from "#web/editing/form-outcome.tsx";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import type { RecordForm } from "#web/editing/use-record-form.ts";
import { useWebhookForm } from "./use-webhook-form.ts";
import type { WebhookField } from "./webhook-changes.ts";
import { EmailControl, EventsControl, UrlControl } from "./webhook-controls.tsx";
import { WebhookQuestion } from "./webhook-question.tsx";

const statusOptions = [
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
  { value: "deleted", label: "Deleted" },
];

/** The controls of a configuration's form. */
export const WebhookControls = ({
  form,
  blind = false,
}: {
  form: RecordForm<WebhookConfiguration, WebhookField>;
  /** True where the current values are unknown: nothing is added or removed, all of it is replaced. */
  blind?: boolean;
}) => {
  const { texts, before, tie } = form;
  return (
    <>
      <UrlControl tie={tie("webhookUrl")} value={texts.webhookUrl} />
      <EventsControl
        tie={tie("subscribedEvents")}
        before={blind ? texts.subscribedEvents : before.subscribedEvents}
      />
      <EmailControl tie={tie("notificationEmail")} />
      <ChoiceField
        {...tie("status")}
        label="Status"
        options={statusOptions}
        hint={
          blind
            ? "Unchanged unless you select a status."
            : unnamedValue(webhookStatuses, texts.status)
        }
      />
    </>
  );
};

/** The note which fields are compared before a save, and which are not. */
const Compared = () =>
  canReadWebhooks() ? (
    <Text size="sm" c="dimmed">
      The API replaces the address and all events together. Before saving, the console checks both
      for changes by another person.
    </Text>
  ) : (
    <p className="webhook__warning">
      The API can't load webhooks, so the console can't check for changes by another person. You see
      the last saved version; saving replaces the address and events.
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
        <WebhookControls form={form} />
        <Compared />
        <FormOutcome
          noun="webhook"
          form={form}
          question={
            <WebhookQuestion form={form} record={record} owner={owner} onCancel={form.back} />
          }
        />
        <SaveBar form={form} onCancel={onClose} />
      </form>
      <UnsavedGuard dirty={form.dirty} saving={form.busy} onDiscard={form.discard} />
    </Sheet>
  );
};
