import "./webhook.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { isUnreadable } from "#web/base/api-error.ts";
import { webhookDetail } from "#web/api/webhooks.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/route-id.ts";
import { useOwnerName } from "./use-owner-name.ts";
import { WebhookUnreadable } from "./webhook-unreadable.tsx";
import { WebhookConfigurationSheet } from "./webhook-configuration.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { WebhookEdit } from "./webhook-edit.tsx";
import { useFocusFallback } from "#web/base/use-focus-fallback.ts";
import { WebhookHealth } from "./webhook-health.tsx";
import { rememberWebhook } from "./webhook-memory.ts";
import { webhookName, WebhookStatusBadge } from "./webhook-status.tsx";
import { toRecordId } from "#web/base/record-id.ts";

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
  if (query.data === undefined && isUnreadable(query.error))
    return <WebhookUnreadable id={toRecordId(id)} />;
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
