import type { ResellerProductParent } from "#contract/products.ts";
import type { ProductPlace } from "#web/api/products.ts";
import { channelIdOf } from "#web/ui/last-channel.ts";
import type { ListSearch } from "#web/ui/list-search.ts";
import { justBefore } from "./product-words.ts";

/** A channel's id out of an address; undefined where it is none. */
export const channelIdIn = (search: ListSearch): number | undefined =>
  channelIdOf(search["channel"]);

/** Where an address says that a product is to be found. */
export const placeIn = (search: ListSearch): ProductPlace | undefined => {
  const channelId = channelIdIn(search);
  const after = search["after"] ?? "";
  return channelId === undefined || Number.isNaN(Date.parse(after))
    ? undefined
    : { channelId, after: new Date(after).toISOString() };
};

/** What a link to a product carries, so that one request finds it again. */
export const placeOf = (product: ResellerProductParent): ListSearch => {
  const after = justBefore(product.updated_at);
  return { channel: String(product.channel_id), ...(after === undefined ? {} : { after }) };
};
