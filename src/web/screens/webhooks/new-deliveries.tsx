import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import type { Answer } from "#web/api/call.ts";
import { type DeliveryFilter, newestEvents, webhookEvents } from "#web/api/webhooks.ts";
import { formatCount } from "#web/base/format.ts";
import { countNew } from "./count-new.ts";

interface NewDeliveriesProps {
  id: number;
  filter: DeliveryFilter;
  shown: Answer<WebhookEventLog[]>;
  shownAt: number;
  /** Receives the focus of the button, which disappears. */
  onShow: () => void;
}

/** Follows the first page of a log: new states appear by themselves, new rows on a click, so that no row moves. */
export const NewDeliveries = ({ id, filter, shown, shownAt, onShow }: NewDeliveriesProps) => {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(newestEvents(id, filter, { shown, shownAt }));
  const count = countNew(shown.value, data.value);
  const show = () => {
    client.setQueryData(webhookEvents(id, filter).queryKey, data);
    onShow();
  };
  const isNewer = dataUpdatedAt > shownAt;
  useEffect(() => {
    if (isNewer && count === 0) client.setQueryData(webhookEvents(id, filter).queryKey, data);
  });
  return (
    <span role="status">
      {count > 0 && (
        <Button size="xs" variant="outline" onClick={show}>
          Show {formatCount(count, "new delivery", "new deliveries")}
        </Button>
      )}
    </span>
  );
};
