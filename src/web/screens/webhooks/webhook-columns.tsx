import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { capital } from "#web/base/capital.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { Moment, Text } from "#web/kit/values.tsx";
import { getHost } from "./webhook-changes.ts";
import {
  type CountsOf,
  describeDeliveries,
  rankDeliveries,
  RecentDeliveries,
} from "./webhook-day-counts.tsx";
import { webhookName, WebhookStatusBadge } from "./webhook-status.tsx";

/** Returns the name of a webhook's owner. */
export type OwnerOf = (record: WebhookConfiguration) => string;

const shortEvent = (event: string): string => event.replace(/Event$/, "");

const eventsInShort = ({ subscribedEvents }: WebhookConfiguration): string =>
  subscribedEvents.map(shortEvent).join(", ");

/** The list's columns. Of the address only the host is shown: the rest may contain a secret. */
export const webhookColumns = (
  ownerOf: OwnerOf,
  countsOf: CountsOf,
): readonly Column<WebhookConfiguration>[] => [
  {
    id: "configurationName",
    header: "Webhook",
    width: 205,
    main: true,
    value: webhookName,
    cell: (record) => (
      <RowLink kind="webhooks" id={record.id}>
        {webhookName(record)}
      </RowLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 100,
    wide: "mark",
    value: ({ status }) => capital(status ?? ""),
    cell: ({ status }) => <WebhookStatusBadge status={status} />,
  },
  {
    id: "owner",
    header: "Source or channel",
    width: 160,
    wide: "line",
    value: ownerOf,
    cell: (record) => <bdi>{ownerOf(record)}</bdi>,
  },
  {
    id: "host",
    header: "Delivers to",
    width: 165,
    wide: "line",
    value: ({ webhookUrl }) => getHost(webhookUrl),
    cell: ({ webhookUrl }) => <bdi>{getHost(webhookUrl)}</bdi>,
  },
  {
    id: "subscribedEvents",
    header: "Events",
    width: 215,
    wide: "line",
    value: ({ subscribedEvents }) => subscribedEvents.join(", "),
    cell: (record) => (
      <span title={record.subscribedEvents.join(", ")}>{eventsInShort(record) || "none"}</span>
    ),
  },
  {
    id: "recent",
    header: "Last 14 days",
    width: 130,
    wide: "line",
    value: ({ id }) => describeDeliveries(countsOf(id)),
    rank: ({ id }) => rankDeliveries(countsOf(id)),
    cell: ({ id }) => <RecentDeliveries counts={countsOf(id)} />,
  },
  {
    id: "updatedAt",
    header: "Updated",
    width: 128,
    optional: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  {
    id: "notificationEmail",
    header: "Notification email",
    width: 180,
    optional: true,
    value: ({ notificationEmail }) => notificationEmail,
    cell: ({ notificationEmail }) => <Text value={notificationEmail} />,
  },
  {
    id: "createdAt",
    header: "Created",
    width: 128,
    optional: true,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: "id",
    header: "ID",
    width: 80,
    align: "end",
    optional: true,
    value: ({ id }) => id,
    cell: ({ id }) => String(id),
  },
];
