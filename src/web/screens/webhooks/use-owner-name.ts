import { useCallback } from "react";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import type { OwnerOf } from "./webhook-columns.tsx";

/**
 * The owner of a webhook: the name of its source or channel. `enabled` delays the names until the screen's own
 * content is loaded.
 */
export const useOwnerName = (enabled: boolean): OwnerOf => {
  const sourceName = useSourceName(enabled);
  const channelName = useChannelName(enabled);
  return useCallback(
    ({ sourceId, channelId }) => (sourceId ? sourceName(sourceId) : channelName(channelId)),
    [sourceName, channelName],
  );
};
