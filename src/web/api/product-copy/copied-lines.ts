import type { ResellerProductParent } from "#contract/products.ts";
import { everyProduct } from "#web/api/product-search/product-query.ts";
import { lastChannel } from "#web/ui/last-channel.ts";
import { openKeptCopy, type ProductCopy } from "./product-copy.ts";

/** What the local copy knows of a line of an RMA or an order. */
export interface CopiedLine {
  /** The address of its picture. */
  readonly picture: string | undefined;
  /** "Terracotta / Set of 4"; empty where it has none. */
  readonly options: string;
}

/** How many of the best matches are compared: other products can contain the SKU in their texts. */
const looked = 5;

interface Pictured {
  readonly url?: string | null | undefined;
  readonly sort_order?: number | null | undefined;
}

const firstOf = (images: readonly Pictured[]): string | undefined =>
  images
    .filter(({ url }) => Boolean(url))
    .toSorted((a, b) => (a.sort_order ?? Infinity) - (b.sort_order ?? Infinity) || 0)[0]?.url ??
  undefined;

/** What one product says of a SKU; undefined where it is another one's. */
export const lineIn = (product: ResellerProductParent, sku: string): CopiedLine | undefined => {
  const variant = product.variants.find((one) => one.sku === sku);
  if (variant === undefined && product.sku !== sku) return undefined;
  return {
    picture: firstOf(variant?.images ?? []) ?? firstOf(product.images),
    options: (variant?.option_values ?? []).flatMap(({ value }) => value || []).join(" / "),
  };
};

const find = async (copy: ProductCopy, sku: string): Promise<CopiedLine | undefined> => {
  const ids = await copy.ids({ ...everyProduct, text: sku, exact: true });
  const products = await copy.products(Array.from(ids).slice(0, looked));
  return products.flatMap((product) => lineIn(product, sku) ?? [])[0];
};

/**
 * What this browser's copy of the channel that was viewed last knows of some SKUs. Nothing is asked of the upstream:
 * where there is no copy, nothing is known.
 */
export const copiedLines = async (
  skus: readonly string[],
  channelId: number | undefined = lastChannel(),
  open: (channelId: number) => ProductCopy = openKeptCopy,
): Promise<ReadonlyMap<string, CopiedLine>> => {
  if (channelId === undefined) return new Map();
  const copy = open(channelId);
  try {
    const found = await Promise.all(skus.map(async (sku) => [sku, await find(copy, sku)] as const));
    return new Map(found.flatMap(([sku, line]) => (line ? [[sku, line] as const] : [])));
  } finally {
    copy.close();
  }
};
