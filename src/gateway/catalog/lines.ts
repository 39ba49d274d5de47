import type { CatalogLine } from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { FoundSku } from "./store.ts";

interface Pictured {
  readonly url?: string | null | undefined;
  readonly sort_order?: number | null | undefined;
}

const findFirstImage = (images: readonly Pictured[]): string | undefined =>
  images
    .filter(({ url }) => Boolean(url))
    .toSorted((a, b) => (a.sort_order ?? Infinity) - (b.sort_order ?? Infinity) || 0)[0]?.url ??
  undefined;

/** What the line of an SKU shows of its product: of the variant, else of the parent. */
export const toLine = ({ sku, channel, id, record }: FoundSku): CatalogLine => {
  const product = JSON.parse(record) as ResellerProductParent;
  const variant = product.variants.find((one) => one.sku === sku);
  return {
    channelId: channel,
    productId: id,
    title: variant?.title || product.title || "",
    picture: findFirstImage(variant?.images ?? []) ?? findFirstImage(product.images) ?? null,
    options: (variant?.option_values ?? []).flatMap(({ value }) => value || []).join(" / "),
  };
};
