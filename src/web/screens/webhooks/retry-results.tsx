import type { WebhookEventLog } from "#contract/webhooks.ts";
import { formatQuantity } from "#web/base/format.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Text } from "#web/kit/values.tsx";
import { deliveryName } from "./delivery-columns.tsx";
import { isWaiting, type SentEvents } from "./sent-events.ts";
import { useResults } from "./use-results.ts";
import { DeliveryBadge } from "./webhook-status.tsx";

const columns: readonly PlainColumn<WebhookEventLog>[] = [
  { header: "Event", cell: (event) => <bdi>{deliveryName(event)}</bdi> },
  { header: "Result", cell: ({ status }) => <DeliveryBadge status={status} /> },
  { header: "Message", wide: true, cell: ({ statusMessage }) => <Text value={statusMessage} /> },
];

/** The result of each event that was sent again. */
export const RetryResults = ({ id, sent }: { id: number; sent: SentEvents }) => {
  const { results: rows, failed } = useResults(id, sent);
  const delivered = rows.filter(({ status }) => status === "published").length;
  const waiting = rows.filter(isWaiting).length;
  return (
    <>
      <p role="status">
        {formatQuantity(delivered)} delivered, {formatQuantity(rows.length - delivered - waiting)}{" "}
        failed, {formatQuantity(waiting)} waiting
      </p>
      {failed && waiting > 0 && <p>Results couldn't be loaded. Check the delivery log for them.</p>}
      <PlainTable label="Results" columns={columns} rows={rows} none="No events" />
    </>
  );
};
