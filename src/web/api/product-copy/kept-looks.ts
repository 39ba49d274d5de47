import { createStore, delMany, keys, type UseStore } from "idb-keyval";
import { copyKey } from "./copy-key.ts";

/** The key of a product as it was last viewed in this browser, by copy and id; "order" holds the order of viewing. */
export type LookKey = [copy: string, id: number | "order"];

let store: UseStore | undefined;
/** The storage of viewed products. */
export const looks = (): UseStore => (store ??= createStore("supercargo-looks", "products"));

/** Deletes the viewed products of a channel. */
export const forgetLooks = async (channelId: number): Promise<void> => {
  try {
    const copy = await copyKey(channelId);
    const of = (await keys<LookKey>(looks())).filter(([one]) => one === copy);
    await delMany(of, looks());
  } catch {
    // Without storage there is nothing to delete.
  }
};
