import { delMany, get, set, update } from "idb-keyval";
import type { ResellerProductParent } from "#contract/products.ts";
import { copyKey } from "#web/api/product-copy/copy-key.ts";
import { openViewedStore, type ViewedKey } from "#web/api/product-copy/viewed-products.ts";
import { personalKey } from "#web/base/session.ts";
import { productChanges } from "./product-changes.ts";

/** A product as it was when this person last viewed it in this browser. */
export interface ViewedProduct {
  readonly product: ResellerProductParent;
  /** In milliseconds since 1970. */
  readonly at: number;
}

interface StoredViews {
  readonly last: ViewedProduct;
  /** The latest earlier view in which the product was different. */
  readonly before?: ViewedProduct;
}

/** The number of products of a channel whose views are stored, those viewed last. */
export const maxViewed = 300;

const addView = (known: StoredViews | undefined, { product, at }: ViewedProduct): StoredViews => {
  if (known === undefined) return { last: { product, at } };
  return productChanges(known.last.product, product).length === 0
    ? { ...known, last: { product, at } }
    : { last: { product, at }, before: known.last };
};

const storeOrder = async (copy: string, id: number): Promise<void> => {
  let dropped: readonly number[] = [];
  await update<readonly number[]>(
    [copy, "order"] satisfies ViewedKey,
    (order = []) => {
      const next = [...order.filter((one) => one !== id), id];
      dropped = next.slice(0, -maxViewed);
      return next.slice(-maxViewed);
    },
    openViewedStore(),
  );
  if (dropped.length > 0)
    await delMany(
      dropped.map((one): ViewedKey => [copy, one]),
      openViewedStore(),
    );
};

/**
 * Records that a product is viewed, and returns its last view in which it was different; undefined if there is none,
 * or if this browser has no storage.
 */
export const recordView = async (
  channelId: number,
  product: ResellerProductParent,
  at: number = Date.now(),
): Promise<ViewedProduct | undefined> => {
  const { id } = product;
  if (typeof id !== "number") return undefined;
  try {
    const copy = personalKey(await copyKey(channelId));
    const key: ViewedKey = [copy, id];
    const next = addView(await get<StoredViews>(key, openViewedStore()), { product, at });
    await set(key, next, openViewedStore());
    await storeOrder(copy, id);
    return next.before;
  } catch {
    return undefined;
  }
};
