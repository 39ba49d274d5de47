import type { productOperations } from "#contract/products.ts";
import type { HandlersOf } from "#service/handler.ts";
import { toInstant } from "#http/instant.ts";
import { listProductParents } from "#service/store/products.ts";

export const productHandlers: HandlersOf<typeof productOperations> = {
  // A channel without products and one that does not exist return the same: api 4.2 has no 404, and products name their
  // channel only by its id.
  listProductParents: async ({ params, query }, { sql }) => {
    const filter = {
      channelId: params.channelId,
      updatedAfter: toInstant(query.filterUpdatedAfter),
    };
    const page = { number: query.filterPageNumber, size: query.filterPageSize };
    const { records, total } = await listProductParents(sql, filter, query, page);
    return { body: records, total };
  },
};
