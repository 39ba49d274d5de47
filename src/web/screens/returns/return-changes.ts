import * as z from "zod/mini";
import {
  type ReturnItem,
  type ReturnModel,
  returnStatuses,
  type ReturnUpdate,
} from "#contract/returns.ts";
import { computeCreditTotals, type Rma, type RmaItem } from "#contract/rmas.ts";
import type { WantedOrders } from "#web/api/find-orders.ts";
import {
  addKnown,
  completeSum,
  readAmount,
  subtract,
  type Sum,
  toCents,
  writeAmount,
} from "#web/base/amounts.ts";
import type { FieldDraft, Texts } from "#web/editing/field-draft.ts";
import { checkedText } from "#web/editing/form-schema.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { countUndecided, describeReceived } from "#web/records/rma-status.tsx";

/** One line of an RMA, with its RMA. */
interface RmaLine {
  readonly rma: Rma;
  readonly item: RmaItem;
}

/** A line of a return with the RMA lines that take its units back; without `item`, lines that belong to none. */
export interface ReturnLine {
  readonly item: ReturnItem | undefined;
  readonly rmaLines: readonly RmaLine[];
}

const ended = new Set(["Voided", "Canceled"]);

/** Whether an RMA's units and amounts count: those of a voided or canceled one are replaced or were never due. */
const isCounted = ({ rmaStatus }: Pick<Rma, "rmaStatus">): boolean => !ended.has(rmaStatus ?? "");

/** The places of the return's lines by a value; undefined for a value that several lines share. */
const placesBy = <K>(
  items: readonly ReturnItem[],
  keyOf: (item: ReturnItem) => K | null | undefined,
): Map<K, number | undefined> => {
  const places = new Map<K, number | undefined>();
  for (const [place, item] of items.entries()) {
    const key = keyOf(item) || undefined;
    if (key !== undefined) places.set(key, places.has(key) ? undefined : place);
  }
  return places;
};

/**
 * The lines of a return with the lines of its counted RMAs: by returnItemId, otherwise by a SKU that only one line has.
 * RMA lines that match none come last, each as its own line.
 */
export const matchReturnLines = ({
  items,
  rmas,
}: Pick<ReturnModel, "items" | "rmas">): ReturnLine[] => {
  const byId = placesBy(items, ({ id }) => id);
  const bySku = placesBy(items, ({ sku }) => sku);
  const matched = items.map((): RmaLine[] => []);
  const others: ReturnLine[] = [];
  for (const rma of rmas.filter(isCounted))
    for (const item of rma.items) {
      const place = item.returnItemId ? byId.get(item.returnItemId) : bySku.get(item.sku ?? "");
      const lines = place === undefined ? undefined : matched[place];
      if (lines) lines.push({ rma, item });
      else others.push({ item: undefined, rmaLines: [{ rma, item }] });
    }
  return [...items.map((item, place) => ({ item, rmaLines: matched[place] ?? [] })), ...others];
};

const distinct = (ids: readonly (number | null | undefined)[]): number[] =>
  [...new Set(ids)].filter((id) => typeof id === "number" && id > 0) as number[];

/** The purchase orders that shipped the items of a return. */
export const listWantedOrders = ({ orderId, rmas }: ReturnModel): Partial<WantedOrders> => ({
  ...(orderId ? { orderId } : {}),
  sourceIds: distinct(rmas.filter(isCounted).map(({ sourceId }) => sourceId)),
});

/** The name of a line: of its item, or of the RMA line that belongs to none. */
const nameReturnLine = ({ item, rmaLines }: ReturnLine): string => {
  const named = item ?? rmaLines[0]?.item;
  return named?.title || named?.sku || `item ${named?.id ?? ""}`;
};

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
