import type { ResellerProductParent } from "#contract/products.ts";
import { everyProduct } from "#contract/catalog.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { openCopyForLookup, type ProductCopy } from "./product-copy.ts";

export interface CopiedLine {
  readonly picture: string | undefined;
  /** Like "Terracotta / Set of 4"; empty if there are none. */
  readonly options: string;
}

/** The number of best matches that are compared: texts of other products may contain the SKU. */
const maxCompared = 5;

interface Pictured {
  readonly url?: string | null | undefined;
  readonly sort_order?: number | null | undefined;
}

const findFirstImage = (images: readonly Pictured[]): string | undefined =>
  images
    .filter(({ url }) => Boolean(url))
    .toSorted((a, b) => (a.sort_order ?? Infinity) - (b.sort_order ?? Infinity) || 0)[0]?.url ??
  undefined;

/** The line data of a SKU in one product; undefined if the product does not have that SKU. */
export const toCopiedLine = (
  product: ResellerProductParent,
  sku: string,
): CopiedLine | undefined => {
  const variant = product.variants.find((one) => one.sku === sku);
  if (variant === undefined && product.sku !== sku) return undefined;
  return {
    picture: findFirstImage(variant?.images ?? []) ?? findFirstImage(product.images),
    options: (variant?.option_values ?? []).flatMap(({ value }) => value || []).join(" / "),
  };
};

const findLine = async (copy: ProductCopy, sku: string): Promise<CopiedLine | undefined> => {
  const ids = await copy.ids({ ...everyProduct, text: sku, exact: true });
  const products = await copy.products(Array.from(ids).slice(0, maxCompared));
  return products.flatMap((product) => toCopiedLine(product, sku) ?? [])[0];
};

/**
 * Finds SKUs in the local copy of the last viewed channel. It sends no request to the upstream: without a local copy
 * the result is empty.
 */
export const findCopiedLines = async (
  skus: readonly string[],
  channelId: number | undefined = lastChannel.get(),
  open: (channelId: number) => ProductCopy = openCopyForLookup,
): Promise<ReadonlyMap<string, CopiedLine>> => {
  if (channelId === undefined) return new Map();
  const copy = open(channelId);
  try {
    const found = await Promise.all(
      skus.map(async (sku) => [sku, await findLine(copy, sku)] as const),
    );
    return new Map(found.flatMap(([sku, line]) => (line ? [[sku, line] as const] : [])));
  } finally {
    copy.close();
  }
};
