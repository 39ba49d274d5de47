import { createStore, delMany, keys, type UseStore } from "idb-keyval";
import { copyKey } from "./copy-key.ts";

/** The key of a product as a person last viewed it, by person, copy and id; "order" holds the order of viewing. */
export type ViewedKey = [copy: string, id: number | "order"];

let store: UseStore | undefined;
/** The storage of viewed products. */
export const openViewedStore = (): UseStore =>
  (store ??= createStore("supercargo-looks", "products"));

/** Deletes the viewed products of a channel, of all people. */
export const deleteViewedProducts = async (channelId: number): Promise<void> => {
  try {
    const copy = await copyKey(channelId);
    const of = (await keys<ViewedKey>(openViewedStore())).filter(
      ([one]) => one === copy || one.endsWith(`.${copy}`),
    );
    await delMany(of, openViewedStore());
  } catch {
    // Without storage there is nothing to delete.
  }
};
