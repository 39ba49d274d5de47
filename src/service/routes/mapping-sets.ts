import { mappingSetPageSize } from "#contract/limits.ts";
import type { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { HandlersOf } from "#service/handler.ts";
import { notFound } from "#service/refusal.ts";
import {
  createMappingSet,
  saveMappingSetItems,
  updateMappingSet,
} from "#service/save-mapping-set.ts";
import {
  listMappingSetItems,
  listMappingSets,
  readMappingSet,
} from "#service/store/mapping-sets.ts";

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
    return { body: set };
  },

  createMappingSet: async ({ body }, { sql, now }) => ({
    body: await createMappingSet(sql, body, now),
  }),

  updateMappingSet: ({ params, body }, { sql }) =>
    sql.begin(async (transaction) => ({
      body: await updateMappingSet(transaction, params.id, body),
    })),

  listMappingSetItems: async ({ params }, { sql }) => {
    if ((await readMappingSet(sql, params.id)) === undefined)
      throw notFound("mapping set", params.id);
    return { body: await listMappingSetItems(sql, params.id) };
  },

  saveMappingSetItems: ({ params, body }, { sql, now }) =>
    sql.begin(async (transaction) => ({
      body: await saveMappingSetItems(transaction, params.id, body, now),
    })),
};
