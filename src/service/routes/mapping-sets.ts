import { mappingSetPageSize } from "#contract/limits.ts";
import type { MappingSet, mappingSetOperations } from "#contract/mapping-sets.ts";
import type { HandlersOf } from "#service/handler.ts";
import { notFound, versionOf } from "#service/refusal.ts";
import {
  createMappingSet,
  saveMappingSetItems,
  updateMappingSet,
} from "#service/save-mapping-set.ts";
import {
  listMappingSetItems,
  listMappingSets,
  readItemsVersion,
  readMappingSet,
} from "#service/store/mapping-sets.ts";

/** A set with its version: that of its own fields, because items are changed on their own. */
const withVersion = (set: MappingSet) => ({
  body: set,
  version: versionOf({ ...set, totalItems: undefined }),
});

export const mappingSetHandlers: HandlersOf<typeof mappingSetOperations> = {
  listMappingSets: async ({ query }, { sql }) => {
    const { records, total } = await listMappingSets(sql, {
      number: query.page,
      size: mappingSetPageSize,
    });
    return { body: records, total };
  },

  getMappingSet: async ({ params }, { sql }) => {
    const set = await readMappingSet(sql, params.id);
    if (set === undefined) throw notFound("mapping set", params.id);
    return withVersion(set);
  },

  createMappingSet: async ({ body }, { sql, now }) =>
    withVersion(await createMappingSet(sql, body, now)),

  updateMappingSet: ({ params, body }, { sql, ifMatch }) =>
    sql.begin(async (transaction) =>
      withVersion(await updateMappingSet(transaction, params.id, body, ifMatch)),
    ),

  listMappingSetItems: async ({ params }, { sql }) => {
    // Read before the items: of an older version, a change is only refused once too often.
    const version = await readItemsVersion(sql, params.id);
    if (version === undefined) throw notFound("mapping set", params.id);
    const body = await listMappingSetItems(sql, params.id);
    return { body, version: versionOf(version) };
  },

  saveMappingSetItems: ({ params, body }, { sql, now, ifMatch }) =>
    sql.begin(async (transaction) => {
      const items = await saveMappingSetItems(transaction, params.id, body, now, ifMatch);
      return { body: items, version: versionOf(await readItemsVersion(transaction, params.id)) };
    }),
};
