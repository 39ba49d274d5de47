import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReceivedOrdersRunDetail } from "#contract/received-orders.ts";
import { receivedOrdersCandidates } from "#web/api/received-orders.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { FoundOrders } from "./found-orders.tsx";

interface ByHandProps {
  run: ReceivedOrdersRunDetail;
  /** The source of the requested orders, in words. */
  source: string;
  reason: string;
}

/** The steps to compare by hand. */
const ByHand = ({ run, source, reason }: ByHandProps) => (
  <Notice title="Manual check needed" tone="waiting">
    <p>{reason}</p>
    <ol>
      <li>
        In the API's own screens, or with the people who run {source}, look for orders that became
        Processed at {formatDateTime(run.requestedAt)} or shortly after.
      </li>
      <li>
        If there are none, select “No orders changed”. The orders are still in Processing and can be
        received again.
      </li>
      <li>
        If there are any, forward them to the people who fulfill them. Then select “Recovered
        elsewhere” and enter in the note where they are.
      </li>
    </ol>
  </Notice>
);

interface ComparedOrdersProps extends Pick<ByHandProps, "run" | "source"> {
  sourceName: (id: number | null | undefined) => string;
  busy: boolean;
  onKeep: (orderIds: number[]) => void;
}

/** The result of the comparison with the API's list, requested when it is shown, and again on request. */
export const ComparedOrders = ({ run, source, ...found }: ComparedOrdersProps) => {
  const query = useQuery(receivedOrdersCandidates(run.id));
  if (query.isPending) return <p role="status">Checking the list of orders…</p>;
  const failure = query.isError && (
    <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  );
  if (!query.data) return failure;
  const { comparable, reason, orders, whole } = query.data.value;
  const again = (
    <Button disabled={query.isFetching} onClick={() => void query.refetch()}>
      {query.isFetching ? "Checking…" : "Check again"}
    </Button>
  );
  if (!comparable)
    return (
      <>
        {failure}
        <ByHand
          run={run}
          source={source}
          reason={reason ?? "The API doesn't offer a list of orders to check."}
        />
      </>
    );
  return (
    <>
      {/* The orders of the last check stay, with those that the person has cleared. */}
      {failure}
      {!whole && <p>{reason ?? "There are more orders than the console can check."}</p>}
      {orders.length === 0 ? (
        <Notice title="No missing orders" tone="good" actions={again}>
          <p>
            Every Processed order that changed since then is in a run. The API may still be working
            on the request, so wait a few minutes and check again before you select “No orders
            changed”.
          </p>
        </Notice>
      ) : (
        <>
          <p role="status">
            {formatCount(orders.length, "order")} {orders.length === 1 ? "is" : "are"} Processed,
            changed after the run started, and not in another run.
          </p>
          <p>
            The run changed all its orders at almost the same time. Clear any order that was changed
            by hand, or it may be fulfilled twice. Orders acknowledged or canceled since then are
            not listed.
          </p>
          <FoundOrders {...found} orders={orders}>
            {again}
          </FoundOrders>
        </>
      )}
    </>
  );
};
