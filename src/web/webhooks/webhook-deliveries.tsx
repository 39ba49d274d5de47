import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type WebhookEventLog, webhookDeliveryStatuses } from "#contract/webhooks.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { webhookEvents } from "#web/api/webhooks.ts";
import { capital } from "#web/ui/capital.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { type ListSearch, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { deliveryColumns, deliveryName } from "./delivery-columns.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { RetryDialog } from "./retry-dialog.tsx";

const views = [
  { label: "All", filter: { delivery: "" } },
  ...webhookDeliveryStatuses.map((status) => ({
    label: capital(status.replaceAll("_", " ")),
    filter: { delivery: status },
  })),
];

const filterOf = (search: ListSearch) => {
  const { pageNumber, pageSize } = pageOf(search);
  const status = webhookDeliveryStatuses.find((known) => known === search["delivery"]);
  return { webhookDeliveryStatus: status, page: pageNumber, pageSize };
};

const Nothing = () => (
  <Notice title="No delivery here" blank tone="still">
    <p>Nothing was delivered yet, or nothing with this status.</p>
  </Notice>
);

const Unserved = () => (
  <Notice title="This upstream gives no delivery log" blank>
    <p>
      The API’s document does not have one. What was delivered can be seen at the receiver alone.
    </p>
  </Notice>
);

/** What was delivered, what failed and why, and the way to send it again. */
export const WebhookDeliveries = ({ id }: { id: number }) => {
  const { search, turn } = useListSearch();
  const query = useQuery(webhookEvents(id, filterOf(search)));
  const [retry, setRetry] = useState<{ events: readonly WebhookEventLog[]; done: () => void }>();
  const opened = query.data?.value.find((event) => String(event.id) === search["event"]);
  const close = () => turn({ event: "" });
  return (
    <section className="webhook__deliveries" aria-label="Deliveries">
      <h2>Deliveries</h2>
      {!isUnserved(query.error) && <ViewTabs views={views} label="Delivery statuses" />}
      <DataTable
        name={`webhook-${id}-deliveries`}
        label="Delivery log"
        columns={deliveryColumns}
        query={query}
        rowId={(event) => String(event.id)}
        nameOf={deliveryName}
        empty={<Nothing />}
        unserved={<Unserved />}
        selectionActions={(events, clear) => (
          <Button variant="filled" size="xs" onClick={() => setRetry({ events, done: clear })}>
            Send again…
          </Button>
        )}
      />
      {opened && !retry && (
        <DeliveryDialog
          event={opened}
          onClose={close}
          onRetry={() => setRetry({ events: [opened], done: close })}
        />
      )}
      {retry && (
        <RetryDialog
          id={id}
          events={retry.events}
          onClose={() => setRetry(undefined)}
          onDone={() => {
            retry.done();
            setRetry(undefined);
          }}
        />
      )}
    </section>
  );
};
