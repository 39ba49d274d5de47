import { Link } from "@tanstack/react-router";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { withSearch } from "#web/ui/list-search.ts";
import { formatQuantity } from "#web/ui/format.ts";
import { NextAttempt } from "./next-attempt.tsx";
import { Code, Moment, Text } from "#web/ui/values.tsx";
import { DeliveryBadge } from "./webhook-status.tsx";

/** A delivery's name: the key of its event, or its id where it has none. */
export const deliveryName = ({ id, eventKey }: Pick<WebhookEventLog, "id" | "eventKey">): string =>
  eventKey || `Event ${id}`;

/** Retries, by the schedule and by hand. */
const Repeats = ({ retryCount, manualRetryCount }: WebhookEventLog) => (
  <span className={(retryCount ?? 0) + (manualRetryCount ?? 0) > 0 ? undefined : "faint"}>
    {formatQuantity(retryCount ?? 0)}
    {(manualRetryCount ?? 0) > 0 && ` + ${formatQuantity(manualRetryCount)} manual`}
  </span>
);

/** The delivery log's columns, for a webhook that is active or not. */
export const deliveryColumns = (active: boolean): readonly Column<WebhookEventLog>[] => [
  {
    id: "eventKey",
    header: "Event",
    width: 210,
    main: true,
    value: deliveryName,
    cell: (event) => (
      <Link to="." search={withSearch({ event: String(event.id) })} data-row-link>
        <bdi>{deliveryName(event)}</bdi>
      </Link>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 145,
    wide: "badge",
    value: ({ status }) => status,
    cell: ({ status }) => <DeliveryBadge status={status} />,
  },
  {
    id: "eventType",
    header: "Type",
    width: 212,
    wide: true,
    value: ({ eventType }) => eventType,
    cell: ({ eventType }) => <Text value={eventType?.replace(/Event$/, "")} />,
  },
  {
    id: "statusCode",
    header: "Code",
    width: 65,
    align: "end",
    value: ({ statusCode }) => statusCode,
    cell: ({ statusCode }) => <Text value={statusCode} />,
  },
  {
    id: "statusMessage",
    header: "Message",
    width: 133,
    wide: true,
    value: ({ statusMessage }) => statusMessage,
    cell: ({ statusMessage }) => <Text value={statusMessage} />,
  },
  {
    id: "retryCount",
    header: "Retries",
    width: 110,
    align: "end",
    value: ({ retryCount }) => retryCount,
    cell: Repeats,
  },
  {
    id: "lastTriedAt",
    header: "Last attempt",
    width: 122,
    value: ({ lastTriedAt }) => lastTriedAt,
    cell: ({ lastTriedAt }) => <Moment at={lastTriedAt} />,
  },
  {
    id: "nextTryAt",
    header: "Next attempt",
    width: 122,
    value: ({ nextTryAt }) => nextTryAt,
    cell: (event) => <NextAttempt event={event} active={active} />,
  },
  {
    id: "createdAt",
    header: "Created",
    width: 120,
    optional: true,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: "publishedAt",
    header: "Published",
    width: 120,
    optional: true,
    value: ({ publishedAt }) => publishedAt,
    cell: ({ publishedAt }) => <Moment at={publishedAt} />,
  },
  {
    id: "id",
    header: "ID",
    width: 90,
    align: "end",
    optional: true,
    value: ({ id }) => id,
    cell: ({ id }) => <Code value={id} />,
  },
];
