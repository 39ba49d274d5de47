import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { webhookDetail } from "#web/api/webhooks.ts";
import { useServed } from "#web/base/served.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useFocusFallback } from "#web/base/focus.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { PermittedButton } from "#web/kit/button.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Moment, Text } from "#web/kit/values.tsx";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { SigningSecret } from "./signing-secret.tsx";
import { useOwnerName } from "./use-owner-name.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { useWebhookSwitch, WebhookEdit } from "./webhook-edit.tsx";
import { urlWarning } from "./webhook-fields.tsx";
import { WebhookHealth } from "./webhook-health.tsx";
import { rememberWebhook } from "./webhook-memory.ts";
import { eventMeaning, webhookName, WebhookStatusBadge } from "./webhook-status.tsx";
import { WebhookUnreadable } from "./webhook-unreadable.tsx";
import "./webhook.css";

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
