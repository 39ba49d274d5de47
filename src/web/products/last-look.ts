import { createStore, delMany, get, keys, set, update, type UseStore } from "idb-keyval";
import type { ResellerProductParent } from "#contract/products.ts";
import { copyKey } from "./copy/copy-key.ts";
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

type Key = [copy: string, id: number | "order"];

/** So many products of a channel are remembered, those looked at last. */
export const mostLooks = 300;

let store: UseStore | undefined;
const looks = (): UseStore => (store ??= createStore("supercargo-looks", "products"));

const looksAfter = (known: Looks | undefined, { product, at }: ProductLook): Looks => {
  if (known === undefined) return { last: { product, at } };
  return productChanges(known.last.product, product).length === 0
    ? { ...known, last: { product, at } }
    : { last: { product, at }, before: known.last };
};

const keepOrder = async (copy: string, id: number): Promise<void> => {
  let dropped: readonly number[] = [];
  await update<readonly number[]>(
    [copy, "order"] satisfies Key,
    (order = []) => {
      const next = [...order.filter((one) => one !== id), id];
      dropped = next.slice(0, -mostLooks);
      return next.slice(-mostLooks);
    },
    looks(),
  );
  if (dropped.length > 0)
    await delMany(
      dropped.map((one): Key => [copy, one]),
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
    const key: Key = [copy, id];
    const next = looksAfter(await get<Looks>(key, looks()), { product, at });
    await set(key, next, looks());
    await keepOrder(copy, id);
    return next.before;
  } catch {
    return undefined;
  }
};

/** Forgets what was looked at of a channel. */
export const forgetLooks = async (channelId: number): Promise<void> => {
  try {
    const copy = await copyKey(channelId);
    const of = (await keys<Key>(looks())).filter(([one]) => one === copy);
    await delMany(of, looks());
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
};
