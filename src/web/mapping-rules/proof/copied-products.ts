import { pageSize } from "#contract/limits.ts";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import { openProductCopy, type ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { everyProduct, type ProductQuery } from "#web/api/product-search/product-query.ts";
import { wholePageOfProducts } from "#web/api/products.ts";
import type { KeptSamples, SamplePage, SampleSource } from "./sample-pool.ts";
import { sampleOfProduct } from "./sample-record.ts";

/** The API's own order. */
const asListed: ProductQuery = {
  ...everyProduct,
  gone: "none",
  sort: { by: "updated_at", direction: "asc" },
};

/** What can be had of a copy: everything, what has been read so far, or nothing. Undefined while that isn't known. */
export const standingOf = (state: CopyState): "whole" | "filling" | "none" | undefined => {
  const { phase, problem, searchable, sweptAt } = state;
  if (phase === "stopped" && problem?.kind === "storage") return "none";
  if (phase === "opening" || phase === "checking") return undefined;
  if (searchable && sweptAt !== undefined) return "whole";
  if (phase === "paused" || phase === "stopped") return "none";
  return phase === "waiting" && problem?.kind !== "limit" ? "none" : "filling";
};

/** Waits until a copy is in a state. */
const until = (
  { state }: ProductCopy,
  signal: AbortSignal,
  isSo: (state: CopyState) => boolean,
): Promise<CopyState> =>
  new Promise((resolve, reject) => {
    const end = () => {
      stop();
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(state.get());
    };
    const look = () => void (isSo(state.get()) && end());
    const stop = state.subscribe(look);
    signal.addEventListener("abort", end);
    look();
  });

const readAtOf = ({ checkedAt }: CopyState): number => checkedAt ?? Date.now();

const pagesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / pageSize.maximum) }, (_, page) =>
    all.slice(page * pageSize.maximum, (page + 1) * pageSize.maximum),
  );

interface Readers {
  readonly open: (channelId: number) => ProductCopy;
  readonly readPage: typeof wholePageOfProducts;
}

/**
 * A channel's products out of the local copy that the product list searches, so that both load them once. Where there is
 * no copy to wait for (paused, or the browser keeps none), they are read page by page.
 */
export const copiedProducts = (
  channelId: number,
  { open, readPage }: Readers = { open: openProductCopy, readPage: wholePageOfProducts },
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
  /** The next ones of the copy, and how many it has at all; undefined where there are too few yet. */
  const next = async (copy: ProductCopy, signal: AbortSignal, most: number, least = 0) => {
    const ids = Array.from(await copy.ids(asListed));
    const unseen = ids.filter((id) => !given.has(id)).slice(0, most);
    if (unseen.length < least) return undefined;
    const products = await copy.products(unseen);
    // The caller drops what arrives after an abort, so these products are not marked as given.
    signal.throwIfAborted();
    for (const { id } of products) given.add(id ?? 0);
    return { samples: products.map(sampleOfProduct), total: ids.length };
  };
  const pageOfCopy = async (copy: ProductCopy, signal: AbortSignal) => {
    if (pausedHere) copy.resume();
    pausedHere = false;
    for (let seen = -1; ;) {
      const state = await until(copy, signal, (one) => {
        const standing = standingOf(one);
        return standing === "filling" ? one.revision !== seen : standing !== undefined;
      });
      const standing = standingOf(state);
      if (standing === "none") return undefined;
      const least = standing === "whole" ? 0 : pageSize.maximum;
      const page = await next(copy, signal, pageSize.maximum, least);
      if (page) return standing === "whole" ? page : { ...page, total: state.sweep?.total };
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
    readKept: (wanted, signal) =>
      withCopy(async (copy): Promise<KeptSamples | undefined> => {
        const state = await until(copy, signal, (one) => standingOf(one) !== undefined);
        if (standingOf(state) !== "whole") return undefined;
        const kept = await next(copy, signal, wanted);
        return kept && { pages: pagesOf(kept.samples), total: kept.total, readAt: readAtOf(state) };
      }),
    renew: (signal) =>
      withCopy(async (copy) => {
        given.clear();
        const { checkedAt } = copy.state.get();
        copy.refresh();
        const busy = ["opening", "checking", "fresh"];
        await until(
          copy,
          signal,
          (one) => one.checkedAt !== checkedAt || !busy.includes(one.phase),
        );
      }),
    pause: () =>
      void withCopy(async (copy) => {
        pausedHere = standingOf(copy.state.get()) === "filling";
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
