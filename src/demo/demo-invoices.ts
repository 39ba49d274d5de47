import {
  invoiceItemTypes,
  invoiceStatuses,
  type Invoice,
  type InvoiceItemTypeHandle,
  type InvoiceStatusHandle,
} from "#contract/invoices.ts";
import type { OrderLine } from "./demo-order-items.ts";
import { day, iso } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import { dollars } from "./money.ts";
import type { Random } from "./random.ts";

/** The billed goods or service of an invoice. */
export interface Billed {
  purchaseOrderId: number;
  number: string;
  sourceId: number;
  prefix: string;
}

interface Charge {
  type: InvoiceItemTypeHandle;
  quantity: number;
  /** Cents of one unit. */
  perUnit: number;
  sku: string;
  title: string;
  variantId: number | null;
}

const productCharges = (lines: readonly OrderLine[]): Charge[] =>
  lines
    .filter((line) => line.shipped > 0)
    .map(({ variant, shipped }) => ({
      type: "product",
      quantity: shipped,
      perUnit: variant.cost,
      sku: variant.sku,
      title: variant.title,
      variantId: variant.id,
    }));

const extra = (
  type: InvoiceItemTypeHandle,
  sku: string,
  title: string,
  perUnit: number,
): Charge => ({
  type,
  quantity: 1,
  perUnit,
  sku,
  title,
  variantId: null,
});

const otherCharges = (random: Random, productCents: number): Charge[] => [
  extra("shipping", "FREIGHT", "Freight", random.int(690, 5_400)),
  ...(random.chance(0.45)
    ? [extra("fee", "DROPSHIP", "Dropship fee", random.pick([150, 200, 375]))]
    : []),
  ...(random.chance(0.3)
    ? [extra("tax", "TAX", "Sales tax", Math.round(productCents * 0.0725))]
    : []),
  ...(random.chance(0.1) ? [extra("other", "PALLET", "Pallet deposit", 1_200)] : []),
];

const createItem = (ids: Ids, invoiceId: number, charge: Charge) => ({
  id: ids.next("invoiceItem"),
  invoiceId,
  quantity: charge.quantity,
  sourceVariantId: charge.variantId,
  invoiceItemType: { name: invoiceItemTypes[charge.type], handle: charge.type },
  cost: dollars(charge.perUnit * charge.quantity),
  perUnitCost: dollars(charge.perUnit),
  sku: charge.sku,
  title: charge.title,
  externalAccountingItemId: charge.variantId === null ? null : `ITM-${charge.variantId}`,
  customFields: [],
});

const sum = (charges: readonly Charge[], type?: InvoiceItemTypeHandle): number =>
  charges
    .filter((charge) => type === undefined || charge.type === type)
    .reduce((total, charge) => total + charge.perUnit * charge.quantity, 0);

const createTotals = (random: Random, charges: readonly Charge[], status: InvoiceStatusHandle) => {
  const product = sum(charges, "product");
  const share = status === "refunded" ? 1 : status === "credited" ? 0.2 + 0.3 * random.next() : 0;
  return {
    totalCost: dollars(sum(charges)),
    totalProductCost: dollars(product),
    totalShippingCost: dollars(sum(charges, "shipping")),
    totalFeeCost: dollars(sum(charges, "fee")),
    totalTaxCost: dollars(sum(charges, "tax")),
    totalOtherCost: dollars(sum(charges, "other")),
    totalCreditCost: dollars(Math.round(product * share)),
    commission: random.chance(0.2) ? dollars(Math.round(product * 0.08)) : null,
    totalQuantity: charges.reduce(
      (total, { type, quantity }) => total + (type === "product" ? quantity : 0),
      0,
    ),
  };
};

const pickStatus = (random: Random, invoicedAt: number, now: number): InvoiceStatusHandle => {
  if (now - invoicedAt < 30 * day) return random.weighted({ unpaid: 80, paid: 20 });
  return random.weighted({ paid: 86, unpaid: 5, credited: 6, refunded: 3 });
};

const syncErrors = [
  "Bill was not found: the period is closed",
  "Vendor is inactive in the accounting system",
  "Line 2: item has no expense account",
];

/** The source's invoice for shipped goods; its parts add up to its total. */
export const orderInvoice = (
  random: Random,
  ids: Ids,
  billed: Billed,
  lines: readonly OrderLine[],
  invoicedAt: number,
  now: number,
): Invoice => {
  const id = ids.next("invoice");
  const products = productCharges(lines);
  const charges = [...products, ...otherCharges(random, sum(products))];
  const status = pickStatus(random, invoicedAt, now);
  const synced = random.chance(0.75);
  return {
    id,
    purchaseOrderId: billed.purchaseOrderId,
    fulfillmentRequestId: billed.purchaseOrderId,
    rmaId: null,
    sourceId: billed.sourceId,
    vendorPayoutId: status === "paid" && random.chance(0.6) ? 400 + Math.floor(id / 6) : null,
    invoiceStatus: { name: invoiceStatuses[status], handle: status },
    purchaseOrderNumber: billed.number,
    fulfillmentRequestNumber: billed.number,
    invoiceNumber: `${billed.prefix}-INV-${50_000 + id}`,
    accountingSyncError: synced || random.chance(0.7) ? null : random.pick(syncErrors),
    externalAccountingId: synced ? `BILL-${70_000 + id}` : null,
    insertedAt: iso(invoicedAt),
    updatedAt: iso(Math.min(now, invoicedAt + random.next() * 20 * day)),
    invoiceDate: iso(invoicedAt),
    ...createTotals(random, charges, status),
    accountingSynced: synced,
    invoiceItems: charges.map((charge) => createItem(ids, id, charge)),
    customFields: random.chance(0.15)
      ? [
          {
            id: ids.next("customField"),
            name: "Terms",
            value: random.pick(["Net 30", "Net 45", "2/10 Net 30"]),
          },
        ]
      : [],
  };
};
