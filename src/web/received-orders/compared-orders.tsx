import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReceivedOrdersRunDetail } from "#contract/received-orders.ts";
import { receivedOrdersCandidates } from "#web/api/received-orders.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted, dateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { FoundOrders } from "./found-orders.tsx";

interface ByHandProps {
  run: ReceivedOrdersRunDetail;
  /** Whose orders were asked for, in words. */
  source: string;
  reason: string;
}

/** What a person does who cannot compare by machine. */
const ByHand = ({ run, source, reason }: ByHandProps) => (
  <Notice title="A person has to find out" tone="waiting">
    <p>{reason}</p>
    <ol>
      <li>
        Open the API’s own screens, or ask whoever runs {source}, for orders that became Processed
        at {dateTime(run.requestedAt)} or just after.
      </li>
      <li>
        If there are none, choose “Nothing was moved”: the orders are still in Processing, and can
        be received again.
      </li>
      <li>
        If there are some, get them from there to whoever fulfils them, choose “Recovered elsewhere”
        and write into the note where they are.
      </li>
    </ol>
  </Notice>
);

interface ComparedOrdersProps extends Pick<ByHandProps, "run" | "source"> {
  sourceName: (id: number | null | undefined) => string;
  busy: boolean;
  onKeep: (orderIds: number[]) => void;
}

/** What comparing with the API's list finds; asked when it is shown, and again on request. */
export const ComparedOrders = ({ run, source, ...found }: ComparedOrdersProps) => {
  const query = useQuery(receivedOrdersCandidates(run.id));
  if (query.isPending) return <p role="status">Comparing with the list of orders …</p>;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const { comparable, reason, orders, whole } = query.data.value;
  const again = (
    <Button disabled={query.isFetching} onClick={() => void query.refetch()}>
      {query.isFetching ? "Comparing …" : "Compare again"}
    </Button>
  );
  if (!comparable)
    return (
      <ByHand
        run={run}
        source={source}
        reason={reason ?? "This upstream has no list of orders to compare with."}
      />
    );
  return (
    <>
      {!whole && <p>{reason ?? "There were more orders than are looked through."}</p>}
      {orders.length === 0 ? (
        <Notice title="No order is missing" tone="good" actions={again}>
          <p>
            Every order that is Processed and was changed since then is in a run. So nothing was
            moved, if the API has done with the call: it may be at work on it for some minutes, so
            compare again before you choose “Nothing was moved”.
          </p>
        </Notice>
      ) : (
        <>
          <p role="status">
            {counted(orders.length, "order")} {orders.length === 1 ? "is" : "are"} Processed,
            changed since the run began, and in no other run.
          </p>
          <p>
            The run changed all of its orders at nearly one moment. Take out what somebody moved by
            hand meanwhile, or it may be fulfilled twice. An order that somebody has acknowledged or
            canceled since is not listed here.
          </p>
          <FoundOrders {...found} orders={orders}>
            {again}
          </FoundOrders>
        </>
      )}
    </>
  );
};
