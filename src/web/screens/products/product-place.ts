import type { ResellerProductParent } from "#contract/products.ts";
import type { ProductPlace } from "#web/api/products.ts";
import { parseChannelId } from "#web/base/last-channel.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { justBefore } from "./product-words.ts";

/** The id of the channel in an address; undefined if it is invalid. */
export const getChannelId = (search: ListSearch): number | undefined =>
  parseChannelId(search["channel"]);

/** The place in an address at which a product can be read. */
export const parsePlace = (search: ListSearch): ProductPlace | undefined => {
  const channelId = getChannelId(search);
  const after = search["after"] ?? "";
  return channelId === undefined || Number.isNaN(Date.parse(after))
    ? undefined
    : { channelId, after: new Date(after).toISOString() };
};

/** The parameters of a link to a product that make one request enough to read it. */
export const toPlaceSearch = (product: ResellerProductParent): ListSearch => {
  const after = justBefore(product.updated_at);
  return { channel: String(product.channel_id), ...(after === undefined ? {} : { after }) };
};
