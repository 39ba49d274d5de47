import type { ReturnModel, ReturnUpdate } from "#contract/returns.ts";
import { computeCreditTotals } from "#contract/rmas.ts";

/** Applies a request's changes to a return (api 4.5); null when they equal the stored state. */
export const updateReturn = (
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
