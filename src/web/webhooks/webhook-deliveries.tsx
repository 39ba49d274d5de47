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
import { recordAddress } from "#web/ui/row-link.tsx";
import { writeSearch } from "#web/ui/search-schema.ts";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { DeliveriesHead } from "./deliveries-head.tsx";
import { deliveryColumns, deliveryName } from "./delivery-columns.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { NoDeliveries, UnservedDeliveries } from "./no-deliveries.tsx";
import { RetryDialog } from "./retry-dialog.tsx";

const views = viewsBy("delivery", webhookDeliveryStatuses, (status) =>
  capital(status.replaceAll("_", " ")),
);

const toFilter = (search: SearchOf<"/webhooks/$id">) => {
  const { pageNumber, pageSize } = readPaging(search);
  const status = webhookDeliveryStatuses.find((known) => known === search.delivery);
  return { webhookDeliveryStatus: status, page: pageNumber, pageSize };
};

interface Retry {
  readonly events: readonly WebhookEventLog[];
  readonly cut?: boolean;
  readonly done?: () => void;
}

/** The deliveries, their failures with the reasons, and the button to retry them. */
export const WebhookDeliveries = ({ id, status }: Pick<WebhookConfiguration, "id" | "status">) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { search, turn } = useListSearch("/webhooks/$id");
  const filter = toFilter(search);
  const query = useQuery(webhookEvents(id, filter));
  const [retry, setRetry] = useState<Retry>();
  const active = status === "active";
  const address = `${recordAddress("webhooks", id)}${writeSearch({ ...search, event: "" })}`;
  const columns = useMemo(() => deliveryColumns({ active, address }), [active, address]);
  const close = () => turn({ event: "" });
  return (
    <section className="webhook__deliveries" aria-label="Deliveries">
      <DeliveriesHead
        id={id}
        status={status}
        tab={search.delivery}
        filter={filter}
        query={query}
        heading={heading}
        onFailed={setRetry}
      />
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
      {query.data && search.event && !retry && (
        <DeliveryDialog
          key={search.event}
          webhookId={id}
          eventId={search.event}
          listed={query.data.value.find((event) => String(event.id) === search.event)}
          active={active}
          onClose={close}
          onRetry={(event) => setRetry({ events: [event], done: close })}
          onRemoved={() => {
            // The row that opened it may have left the page: the next Tab key would start at the top.
            if (document.activeElement === document.body) heading.current?.focus();
          }}
        />
      )}
      {retry && (
        <RetryDialog
          id={id}
          status={status}
          events={retry.events}
          cut={retry.cut ?? false}
          onClose={() => setRetry(undefined)}
          onDone={() => {
            // The button that opened the dialog is removed with the selection, before the focus is moved on.
            flushSync(() => {
              retry.done?.();
              setRetry(undefined);
            });
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
};
