import * as z from "zod/mini";
import { type ReturnModel, returnStatuses, type ReturnUpdate } from "#contract/returns.ts";
import { computeCreditTotals, type Rma, countUndecidedUnits } from "#contract/rmas.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { matchReturnLines, nameReturnLine } from "./return-lines.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import type { FieldDraft, Texts } from "#web/editing/field-draft.ts";
import { readAmount, toCents, writeAmount } from "#web/base/amount.ts";
import { checkedText } from "#web/editing/form-schema.ts";

/** The fields that can be changed (api 4.5), then those that a decision depends on. */
export const returnLabels = {
  returnStatus: "Status",
  refundAdjustment: "Refund adjustment",
  syncRefundChangesToOrder: "Sync refund changes to order",
  refundSubtotal: "Refund subtotal",
  shipmentReceivedStatus: "Goods",
  rmas: "RMAs",
} as const;
export type ReturnField = keyof typeof returnLabels;
export type ReturnDraft = FieldDraft<ReturnField>;

const formatFlag = (value: boolean | null | undefined): string =>
  value === null || value === undefined ? "" : value ? "Yes" : "No";

/** The number of undecided units of an RMA. */
export const countUndecided = ({ items }: Pick<Rma, "items">): number =>
  items.reduce((sum, item) => sum + countUndecidedUnits(item), 0);

/** A return's fields as the form shows and compares them. */
export const returnTexts = (record: ReturnModel): Texts<ReturnField> => ({
  returnStatus: record.status ?? "",
  refundAdjustment: writeAmount(record.refundAdjustment),
  syncRefundChangesToOrder: formatFlag(record.syncRefundChangesToOrder),
  refundSubtotal: writeAmount(record.refundSubtotal),
  shipmentReceivedStatus: describeReceived(record.shipmentReceivedStatus),
  rmas: record.rmas
    .map((rma) => `${rmaName(rma)} ${rma.rmaStatus ?? "–"}, ${countUndecided(rma)} undecided`)
    .join("; "),
});

/** The adjustment in a text, or undefined if it is invalid. */
export const readAdjustment = (text: string): number | undefined => readAmount(text, true);

/** A typed text in the record's spelling. */
export const normalText = (field: ReturnField, text: string): string => {
  if (field !== "refundAdjustment") return text;
  const value = readAdjustment(text);
  return value === undefined ? text.trim() : writeAmount(value);
};

const whyAdjustmentUnfit = (text: string, before: string): string | undefined => {
  if (normalText("refundAdjustment", text) === before) return undefined;
  if (text.trim() === "") return "Enter 0 instead of clearing the amount";
  return readAdjustment(text) === undefined
    ? "Enter an amount like 12.50 or -4, without commas"
    : undefined;
};

/** The checks of the form. `record` has the saved values. */
export const returnSchema = (record: Texts<ReturnField>) =>
  z.object({
    refundAdjustment: checkedText((text) => whyAdjustmentUnfit(text, record.refundAdjustment)),
  });

/** The request for a draft, with the changed fields only. */
export const returnRequest = (changed: ReturnDraft): ReturnUpdate => {
  const { returnStatus, refundAdjustment, syncRefundChangesToOrder } = changed;
  const status = returnStatuses.find((known) => known === returnStatus?.text);
  const adjustment = refundAdjustment && readAdjustment(refundAdjustment.text);
  return {
    ...(status === undefined ? {} : { returnStatus: status }),
    ...(adjustment === undefined ? {} : { refundAdjustment: adjustment }),
    ...(syncRefundChangesToOrder === undefined
      ? {}
      : { syncRefundChangesToOrder: syncRefundChangesToOrder.text === "Yes" }),
  };
};

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
export const calculateRefund = (record: ReturnModel, texts: Texts<ReturnField>): RefundChange => {
  const credited = record.items.map(({ refundedAmount }) => ({ creditedAmount: refundedAmount }));
  const lines = toCents(computeCreditTotals(credited, 0).creditSubtotal);
  const known = record.refundSubtotal !== null && record.refundSubtotal !== undefined;
  const subtotal = known ? toCents(record.refundSubtotal) : lines;
  const adjustment = {
    before: toCents(record.refundAdjustment),
    after: toCents(readAdjustment(texts.refundAdjustment) ?? record.refundAdjustment),
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
