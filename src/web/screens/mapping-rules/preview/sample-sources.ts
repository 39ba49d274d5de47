import { pageSize } from "#contract/limits.ts";
import { isUnserved } from "#web/base/api-error.ts";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import { openProductCopy, type ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { everyProduct, type ProductQuery } from "#web/api/product-search/product-query.ts";
import { fetchWholeProducts } from "#web/api/products.ts";
import { fetchWholeOrders, listCachedOrders } from "#web/api/purchase-orders.ts";
import type { SampleChoice } from "./preview-session.ts";
import {
  createSamplePool,
  type SamplePage,
  type SamplePool,
  type SampleSource,
  type StoredSamples,
} from "./sample-pool.ts";
import { sampleOfOrder, sampleOfProduct } from "./sample-record.ts";

/** The API's own order. */
const asListed: ProductQuery = {
  ...everyProduct,
  gone: "none",
  sort: { by: "updated_at", direction: "asc" },
};

/** The content of a copy: everything, the pages read so far, or nothing. Undefined while that isn't known. */
export const copyCoverage = (state: CopyState): "whole" | "filling" | "none" | undefined => {
  const { phase, problem, searchable, sweptAt } = state;
  if (phase === "stopped" && problem?.kind === "storage") return "none";
  if (phase === "opening" || phase === "checking") return undefined;
  if (searchable && sweptAt !== undefined) return "whole";
  if (phase === "paused" || phase === "stopped") return "none";
  return phase === "waiting" && problem?.kind !== "limit" ? "none" : "filling";
};

/** Waits until a copy is in a state that matches. */
const waitUntil = (
  { state }: ProductCopy,
  signal: AbortSignal,
  matches: (state: CopyState) => boolean,
): Promise<CopyState> =>
  new Promise((resolve, reject) => {
    const end = () => {
      stop();
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(state.get());
    };
    const check = () => void (matches(state.get()) && end());
    const stop = state.subscribe(check);
    signal.addEventListener("abort", end);
    check();
  });

const getReadAt = ({ checkedAt }: CopyState): number => checkedAt ?? Date.now();

const readPages = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / pageSize.maximum) }, (_, page) =>
    all.slice(page * pageSize.maximum, (page + 1) * pageSize.maximum),
  );

interface Readers {
  readonly open: (channelId: number) => ProductCopy;
  readonly readPage: typeof fetchWholeProducts;
}

/**
 * A channel's products from the local copy that the product list searches, so that both load them once. Where there
 * is no copy to wait for (paused, or the browser stores none), they are read page by page.
 */
export const copiedProducts = (
  channelId: number,
  { open, readPage }: Readers = { open: openProductCopy, readPage: fetchWholeProducts },
): SampleSource => {
  const given = new Set<number>();
  let pausedHere = false;

  const withCopy = async <T>(work: (copy: ProductCopy) => Promise<T>): Promise<T> => {
    const copy = open(channelId);
    try {
      return await work(copy);
    } finally {
      copy.close();
    }
  };
  /** The next products of the copy, and its total; undefined where fewer than `least` are there yet. */
  const next = async (copy: ProductCopy, signal: AbortSignal, most: number, least = 0) => {
    const ids = Array.from(await copy.ids(asListed));
    const unseen = ids.filter((id) => !given.has(id)).slice(0, most);
    if (unseen.length < least) return undefined;
    const products = await copy.products(unseen);
    // The caller drops results after an abort, so these products are not marked as given.
    signal.throwIfAborted();
    for (const { id } of products) given.add(id ?? 0);
    return { samples: products.map(sampleOfProduct), total: ids.length };
  };
  const pageOfCopy = async (copy: ProductCopy, signal: AbortSignal) => {
    if (pausedHere) copy.resume();
    pausedHere = false;
    for (let seen = -1; ;) {
      const state = await waitUntil(copy, signal, (one) => {
        const coverage = copyCoverage(one);
        return coverage === "filling" ? one.revision !== seen : coverage !== undefined;
      });
      const coverage = copyCoverage(state);
      if (coverage === "none") return undefined;
      const least = coverage === "whole" ? 0 : pageSize.maximum;
      const page = await next(copy, signal, pageSize.maximum, least);
      if (page) return coverage === "whole" ? page : { ...page, total: state.sweep?.total };
      seen = state.revision;
    }
  };
  const pageOfApi = async (page: number, signal: AbortSignal): Promise<SamplePage> => {
    const { value, total } = await readPage(channelId, page, signal);
    for (const { id } of value) given.add(id ?? 0);
    return { samples: value.map(sampleOfProduct), total };
  };
  return {
    readPage: async (page, _readAt, signal) =>
      (await withCopy((copy) => pageOfCopy(copy, signal))) ?? pageOfApi(page, signal),
    readStored: (wanted, signal) =>
      withCopy(async (copy): Promise<StoredSamples | undefined> => {
        const state = await waitUntil(copy, signal, (one) => copyCoverage(one) !== undefined);
        if (copyCoverage(state) !== "whole") return undefined;
        const kept = await next(copy, signal, wanted);
        return (
          kept && { pages: readPages(kept.samples), total: kept.total, readAt: getReadAt(state) }
        );
      }),
    updateStored: (signal) =>
      withCopy(async (copy) => {
        given.clear();
        const { checkedAt } = copy.state.get();
        copy.refresh();
        const busy = ["opening", "checking", "fresh"];
        await waitUntil(
          copy,
          signal,
          (one) => one.checkedAt !== checkedAt || !busy.includes(one.phase),
        );
      }),
    pause: () =>
      void withCopy(async (copy) => {
        pausedHere = copyCoverage(copy.state.get()) === "filling";
        if (pausedHere) copy.pause();
      }),
    forgetKept: () =>
      withCopy(async (copy) => {
        given.clear();
        pausedHere = true;
        await copy.forget();
      }),
  };
};

/** Purchase orders: from the API where it lists them, else those that this page has shown. They are not stored. */
const orderSource: SampleSource = {
  readPage: async (page, _readAt, signal) => {
    try {
      const { value, total } = await fetchWholeOrders(page, signal);
      return { samples: value.map(sampleOfOrder), total };
    } catch (error) {
      if (!isUnserved(error)) throw error;
      const seen = listCachedOrders();
      const from = (page - 1) * pageSize.maximum;
      const samples = seen.map(sampleOfOrder).slice(from, from + pageSize.maximum);
      return { samples, total: seen.length };
    }
  },
};

/** Pools live as long as the page: opening another rule reads nothing again. */
const pools = new Map<string, SamplePool>();
const getPool = (key: string, source: SampleSource): SamplePool => {
  const pool = pools.get(key) ?? createSamplePool(source);
  pools.set(key, pool);
  return pool;
};

const productPool = (channelId: number): SamplePool =>
  getPool(`product ${channelId}`, copiedProducts(channelId));

const orderPool = (): SamplePool => getPool("purchase_order", orderSource);

/** The pool of a choice; undefined for pasted records, or before a channel is chosen. */
export const poolOfChoice = ({ kind, channelId, pasted }: SampleChoice): SamplePool | undefined => {
  if (pasted) return undefined;
  if (kind === "purchase_order") return orderPool();
  return channelId === undefined ? undefined : productPool(channelId);
};
