import {
  type ReturnModel,
  type returnOperations,
  returnStatuses,
  type ReturnUpdate,
} from "#contract/returns.ts";
import { computeCreditTotals } from "#contract/rmas.ts";
import type { Query } from "#database/sql.ts";
import { toInstant } from "#http/instant.ts";
import { knownWords } from "#service/check-input.ts";
import type { Caller, HandlersOf } from "#service/handler.ts";
import { notFound, refuseOtherVersion, versionOf } from "#service/refusal.ts";
import {
  listReturns,
  lockReturn,
  readReturn,
  rmasOfReturns,
  writeReturn,
} from "#service/store/returns.ts";

/** Applies a request's changes to a return (api 4.5); null when they equal the stored state. */
const updateReturn = (
  record: ReturnModel,
  { returnStatus, refundAdjustment, syncRefundChangesToOrder }: ReturnUpdate,
  now: Date,
): ReturnModel | undefined => {
  const wanted: ReturnModel = {
    ...record,
    status: returnStatus ?? record.status,
    refundAdjustment: refundAdjustment ?? record.refundAdjustment,
    syncRefundChangesToOrder: syncRefundChangesToOrder ?? record.syncRefundChangesToOrder,
  };
  const changed = (["status", "refundAdjustment", "syncRefundChangesToOrder"] as const).some(
    (field) => wanted[field] !== record[field],
  );
  return changed
    ? { ...wanted, ...computeRefundTotals(wanted), updatedAt: now.toISOString() }
    : undefined;
};

/** refundSubtotal and refundTotal (api 2.12) follow the same sum as an RMA's credit. */
const computeRefundTotals = ({ items, refundAdjustment }: ReturnModel) => {
  const amounts = items.map(({ refundedAmount }) => ({ creditedAmount: refundedAmount }));
  const { creditSubtotal, creditTotal } = computeCreditTotals(amounts, refundAdjustment);
  return { refundSubtotal: creditSubtotal, refundTotal: creditTotal };
};

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
