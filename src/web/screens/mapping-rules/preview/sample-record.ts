import type { ResellerProductParent } from "#contract/products.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { formatCount } from "#web/base/format.ts";

/** The kinds of records that a rule can be tested on. */
export type SampleKind = "product" | "purchase_order";

/** One record to test a rule on, with its search terms. */
export interface SampleRecord {
  /** Unique among all samples of a kind. */
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  /** All searched text, in lower case. */
  readonly terms: string;
  readonly record: RuleRecord;
}

const collectTerms = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text !== null && text !== undefined)
    .join("\n")
    .toLowerCase();

/** A product parent in the rules' format: the product, and beside it its variants (api 2.2, 2.3). */
export const sampleOfProduct = (product: ResellerProductParent, at = 0): SampleRecord => {
  const { variants, ...parent } = product;
  return {
    key: `product ${product.id ?? `at ${at}`}`,
    name: product.sku,
    detail: product.title ?? "",
    terms: collectTerms([product.sku, product.title, ...variants.map(({ sku }) => sku)]),
    record: { objects: { product: parent, variant: variants } },
  };
};

/** A purchase order in the rules' format: the order, and beside it its lines (api 2.4, 2.6). */
export const sampleOfOrder = (order: PurchaseOrder, at = 0): SampleRecord => {
  const { purchaseOrderItems, ...rest } = order;
  const lines = formatCount(purchaseOrderItems.length, "line");
  const status = order.purchaseOrderStatus?.name;
  const number = order.purchaseOrderNumber ?? `Order ${order.id}`;
  return {
    key: `purchase_order ${order.id ?? `at ${at}`}`,
    name: number,
    detail: status ? `${status}, ${lines}` : lines,
    terms: collectTerms([number, String(order.id), ...purchaseOrderItems.map(({ sku }) => sku)]),
    record: { objects: { purchase_order: rest, purchase_order_item: purchaseOrderItems } },
  };
};

/** The names of each kind. */
export const sampleWords = {
  product: { one: "product", many: "products", find: "SKU or title" },
  purchase_order: { one: "order", many: "orders", find: "Order number or SKU" },
} as const satisfies Record<SampleKind, { one: string; many: string; find: string }>;

/** The samples whose terms contain the text. */
export const findSamples = (samples: readonly SampleRecord[], text: string): SampleRecord[] => {
  const wanted = text.trim().toLowerCase();
  return samples.filter(({ terms }) => terms.includes(wanted));
};
