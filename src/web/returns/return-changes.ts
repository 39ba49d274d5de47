import * as z from "zod/mini";
import { type ReturnModel, returnStatuses, type ReturnUpdate } from "#contract/returns.ts";
import { creditTotalsOf, type Rma, undecidedUnits } from "#contract/rmas.ts";
import { rmaName } from "#web/ui/rma-name.ts";
import { receivedInWords } from "#web/ui/rma-status.tsx";
import type { FieldDraft, Texts } from "#web/ui/field-draft.ts";
import { textThat } from "#web/ui/form-schema.ts";

/** What a person can change (api 4.5), then what a decision about a return rests on. */
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

const amount = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return "";
  return Number.isInteger(Math.round(value * 1e6) / 1e4) ? value.toFixed(2) : String(value);
};

const yesNo = (value: boolean | null | undefined): string =>
  value === null || value === undefined ? "" : value ? "Yes" : "No";

/** Units of an RMA that nobody has decided yet. */
export const undecidedOf = ({ items }: Pick<Rma, "items">): number =>
  items.reduce((sum, item) => sum + undecidedUnits(item), 0);

/** A return's fields as the form writes and compares them. */
export const returnTexts = (record: ReturnModel): Texts<ReturnField> => ({
  returnStatus: record.status ?? "",
  refundAdjustment: amount(record.refundAdjustment),
  syncRefundChangesToOrder: yesNo(record.syncRefundChangesToOrder),
  refundSubtotal: amount(record.refundSubtotal),
  shipmentReceivedStatus: receivedInWords(record.shipmentReceivedStatus),
  rmas: record.rmas
    .map((rma) => `${rmaName(rma)} ${rma.rmaStatus ?? "–"}, ${undecidedOf(rma)} undecided`)
    .join("; "),
});

/** The typed amount, or undefined when it is none. A minus may be the typographic one. */
export const readAdjustment = (text: string): number | undefined => {
  const plain = text.trim().replace(/^[−–]/, "-");
  return /^[-+]?\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) + 0 : undefined;
};

/** A typed text as the record would write it. */
export const normalText = (field: ReturnField, text: string): string => {
  if (field !== "refundAdjustment") return text;
  const value = readAdjustment(text);
  return value === undefined ? text.trim() : amount(value);
};

const whyAdjustmentUnfit = (text: string, before: string): string | undefined => {
  if (normalText("refundAdjustment", text) === before) return undefined;
  if (text.trim() === "") return "Amounts can't be cleared. Enter 0 instead";
  return readAdjustment(text) === undefined
    ? "Enter an amount like 12.50 or -4, without commas"
    : undefined;
};

/** What the form needs before it can be sent. `record` has the saved values. */
export const returnSchema = (record: Texts<ReturnField>) =>
  z.object({
    refundAdjustment: textThat((text) => whyAdjustmentUnfit(text, record.refundAdjustment)),
  });

/** The one request that a draft comes to: the changed fields and nothing else. */
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

/** Cents, before and after. */
export interface Shift {
  before: number;
  after: number;
}

/** A return's refund in whole cents, as it is and as it would be. */
export interface RefundShift {
  subtotal: number;
  adjustment: Shift;
  total: Shift;
  /** What the lines add up to, where the API's own subtotal says something else. */
  lines: number | undefined;
}

const cents = (value: number | null | undefined): number => Math.round((value ?? 0) * 100);

/** refundTotal = refundSubtotal + refundAdjustment (api 2.12); a subtotal that the API leaves out is the lines' sum. */
export const refundShift = (record: ReturnModel, texts: Texts<ReturnField>): RefundShift => {
  const credited = record.items.map(({ refundedAmount }) => ({ creditedAmount: refundedAmount }));
  const lines = cents(creditTotalsOf(credited, 0).creditSubtotal);
  const known = record.refundSubtotal !== null && record.refundSubtotal !== undefined;
  const subtotal = known ? cents(record.refundSubtotal) : lines;
  const adjustment = {
    before: cents(record.refundAdjustment),
    after: cents(readAdjustment(texts.refundAdjustment) ?? record.refundAdjustment),
  };
  const before = record.refundTotal ?? undefined;
  const told = before === undefined ? subtotal + adjustment.before : cents(before);
  // Unchanged is what the API says, even where its own total is another sum.
  const total = {
    before: told,
    after: adjustment.after === adjustment.before ? told : subtotal + adjustment.after,
  };
  return { subtotal, adjustment, total, lines: lines === subtotal ? undefined : lines };
};

/** The RMAs in which units are still undecided: closing or cancelling the return does not decide them. */
export const undecidedRmas = (record: ReturnModel): { rma: Rma; units: number }[] =>
  record.rmas
    .map((rma) => ({ rma, units: undecidedOf(rma) }))
    .filter(({ rma, units }) => units > 0 && !["Voided", "Canceled"].includes(rma.rmaStatus ?? ""));
