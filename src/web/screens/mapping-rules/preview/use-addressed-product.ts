import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { catalogProduct } from "#web/api/catalog.ts";
import { parseChannelId } from "#web/base/last-channel.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { usePreviewSession } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { sampleOfProduct } from "./preview-session.ts";

/** Loads the product that the address names, “product 17” of a channel: it may be none of the samples. */
export const useAddressedProduct = () => {
  const session = usePreviewSession();
  const { search } = useListSearch();
  const id = toRecordId(/^product (\d+)$/.exec(search["sample"] ?? "")?.[1] ?? "0");
  const channelId = parseChannelId(search["channel"]);
  const { data } = useQuery({
    ...catalogProduct(channelId ?? 0, id),
    enabled: channelId !== undefined && id > 0,
  });
  useEffect(() => {
    if (channelId !== undefined) session.choice.set({ ...session.choice.get(), channelId });
  }, [session, channelId]);
  useEffect(() => {
    if (data) session.addressed.set(sampleOfProduct(data.product));
  }, [session, data]);
};
