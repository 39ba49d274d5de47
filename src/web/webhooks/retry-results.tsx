import { useQueries } from "@tanstack/react-query";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { deliveriesOfEvents, mostEvents } from "#web/api/webhook-deliveries.ts";
import { formatQuantity } from "#web/ui/format.ts";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Text } from "#web/ui/values.tsx";
import { deliveryName } from "./delivery-columns.tsx";
import { DeliveryBadge } from "./webhook-status.tsx";

/** How often results are loaded while some are missing, and how many times: a receiver has 15 s to respond. */
const everyMs = 2_000;
const mostTimes = 15;

const isWaiting = (event: WebhookEventLog | undefined): boolean => event?.status === "processing";

const columns: readonly PlainColumn<WebhookEventLog>[] = [
  { header: "Event", cell: (event) => <bdi>{deliveryName(event)}</bdi> },
  { header: "Result", cell: ({ status }) => <DeliveryBadge status={status} /> },
  { header: "Message", wide: true, cell: ({ statusMessage }) => <Text value={statusMessage} /> },
];

const splitIntoChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / mostEvents) }, (_, index) =>
    ids.slice(index * mostEvents, (index + 1) * mostEvents),
  );

/** The result of each event that was sent again, loaded until none is being delivered. */
export const RetryResults = ({
  id,
  events,
}: {
  id: number;
  events: readonly WebhookEventLog[];
}) => {
  const found = useQueries({
    queries: splitIntoChunks(events.map((event) => event.id)).map((ids) => ({
      ...deliveriesOfEvents(id, ids),
      refetchInterval: (query: {
        state: { data?: Map<number, WebhookEventLog> | undefined; dataUpdateCount: number };
      }) => {
        const { data, dataUpdateCount } = query.state;
        const waits = data === undefined || [...data.values()].some(isWaiting);
        return waits && dataUpdateCount < mostTimes ? everyMs : false;
      },
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => [...(data ?? [])])),
  });
  const rows = events.map(
    (event): WebhookEventLog =>
      found.get(event.id) ?? { ...event, status: "processing", statusMessage: null },
  );
  const delivered = rows.filter(({ status }) => status === "published").length;
  const waiting = rows.filter(isWaiting).length;
  return (
    <>
      <p role="status">
        {formatQuantity(delivered)} delivered, {formatQuantity(rows.length - delivered - waiting)}{" "}
        failed, {formatQuantity(waiting)} waiting
      </p>
      <PlainTable label="Results" columns={columns} rows={rows} none="No events" />
    </>
  );
};
