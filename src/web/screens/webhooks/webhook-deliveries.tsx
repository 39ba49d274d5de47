import { Button } from "@mantine/core";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type WebhookConfiguration,
  webhookDeliveryStatuses,
  type WebhookEventLog,
  webhookOperations,
} from "#contract/webhooks.ts";
import type { Answer } from "#web/api/call.ts";
import {
  type DeliveryFilter,
  newestEvents,
  sendWebhookTestEvent,
  webhookEvents,
} from "#web/api/webhooks.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount } from "#web/base/format.ts";
import { readPaging, type SearchOf, useListSearch, writeSearch } from "#web/base/list-search.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { NoMatches } from "#web/kit/filters.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { useSending } from "#web/kit/use-sending.ts";
import { viewsBy, ViewTabs } from "#web/kit/views.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { countNew, whyUnsendable } from "./delivery-model.ts";
import { deliveryName } from "#web/records/webhook-words.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { FollowResults, RetryDialog } from "./retry-dialog.tsx";
import { describeDelivery } from "./webhook-status.tsx";
import { type FailedDeliveries, RetryFailed, SendAgainButton, useRetries } from "./send-again.tsx";

interface DeliveriesHeadProps {
  id: number;
  /** The webhook's status. */
  status: string | null | undefined;
  /** The delivery status of the tab. */
  tab: string | undefined;
  filter: DeliveryFilter;
  query: UseQueryResult<Answer<WebhookEventLog[]>>;
  heading: RefObject<HTMLHeadingElement | null>;
  onFailed: (failed: FailedDeliveries) => void;
}

/** The heading of the delivery log, with the new rows, all failed events and a test event as buttons. */
const DeliveriesHead = ({
  id,
  status,
  tab,
  filter,
  query,
  heading,
  onFailed,
}: DeliveriesHeadProps) => {
  const test = useTestEvent(id);
  return (
    <>
      <div className="webhook__head">
        <h2 ref={heading} tabIndex={-1}>
          Deliveries
        </h2>
        <div className="row">
          {query.data && filter.page === 1 && (
            <NewDeliveries
              key={tab}
              id={id}
              filter={filter}
              shown={query.data}
              shownAt={query.dataUpdatedAt}
              onShow={() => heading.current?.focus()}
            />
          )}
          {(query.data?.value.length ?? 0) > 0 && (
            <RetryFailed
              key={`failed ${tab}`}
              id={id}
              status={status}
              tab={tab}
              onLoaded={onFailed}
            />
          )}
          {status !== "deleted" && test.button}
        </div>
      </div>
      {test.failure}
    </>
  );
};

/** Sends a test event to the webhook's address. The delivery log shows how it ended. */
const useTestEvent = (id: number) => {
  const { error, sending, send } = useSending(async () => {
    await sendWebhookTestEvent(id);
    notify("Test event sent. The delivery log shows the result.");
  });
  return {
    button: (
      <PermittedButton
        permission={webhookOperations.sendWebhookTestEvent}
        size="xs"
        onClick={() => void send()}
      >
        {sending ? "Sending…" : "Send test event"}
      </PermittedButton>
    ),
    failure:
      error === undefined ? null : isUnserved(error) ? (
        <Notice title="The service can't send test events" tone="waiting" alert />
      ) : (
        <ErrorNotice error={error} />
      ),
  };
};

/** Shown instead of the delivery log when it has no rows. */
const NoDeliveries = ({ status }: { status: string | undefined }) =>
  status ? (
    <NoMatches noun="delivery" many="deliveries" views="status" names={["delivery"]} />
  ) : (
    <Notice title="No deliveries yet" blank tone="still">
      <p>Select “Send test event” to see whether the receiver answers.</p>
    </Notice>
  );

/** Shown instead of the delivery log when the upstream does not have one. */
const UnservedDeliveries = () => (
  <Notice title="The service doesn't offer a delivery log" blank>
    <p>To see deliveries, check the receiving system.</p>
  </Notice>
);

interface NewDeliveriesProps {
  id: number;
  filter: DeliveryFilter;
  shown: Answer<WebhookEventLog[]>;
  shownAt: number;
  /** Receives the focus of the button, which disappears. */
  onShow: () => void;
}

/** Follows the first page of a log: new states appear by themselves, new rows on a click, so that no row moves. */
const NewDeliveries = ({ id, filter, shown, shownAt, onShow }: NewDeliveriesProps) => {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(newestEvents(id, filter, { shown, shownAt }));
  const count = countNew(shown.value, data.value);
  const show = () => {
    client.setQueryData(webhookEvents(id, filter).queryKey, data);
    onShow();
  };
  const isNewer = dataUpdatedAt > shownAt;
  useEffect(() => {
    if (isNewer && count === 0) client.setQueryData(webhookEvents(id, filter).queryKey, data);
  });
  return (
    <span role="status">
      {count > 0 && (
        <Button size="xs" variant="outline" onClick={show}>
          Show {formatCount(count, "new delivery", "new deliveries")}
        </Button>
      )}
    </span>
  );
};

const views = viewsBy(
  "delivery",
  webhookDeliveryStatuses,
  (status) => describeDelivery({ status }).label ?? status,
);

const toFilter = (search: SearchOf<"/webhooks/$id">) => {
  const { pageNumber, pageSize } = readPaging(search);
  const status = webhookDeliveryStatuses.find((known) => known === search.delivery);
  return { webhookDeliveryStatus: status, page: pageNumber, pageSize };
};

/** The deliveries, their failures with the reasons, and the button to retry them. */
export const WebhookDeliveries = ({ id, status }: Pick<WebhookConfiguration, "id" | "status">) => {
  const isServed = useServed(webhookOperations.listWebhookEventLogs);
  const heading = useRef<HTMLHeadingElement>(null);
  const { search, turn, retype } = useListSearch("/webhooks/$id");
  const filter = toFilter(search);
  const { query, table } = useListedRows({
    page: ({ pageNumber, pageSize }) =>
      webhookEvents(id, { ...filter, page: pageNumber, pageSize }),
  });
  const { retry, ask, close: closeRetry, keep, closed } = useRetries();
  const active = status === "active";
  const address = `${recordAddress("webhooks", id)}${writeSearch({ ...search, event: "" })}`;
  const columns = useMemo(() => deliveryColumns({ active, address }), [active, address]);
  // The question takes the drawer's place: without an answer, the focus returns to the drawer's button.
  const [askedOf, setAskedOf] = useState<string>();
  const close = () => {
    setAskedOf(undefined);
    turn({ event: "" });
  };
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
      {isServed ? (
        <>
          <ViewTabs views={views} label="Delivery statuses" />
          <DataTable
            {...table}
            name={`webhook-${id}-deliveries`}
            label="Delivery log"
            nouns={["delivery", "deliveries"]}
            order={{ words: "newest first", by: "-createdAt" }}
            columns={columns}
            rowId={(event) => String(event.id)}
            nameOf={deliveryName}
            empty={<NoDeliveries status={search.delivery} />}
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
        </>
      ) : (
        <UnservedDeliveries />
      )}
      {query.data && search.event && !retry && (
        <DeliveryDrawer
          webhookId={id}
          eventId={search.event}
          page={query.data.value}
          onTurn={(event) => retype({ event: String(event.id) })}
          status={status}
          onClose={close}
          beginsAtSend={askedOf === search.event}
          onRetry={(event) => {
            setAskedOf(String(event.id));
            ask({ events: [event], taken: close });
          }}
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
