import type { ReturnModel } from "#contract/returns.ts";
import { computeCreditTotals, type Rma, countUndecidedUnits } from "#contract/rmas.ts";
import { nameReturnLine } from "./return-lines.ts";
import { matchReturnLines } from "./return-changes.ts";
import { readAmount, toCents } from "#web/base/amounts.ts";

/** The number of undecided units of an RMA. */
export const countUndecided = ({ items }: Pick<Rma, "items">): number =>
  items.reduce((sum, item) => sum + countUndecidedUnits(item), 0);

/** The adjustment in a text, or undefined if it is invalid. */
export const readAdjustment = (text: string): number | undefined => readAmount(text, true);

/** An amount in cents, before and after. */
export interface AmountChange {
  before: number;
  after: number;
}

/** A return's refund in whole cents, before and after. */
export interface RefundChange {
  subtotal: number;
  adjustment: AmountChange;
  total: AmountChange;
  /** The sum of the lines, if the API's own subtotal differs. */
  lines: number | undefined;
}

/** refundTotal = refundSubtotal + refundAdjustment (api 2.12); a missing subtotal is the sum of the lines. */
export const calculateRefund = (record: ReturnModel, adjustmentText: string): RefundChange => {
  const credited = record.items.map(({ refundedAmount }) => ({ creditedAmount: refundedAmount }));
  const lines = toCents(computeCreditTotals(credited, 0).creditSubtotal);
  const known = record.refundSubtotal !== null && record.refundSubtotal !== undefined;
  const subtotal = known ? toCents(record.refundSubtotal) : lines;
  const adjustment = {
    before: toCents(record.refundAdjustment),
    after: toCents(readAdjustment(adjustmentText) ?? record.refundAdjustment),
  };
  const before = record.refundTotal ?? undefined;
  const saved = before === undefined ? subtotal + adjustment.before : toCents(before);
  // An unchanged total is the API's own, even if the calculation gives another.
  const total = {
    before: saved,
    after: adjustment.after === adjustment.before ? saved : subtotal + adjustment.after,
  };
  return { subtotal, adjustment, total, lines: lines === subtotal ? undefined : lines };
};

/** The lines with approved units and no refund to the customer: closing the return would leave them without one. */
export const unrefundedLines = (record: ReturnModel): { name: string; units: number }[] =>
  matchReturnLines(record)
    .map((line) => ({
      name: nameReturnLine(line),
      refund: toCents(line.item?.refundedAmount),
      units: line.rmaLines.reduce((sum, { item }) => sum + (item.approvedQuantity ?? 0), 0),
    }))
    .filter(({ refund, units }) => units > 0 && refund === 0);

/** The RMAs with undecided units: closing or cancelling the return does not decide them. */
export const undecidedRmas = (record: ReturnModel): { rma: Rma; units: number }[] =>
  record.rmas
    .map((rma) => ({ rma, units: countUndecided(rma) }))
    .filter(({ rma, units }) => units > 0 && !["Voided", "Canceled"].includes(rma.rmaStatus ?? ""));
