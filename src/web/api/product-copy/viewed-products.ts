import { createStore, delMany, keys, type UseStore } from "idb-keyval";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";

const prime = 0x100000001b3n;
const word = 0xffffffffffffffffn;

/** FNV-1a with 64 bits. Browsers have no digest function without TLS, and this hash protects no secret. */
const hashText = (text: string): string =>
  new TextEncoder()
    .encode(text)
    .reduce((hash, byte) => ((hash ^ BigInt(byte)) * prime) & word, 0xcbf29ce484222325n)
    .toString(16)
    .padStart(16, "0");

/**
 * The name of the local copy of a channel, unique per upstream. Rejects while the gateway does not return the
 * upstream's address.
 */
export const copyKey = async (channelId: number): Promise<string> => {
  const { baseUrl } = await queryClient.ensureQueryData(connection());
  return `${hashText(baseUrl)}/${channelId}`;
};

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
