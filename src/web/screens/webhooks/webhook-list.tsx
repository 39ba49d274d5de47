import { useQuery } from "@tanstack/react-query";
import { lazyScreen } from "#web/kit/lazy-screen.ts";
import { useMemo, useState } from "react";
import { webhookStatuses } from "#contract/webhooks.ts";
import { webhookDayCounts } from "#web/api/webhook-deliveries.ts";
import { webhookList } from "#web/api/webhooks.ts";
import { capital } from "#web/base/capital.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { OpenById } from "#web/records/open-by-id.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useSetting } from "#web/base/settings.ts";
import { findZoneShift } from "#web/base/wall-clock.ts";
import { ViewTabs, viewsBy } from "#web/kit/view-tabs.tsx";
import { CreateWebhook, NoWebhooks } from "./no-webhooks.tsx";
import { useOwnerName } from "./use-owner-name.ts";
import { webhookColumns } from "./webhook-columns.tsx";
import { sumByWebhook } from "./webhook-day-counts.tsx";
import { webhookName } from "./webhook-status.tsx";

// The form and its library load when a user creates a webhook.
const WebhookNew = lazyScreen(() => import("./webhook-new.tsx"), "WebhookNew");

const views = viewsBy("status", webhookStatuses, capital);

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
    () => webhookColumns(ownerOf, counts ? sumByWebhook(counts) : () => undefined),
    [ownerOf, counts],
  );
  return (
    <Screen title="Webhooks" fill actions={<CreateWebhook />}>
      <ViewTabs views={views} label="Statuses" of={query} />
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
        unserved={<OpenById noun="webhook" kind="webhooks" />}
      />
    </Screen>
  );
};

/** Every webhook configuration; at `?new=1` the form for a new one. */
export const WebhookList = () =>
  useListSearch("/webhooks").search.new === "1" ? <WebhookNew /> : <List />;
