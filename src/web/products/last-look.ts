import { delMany, get, set, update } from "idb-keyval";
import type { ResellerProductParent } from "#contract/products.ts";
import { copyKey } from "#web/api/product-copy/copy-key.ts";
import { looks, type LookKey } from "#web/api/product-copy/kept-looks.ts";
import { productChanges } from "./product-changes.ts";

/** A product as it was when it was last viewed in this browser. */
export interface ProductLook {
  readonly product: ResellerProductParent;
  /** In milliseconds since 1970. */
  readonly at: number;
}

interface Looks {
  readonly last: ProductLook;
  /** The latest earlier view in which the product was different. */
  readonly before?: ProductLook;
}

/** The number of products of a channel whose views are stored, those viewed last. */
export const mostLooks = 300;

const looksAfter = (known: Looks | undefined, { product, at }: ProductLook): Looks => {
  if (known === undefined) return { last: { product, at } };
  return productChanges(known.last.product, product).length === 0
    ? { ...known, last: { product, at } }
    : { last: { product, at }, before: known.last };
};

const keepOrder = async (copy: string, id: number): Promise<void> => {
  let dropped: readonly number[] = [];
  await update<readonly number[]>(
    [copy, "order"] satisfies LookKey,
    (order = []) => {
      const next = [...order.filter((one) => one !== id), id];
      dropped = next.slice(0, -mostLooks);
      return next.slice(-mostLooks);
    },
    looks(),
  );
  if (dropped.length > 0)
    await delMany(
      dropped.map((one): LookKey => [copy, one]),
      looks(),
    );
};

/**
 * Records that a product is viewed, and returns its last view in which it was different; undefined if there is none,
 * or if this browser has no storage.
 */
export const lookAt = async (
  channelId: number,
  product: ResellerProductParent,
  at: number = Date.now(),
): Promise<ProductLook | undefined> => {
  const { id } = product;
  if (typeof id !== "number") return undefined;
  try {
    const copy = await copyKey(channelId);
    const key: LookKey = [copy, id];
    const next = looksAfter(await get<Looks>(key, looks()), { product, at });
    await set(key, next, looks());
    await keepOrder(copy, id);
    return next.before;
  } catch {
    return undefined;
  }
};
