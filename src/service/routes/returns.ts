import { returnStatuses, type ReturnModel, type returnOperations } from "#contract/returns.ts";
import type { Query } from "#database/sql.ts";
import { knownWords } from "#service/comma-filters.ts";
import type { Caller, HandlersOf } from "#service/handler.ts";
import { toInstant } from "#http/instant.ts";
import { refuseOtherVersion, versionOf } from "#service/record-version.ts";
import { notFound } from "#service/refusal.ts";
import {
  listReturns,
  lockReturn,
  readReturn,
  rmasOfReturns,
  writeReturn,
} from "#service/store/returns.ts";
import { updateReturn } from "#service/update-return.ts";

const withRmas = async (
  sql: Query,
  records: readonly ReturnModel[],
  caller: Caller,
): Promise<ReturnModel[]> => {
  const rmas = await rmasOfReturns(
    sql,
    records.map((record) => record.id ?? 0),
    caller,
  );
  return records.map((record) => ({
    ...record,
    rmas: rmas.filter((rma) => rma.returnId === record.id),
  }));
};

/** A return with its RMAs. They are records of their own: the version is that of the return without them. */
const whole = async (sql: Query, record: ReturnModel, caller: Caller): Promise<ReturnModel> => {
  const [complete] = await withRmas(sql, [record], caller);
  return complete ?? record;
};

export const returnHandlers: HandlersOf<typeof returnOperations> = {
  listReturns: async ({ query, caller }, { sql }) => {
    const filter = {
      orderId: query.orderId,
      channelId: query.channelId,
      statuses: knownWords("status", query.status, returnStatuses),
      updatedAfter: toInstant(query.updatedAfter),
    };
    const page = { number: query.pageNumber, size: query.pageSize };
    const { records, total } = await listReturns(sql, filter, caller, page);
    return { body: query.includeRmas ? await withRmas(sql, records, caller) : records, total };
  },

  getReturn: async ({ params, caller }, { sql }) => {
    const record = await readReturn(sql, params.id, caller);
    if (record === undefined) throw notFound("return", params.id);
    return { body: await whole(sql, record, caller), version: versionOf(record) };
  },

  updateReturn: ({ params, body, caller }, { sql, now, ifMatch }) =>
    sql.begin(async (transaction) => {
      const record = await lockReturn(transaction, params.id, caller);
      if (record === undefined) throw notFound("return", params.id);
      refuseOtherVersion(ifMatch, record);
      const updated = updateReturn(record, body, now);
      if (updated !== undefined) await writeReturn(transaction, updated);
      const after = updated ?? record;
      return { body: await whole(transaction, after, caller), version: versionOf(after) };
    }),
};
