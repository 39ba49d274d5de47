import { rmaStatuses, type rmaOperations } from "#contract/rmas.ts";
import { givenList, knownWords } from "#service/check-input.ts";
import { decideRma } from "#service/decide-rma.ts";
import type { HandlersOf } from "#service/handler.ts";
import { toInstant } from "#http/instant.ts";
import { badRequest, notFound, refuseOtherVersion, versionOf } from "#service/refusal.ts";
import { listRmas, lockRma, readRma, writeRma } from "#service/store/rmas.ts";

export const rmaHandlers: HandlersOf<typeof rmaOperations> = {
  listRmas: async ({ query, caller }, { sql }) => {
    const filter = {
      returnId: query.returnId,
      sourceId: query.sourceId,
      rmaNumbers: givenList(query.rmaNumbers),
      statuses: knownWords("status", query.status, rmaStatuses),
      createdAfter: toInstant(query.createdAfter),
      updatedAfter: toInstant(query.updatedAfter),
    };
    const page = { number: query.pageNumber, size: query.pageSize };
    const { records, total } = await listRmas(sql, filter, caller, page);
    return { body: records, total };
  },

  getRma: async ({ params, caller }, { sql }) => {
    const rma = await readRma(sql, params.id, caller);
    if (rma === undefined) throw notFound("RMA", params.id);
    return { body: rma, version: versionOf(rma) };
  },

  updateRmaItems: ({ params, body, caller }, { sql, now, ifMatch }) =>
    sql.begin(async (transaction) => {
      const stored = await lockRma(transaction, params.rmaId, caller);
      if (stored === undefined) throw notFound("RMA", params.rmaId);
      refuseOtherVersion(ifMatch, stored.record);
      const decision = decideRma(stored, body, now);
      if ("issues" in decision) throw badRequest(decision.issues);
      if (decision.changed) await writeRma(transaction, decision.rma);
      const { record } = decision.rma;
      return { body: record, version: versionOf(record) };
    }),
};
