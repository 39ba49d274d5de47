import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { useWhyForbidden } from "#web/base/permissions.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Moment, Text } from "#web/kit/values.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { eventMeaning } from "./webhook-status.tsx";
import { urlWarning } from "./webhook-changes.ts";
import { useWebhookSwitch } from "./webhook-switch.tsx";

const Events = ({ events }: { events: readonly string[] }) =>
  events.length === 0 ? (
    "No events. Nothing is delivered."
  ) : (
    <ul className="webhook__events">
      {events.map((event) => (
        <li key={event}>
          <Code value={event} /> <span className="faint">{eventMeaning(event)}</span>
        </li>
      ))}
    </ul>
  );

const listFields = (record: WebhookConfiguration, owner: string): KeyValue[] => [
  { label: "Address", value: <Code value={record.webhookUrl} />, wide: true },
  { label: "Events", value: <Events events={record.subscribedEvents} />, wide: true },
  { label: record.sourceId ? "Source" : "Channel", value: <Text value={owner} />, wide: true },
  {
    label: "Notification email",
    value: <Text value={record.notificationEmail} />,
    empty: !record.notificationEmail,
    wide: true,
  },
  { label: "Signing secret", value: <SigningSecret record={record} /> },
  { label: "Created", value: <Moment at={record.createdAt} absolute /> },
  { label: "Updated", value: <Moment at={record.updatedAt} absolute /> },
  { label: "Webhook ID", value: <Code value={record.id} /> },
];

/** The saved configuration, with the buttons to change it. */
export const WebhookConfigurationSheet = ({
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
