import type { WebhookEventLog } from "#contract/webhooks.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { formatQuantity } from "#web/base/format.ts";
import { NextAttempt } from "./next-attempt.tsx";
import { Code, Moment, Text } from "#web/kit/values.tsx";
import { DeliveryBadge, describeDelivery } from "./webhook-status.tsx";

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

interface LogPlace {
  /** Whether the webhook is active. */
  active: boolean;
  /** The address of the log without an open event: its path and search. */
  address: string;
}

/** The address of the log with an open event. */
const eventAddress = (address: string, eventId: number): string =>
  `${address}${address.includes("?") ? "&" : "?"}event=${eventId}`;

/** The delivery log's columns. */
export const deliveryColumns = ({
  active,
  address,
}: LogPlace): readonly Column<WebhookEventLog>[] => [
  {
    id: "eventKey",
    header: "Event",
    width: 185,
    main: true,
    value: deliveryName,
    cell: (event) => (
      <a href={eventAddress(address, event.id)} data-row-link>
        <bdi>{deliveryName(event)}</bdi>
      </a>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 125,
    wide: "mark",
    value: ({ status }) => describeDelivery(status).label,
    cell: ({ status }) => <DeliveryBadge status={status} />,
  },
  {
    id: "eventType",
    header: "Type",
    width: 160,
    wide: true,
    value: ({ eventType }) => eventType?.replace(/Event$/, ""),
    cell: ({ eventType }) => <Text value={eventType?.replace(/Event$/, "")} />,
  },
  {
    id: "statusCode",
    header: "Code",
    width: 60,
    align: "end",
    value: ({ statusCode }) => statusCode,
    cell: ({ statusCode }) => <Text value={statusCode} />,
  },
  {
    id: "statusMessage",
    header: "Message",
    width: 140,
    wide: true,
    value: ({ statusMessage }) => statusMessage,
    cell: ({ statusMessage }) => <Text value={statusMessage} />,
  },
  {
    id: "retryCount",
    header: "Retries",
    width: 80,
    align: "end",
    value: ({ retryCount }) => retryCount,
    cell: Repeats,
  },
  {
    id: "lastTriedAt",
    header: "Last attempt",
    width: 110,
    value: ({ lastTriedAt }) => lastTriedAt,
    cell: ({ lastTriedAt }) => <Moment at={lastTriedAt} />,
  },
  {
    id: "nextTryAt",
    header: "Next attempt",
    width: 110,
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
