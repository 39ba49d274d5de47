import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  type WebhookConfiguration,
  webhookOperations,
  webhookStatuses,
} from "#contract/webhooks.ts";
import { webhookDayCounts, webhookList } from "#web/api/webhooks.ts";
import { capital } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { useSetting } from "#web/base/settings.ts";
import { findZoneShift } from "#contract/wall-clock.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { NoMatches } from "#web/kit/filters.tsx";
import { lazyScreen } from "#web/kit/lazy-screen.ts";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedLink } from "#web/kit/button.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { viewsBy, ViewTabs } from "#web/kit/views.tsx";
import { OpenById } from "#web/records/open-by-id.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { eventName } from "#web/records/webhook-words.ts";
import { type OwnerOf, useOwnerName } from "./use-owner-name.ts";
import {
  type CountsOf,
  describeDeliveries,
  rankDeliveries,
  RecentDeliveries,
  sumByWebhook,
} from "./day-counts.tsx";
import { getHost, webhookName, WebhookStatusBadge } from "./webhook-status.tsx";

/** The link to the form for a new webhook. */
const CreateWebhook = () => (
  <PermittedLink
    permission={webhookOperations.createWebhookConfiguration}
    to="/webhooks"
    search={{ new: "1" }}
    variant="filled"
  >
    Create webhook
  </PermittedLink>
);

/** Shown instead of the list of webhooks when it has no rows. */
const NoWebhooks = ({ status }: { status: string | undefined }) =>
  status ? (
    <NoMatches noun="webhook" views="status" names={["status"]} />
  ) : (
    <Notice title="No webhooks yet" blank tone="still" actions={<CreateWebhook />}>
      <p>
        A webhook tells another system about new orders. Create one with its address, then send a
        test event.
      </p>
    </Notice>
  );

// The form and its library load when a user creates a webhook.
const WebhookNew = lazyScreen(() => import("./webhook-new.tsx"), "WebhookNew");

const views = viewsBy("status", webhookStatuses, capital);

const column = createColumnHelper<WebhookConfiguration>();
const optional = { optional: true };

/** Of the address only the host is shown: the rest may contain a secret. */
const createColumns = (
  ownerOf: OwnerOf,
  countsOf: CountsOf,
): readonly Column<WebhookConfiguration>[] => [
  column.link("configurationName", "Webhook", 192, {
    of: webhookName,
    to: ({ id }) => recordAddress("webhooks", id),
  }),
  column.text("status", "Status", 100, {
    of: ({ status }) => capital(status ?? ""),
    wide: "mark",
    cell: ({ status }) => <WebhookStatusBadge status={status} />,
  }),
  column.text("owner", "Source or channel", 150, { of: ownerOf, wide: "line" }),
  column.text("host", "Delivers to", 155, {
    of: ({ webhookUrl }) => getHost(webhookUrl),
    wide: "line",
    optional: "tablet",
  }),
  column.text("subscribedEvents", "Events", 172, {
    of: ({ subscribedEvents }) => subscribedEvents.join(", "),
    wide: "line",
    optional: "tablet",
    cell: ({ subscribedEvents }) => (
      <span title={subscribedEvents.join(", ")}>
        {subscribedEvents.map((event) => eventName(event)).join(", ") || "none"}
      </span>
    ),
  }),
  column.text("recent", "Last 14 days", 200, {
    of: ({ id }) => describeDeliveries(countsOf(id)),
    wide: "line",
    rank: ({ id }) => rankDeliveries(countsOf(id)),
    cell: ({ id }) => <RecentDeliveries counts={countsOf(id)} />,
  }),
  column.date("updatedAt", "Updated", 128, { optional: "narrow" }),
  column.text("notificationEmail", "Notification email", 180, optional),
  column.date("createdAt", "Created", 128, optional),
  column.text("id", "ID", 80, { align: "end", optional: true }),
];

const List = () => {
  const { status } = useListSearch("/webhooks").search;
  const query = useQuery({
    ...webhookList(),
    // The API returns the whole list and has no filters.
    select: (answer) => ({
      ...answer,
      value: answer.value.filter((one) => !status || one.status === status),
    }),
  });
  const ownerOf = useOwnerName(query.isSuccess);
  const timeZone = useSetting("timeZone");
  const [zoneShift] = useState(() => findZoneShift(Date.now(), timeZone));
  const counts = useQuery({ ...webhookDayCounts(zoneShift), enabled: query.isSuccess }).data?.value;
  const columns = useMemo(
    () => createColumns(ownerOf, counts ? sumByWebhook(counts) : () => undefined),
    [ownerOf, counts],
  );
  return (
    <Screen
      title="Webhooks"
      fill
      needs={webhookOperations.listWebhookConfigurations}
      unserved={<OpenById noun="webhook" kind="webhooks" />}
      actions={<CreateWebhook />}
    >
      <ViewTabs views={views} label="Statuses" />
      <DataTable
        name="webhooks"
        label="Webhooks"
        columns={columns}
        query={query}
        rowId={({ id }) => String(id)}
        nameOf={webhookName}
        paged={false}
        kind="webhooks"
        nouns={["webhook", "webhooks"]}
        empty={<NoWebhooks status={status} />}
      />
    </Screen>
  );
};

/** Every webhook configuration; at `?new=1` the form for a new one. */
export const WebhookList = () =>
  useListSearch("/webhooks").search.new === "1" ? <WebhookNew /> : <List />;
