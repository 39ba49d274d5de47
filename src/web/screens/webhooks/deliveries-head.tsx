import type { RefObject } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import type { Answer } from "#web/api/call.ts";
import type { DeliveryFilter } from "#web/api/webhooks.ts";
import { NewDeliveries } from "./new-deliveries.tsx";
import { type FailedDeliveries, RetryFailed } from "./retry-failed.tsx";
import { useTestEvent } from "./use-test-event.tsx";

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
export const DeliveriesHead = ({
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
