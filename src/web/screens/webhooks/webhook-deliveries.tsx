import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { type WebhookConfiguration, webhookDeliveryStatuses } from "#contract/webhooks.ts";
import { pageSize } from "#contract/limits.ts";
import { webhookEvents } from "#web/api/webhooks.ts";
import { capital } from "#web/base/format.ts";
import { readNow } from "#web/kit/collect-records.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { readPaging, type SearchOf, useListSearch, writeSearch } from "#web/base/list-search.ts";
import { recordAddress } from "#web/records/row-link.tsx";
import { ViewTabs, viewsBy } from "#web/kit/view-tabs.tsx";
import { DeliveriesHead } from "./deliveries-head.tsx";
import { deliveryColumns, deliveryName } from "./delivery-columns.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { NoDeliveries, UnservedDeliveries } from "./no-deliveries.tsx";
import { RetryDialog } from "./retry-dialog.tsx";
import { SendAgainButton } from "./send-again-button.tsx";
import { whyUnsendable } from "./sent-events.ts";
import { FollowResults } from "./use-results.ts";
import { useRetries } from "./use-retries.ts";

const views = viewsBy("delivery", webhookDeliveryStatuses, (status) =>
  capital(status.replaceAll("_", " ")),
);

const toFilter = (search: SearchOf<"/webhooks/$id">) => {
  const { pageNumber, pageSize } = readPaging(search);
  const status = webhookDeliveryStatuses.find((known) => known === search.delivery);
  return { webhookDeliveryStatus: status, page: pageNumber, pageSize };
};

/** The deliveries, their failures with the reasons, and the button to retry them. */
export const WebhookDeliveries = ({ id, status }: Pick<WebhookConfiguration, "id" | "status">) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { search, turn } = useListSearch("/webhooks/$id");
  const filter = toFilter(search);
  const query = useQuery(webhookEvents(id, filter));
  const { retry, ask, close: closeRetry, keep, closed } = useRetries();
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
        onFailed={ask}
      />
      <ViewTabs views={views} label="Delivery statuses" of={query} />
      <DataTable
        name={`webhook-${id}-deliveries`}
        label="Delivery log"
        nouns={["delivery", "deliveries"]}
        order={{ words: "newest first", by: "-createdAt" }}
        all={{
          readPage: (page) =>
            readNow(webhookEvents(id, { ...filter, page, pageSize: pageSize.maximum })),
        }}
        columns={columns}
        query={query}
        rowId={(event) => String(event.id)}
        nameOf={deliveryName}
        empty={<NoDeliveries status={search.delivery} />}
        unserved={<UnservedDeliveries />}
        selectionActions={(events, clear) => (
          <SendAgainButton
            why={whyUnsendable(status, events)}
            variant="filled"
            size="xs"
            onClick={() => ask({ events, done: clear })}
          >
            Send again…
          </SendAgainButton>
        )}
      />
      {query.data && search.event && !retry && (
        <DeliveryDialog
          key={search.event}
          webhookId={id}
          eventId={search.event}
          listed={query.data.value.find((event) => String(event.id) === search.event)}
          status={status}
          onClose={close}
          onRetry={(event) => ask({ events: [event], taken: close })}
          onRemoved={() => {
            // The row that opened it may have left the page: the next Tab key would start at the top.
            if (document.activeElement === document.body) heading.current?.focus();
          }}
        />
      )}
      {closed.map((sent) => (
        <FollowResults key={sent.run} id={id} sent={sent} />
      ))}
      {retry && (
        <RetryDialog
          id={id}
          status={status}
          run={retry.run}
          events={retry.events}
          cut={retry.cut ?? false}
          skipped={retry.skipped}
          onTaken={(sent, isShown) => {
            keep(sent);
            if (isShown) retry.taken?.();
          }}
          onClose={closeRetry}
          onDone={() => {
            // The button that opened the dialog is removed with the selection, before the focus is moved on.
            flushSync(() => {
              retry.done?.();
              closeRetry();
            });
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
};
