import { createStore, delMany, get, getMany, keys, setMany, type UseStore } from "idb-keyval";
import type { ResellerProductParent } from "#contract/products.ts";
import { upstreamKey } from "#web/mapping-rules/memory/upstream-key.ts";

/*
 * Products read for trying rules, kept in this browser so that a reload does not ask the upstream again. Products hold
 * nothing personal; purchase orders do, and are never kept.
 */

/** Pages of one channel's products that were read, from the first on. */
export interface KeptProducts {
  readonly readAt: number;
  readonly total: number | undefined;
  readonly pages: readonly (readonly ResellerProductParent[])[];
}

interface Kept {
  readonly readAt: number;
  readonly total: number | undefined;
  readonly pages: number;
}

/** Past this many pages (10,000 products) a browser's room is better left alone. */
const maxPages = 200;

let database: UseStore | undefined;
const store = (): UseStore => (database ??= createStore("supercargo-samples", "products"));

/** A channel of one upstream is none of another's, whatever their ids. */
type ChannelKey = readonly [upstream: string, channelId: number];
const keyOf = async (channelId: number): Promise<ChannelKey> => [await upstreamKey(), channelId];
const pageKey = (key: ChannelKey, page: number): IDBValidKey => [...key, page];
const headKey = (key: ChannelKey): IDBValidKey => [...key];

const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    // A forbidden or full storage costs the copy, not the samples.
    return undefined;
  }
};

/** What is kept of a channel; undefined when there is nothing, or it cannot be read. */
export const readKeptProducts = (channelId: number): Promise<KeptProducts | undefined> =>
  attempt(async () => {
    const key = await keyOf(channelId);
    const kept = await get<Kept>(headKey(key), store());
    if (!kept) return undefined;
    const wanted = Array.from({ length: kept.pages }, (_, at) => pageKey(key, at + 1));
    const pages = await getMany<ResellerProductParent[]>(wanted, store());
    const missing = pages.findIndex((page) => !Array.isArray(page));
    const whole = missing < 0 ? pages : pages.slice(0, missing);
    return { ...kept, pages: whole.filter((page) => page !== undefined) };
  });

/** Keeps one more page. */
export const keepProducts = async (
  channelId: number,
  page: number,
  products: readonly ResellerProductParent[],
  { readAt, total }: Pick<KeptProducts, "readAt" | "total">,
): Promise<void> => {
  if (page > maxPages) return;
  const kept: Kept = { readAt, total, pages: page };
  await attempt(async () => {
    const key = await keyOf(channelId);
    await setMany(
      [
        [pageKey(key, page), products],
        [headKey(key), kept],
      ],
      store(),
    );
  });
};

/** Forgets a channel. */
export const forgetProducts = async (channelId: number): Promise<void> => {
  await attempt(async () => {
    const [upstream] = await keyOf(channelId);
    const all = await keys(store());
    const ofChannel = all.filter(
      (key) => Array.isArray(key) && key[0] === upstream && key[1] === channelId,
    );
    await delMany(ofChannel, store());
  });
};
