import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type WebhookConfiguration,
  type WebhookEventLog,
  webhookDeliveryStatuses,
  webhookOperations,
} from "#contract/webhooks.ts";
import { webhookEvents } from "#web/api/webhooks.ts";
import { capital } from "#web/ui/capital.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { readPaging, type SearchOf, useListSearch } from "#web/ui/list-search.ts";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { deliveryColumns, deliveryName } from "./delivery-columns.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { NewDeliveries } from "./new-deliveries.tsx";
import { NoDeliveries, UnservedDeliveries } from "./no-deliveries.tsx";
import { RetryDialog } from "./retry-dialog.tsx";
import { RetryFailed } from "./retry-failed.tsx";
import { useTestEvent } from "./use-test-event.tsx";

const views = viewsBy("delivery", webhookDeliveryStatuses, (status) =>
  capital(status.replaceAll("_", " ")),
);

const toFilter = (search: SearchOf<"/webhooks/$id">) => {
  const { pageNumber, pageSize } = readPaging(search);
  const status = webhookDeliveryStatuses.find((known) => known === search.delivery);
  return { webhookDeliveryStatus: status, page: pageNumber, pageSize };
};

/** The deliveries, their failures with the reasons, and the button to retry them. */
export const WebhookDeliveries = ({
  id,
  status: state,
}: Pick<WebhookConfiguration, "id" | "status">) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { search, turn } = useListSearch("/webhooks/$id");
  const filter = toFilter(search);
  const query = useQuery(webhookEvents(id, filter));
  const [retry, setRetry] = useState<{
    events: readonly WebhookEventLog[];
    cut?: boolean;
    done: () => void;
  }>();
  const active = state === "active";
  const columns = useMemo(() => deliveryColumns(active), [active]);
  const test = useTestEvent(id);
  const opened = query.data?.value.find((event) => String(event.id) === search.event);
  const close = () => turn({ event: "" });
  return (
    <section className="webhook__deliveries" aria-label="Deliveries">
      <div className="webhook__head">
        <h2 ref={heading} tabIndex={-1}>
          Deliveries
        </h2>
        <div className="row">
          {query.data && filter.page === 1 && (
            <NewDeliveries
              key={search.delivery}
              id={id}
              filter={filter}
              shown={query.data}
              shownAt={query.dataUpdatedAt}
              onShow={() => heading.current?.focus()}
            />
          )}
          {(query.data?.value.length ?? 0) > 0 && (
            <RetryFailed
              id={id}
              tab={search.delivery}
              onLoaded={(failed) => setRetry({ ...failed, done: () => undefined })}
            />
          )}
          {state !== "deleted" && test.button}
        </div>
      </div>
      {test.failure}
      <ViewTabs views={views} label="Delivery statuses" of={query} />
      <DataTable
        name={`webhook-${id}-deliveries`}
        label="Delivery log"
        columns={columns}
        query={query}
        rowId={(event) => String(event.id)}
        nameOf={deliveryName}
        empty={<NoDeliveries status={search.delivery} />}
        unserved={<UnservedDeliveries />}
        selectionActions={(events, clear) => (
          <PermittedButton
            permission={webhookOperations.retryWebhookEvents}
            variant="filled"
            size="xs"
            onClick={() => setRetry({ events, done: clear })}
          >
            Send again…
          </PermittedButton>
        )}
      />
      {opened && !retry && (
        <DeliveryDialog
          event={opened}
          active={active}
          onClose={close}
          onRetry={() => setRetry({ events: [opened], done: close })}
        />
      )}
      {retry && (
        <RetryDialog
          id={id}
          status={state}
          events={retry.events}
          cut={retry.cut ?? false}
          onClose={() => setRetry(undefined)}
          onDone={() => {
            // The button that opened the dialog is removed with the selection, before the focus is moved on.
            flushSync(() => {
              retry.done();
              setRetry(undefined);
            });
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
};
