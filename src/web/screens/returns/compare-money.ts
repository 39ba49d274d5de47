import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { addKnown, completeSum, subtract, type Sum } from "#web/base/amounts.ts";
import { isCounted, matchReturnLines, nameReturnLine, type ReturnLine } from "./refund.ts";

/** The refund to the customer and the credit from the sources, in the account's currency. */
export interface MoneyRow {
  readonly label: string;
  readonly refund: number | undefined;
  readonly credit: Sum;
  /** Credit minus refund; undefined if a part of either is missing. */
  readonly difference: number | undefined;
}

export interface MoneyComparison {
  readonly lines: readonly (MoneyRow & { readonly line: ReturnLine })[];
  readonly subtotal: MoneyRow;
  readonly adjustment: MoneyRow;
  readonly total: MoneyRow;
  /** Voided and canceled RMAs with a credit, which is not counted. */
  readonly uncounted: readonly Rma[];
}

type Amount = number | null | undefined;

const compare = (label: string, refund: Amount, credits: readonly Amount[]): MoneyRow => {
  const credit = addKnown(credits);
  return {
    label,
    refund: refund ?? undefined,
    credit,
    difference: subtract(refund, completeSum(credit)),
  };
};

/**
 * The refund side and the credit side of a return, by line and in total. Totals are the API's; a missing amount stays
 * missing.
 */
export const compareMoney = (record: ReturnModel): MoneyComparison => {
  const rmas = record.rmas.filter(isCounted);
  return {
    lines: matchReturnLines(record).map((line) => ({
      line,
      ...compare(
        nameReturnLine(line),
        line.item?.refundedAmount,
        line.rmaLines.map(({ item }) => item.creditedAmount),
      ),
    })),
    subtotal: compare(
      "Subtotal",
      record.refundSubtotal,
      rmas.map(({ creditSubtotal }) => creditSubtotal),
    ),
    adjustment: compare(
      "Adjustment",
      record.refundAdjustment,
      rmas.map(({ creditAdjustment }) => creditAdjustment),
    ),
    total: compare(
      "Total",
      record.refundTotal,
      rmas.map(({ creditTotal }) => creditTotal),
    ),
    uncounted: record.rmas.filter((rma) => !isCounted(rma) && Boolean(rma.creditTotal)),
  };
};
