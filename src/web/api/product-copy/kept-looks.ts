import { createStore, delMany, keys, type UseStore } from "idb-keyval";
import { copyKey } from "./copy-key.ts";

/** How products were when somebody looked at them in this browser: each by its copy and id, and the order of looking. */
export type LookKey = [copy: string, id: number | "order"];

let store: UseStore | undefined;
/** Where looks are kept. */
export const looks = (): UseStore => (store ??= createStore("supercargo-looks", "products"));

/** Forgets what was looked at of a channel. */
export const forgetLooks = async (channelId: number): Promise<void> => {
  try {
    const copy = await copyKey(channelId);
    const of = (await keys<LookKey>(looks())).filter(([one]) => one === copy);
    await delMany(of, looks());
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
};
