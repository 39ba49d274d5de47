import { createStore, delMany, keys, type UseStore } from "idb-keyval";
import { copyKey } from "./copy-key.ts";

/** The key of a product as it was last viewed in this browser, by copy and id; "order" holds the order of viewing. */
export type ViewedKey = [copy: string, id: number | "order"];

let store: UseStore | undefined;
/** The storage of viewed products. */
export const openViewedStore = (): UseStore =>
  (store ??= createStore("supercargo-looks", "products"));

/** Deletes the viewed products of a channel. */
export const deleteViewedProducts = async (channelId: number): Promise<void> => {
  try {
    const copy = await copyKey(channelId);
    const of = (await keys<ViewedKey>(openViewedStore())).filter(([one]) => one === copy);
    await delMany(of, openViewedStore());
  } catch {
    // Without storage there is nothing to delete.
  }
};
