import { useCallback } from "react";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import type { OwnerOf } from "./webhook-columns.tsx";

/** Whose a webhook is: the name of its source or channel. `enabled` keeps the names for after the screen's own content. */
export const useOwnerName = (enabled: boolean): OwnerOf => {
  const sourceName = useSourceName(enabled);
  const channelName = useChannelName(enabled);
  return useCallback(
    ({ sourceId, channelId }) => (sourceId ? sourceName(sourceId) : channelName(channelId)),
    [sourceName, channelName],
  );
};
