import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import type { RecordForm } from "#web/editing/use-record-form.ts";
import { eventChange, parseEvents, getHost, type WebhookField } from "./webhook-changes.ts";
import { webhookName } from "./webhook-status.tsx";

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
export const WebhookQuestion = (props: QuestionProps) => {
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
