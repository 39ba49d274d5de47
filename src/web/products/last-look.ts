import { delMany, get, set, update } from "idb-keyval";
import type { ResellerProductParent } from "#contract/products.ts";
import { copyKey } from "#web/api/product-copy/copy-key.ts";
import { looks, type LookKey } from "#web/api/product-copy/kept-looks.ts";
import { productChanges } from "./product-changes.ts";

/** A product as it was when somebody looked at it in this browser. */
export interface ProductLook {
  readonly product: ResellerProductParent;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

interface Looks {
  readonly last: ProductLook;
  /** The latest one at which the product was another. */
  readonly before?: ProductLook;
}

/** So many products of a channel are remembered, those looked at last. */
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
 * Notes that somebody looks at a product, and answers how it was when they last saw it otherwise; undefined where they
 * never did, or where this browser keeps nothing.
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
