import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { pageSize } from "#contract/limits.ts";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import { openProductCopy, type ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { everyProduct, type ProductQuery } from "#contract/catalog.ts";
import { fetchWholeProducts } from "#web/api/products.ts";
import { fetchWholeOrders, listCachedOrders } from "#web/api/purchase-orders.ts";
import { isServed } from "#web/base/served.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import {
  type SampleChoice,
  sampleOfOrder,
  sampleOfProduct,
  type SampleRecord,
  usualSamples,
} from "./preview-session.ts";

/** One page of samples, and the total where the upstream gives it. */
interface SamplePage {
  readonly samples: readonly SampleRecord[];
  readonly total: number | undefined;
}

/** The samples stored in this browser by an earlier reading. */
interface StoredSamples {
  readonly pages: readonly (readonly SampleRecord[])[];
  readonly total: number | undefined;
  readonly readAt: number;
}

interface SampleSource {
  readonly readPage: (page: number, signal: AbortSignal) => Promise<SamplePage>;
  /** The samples stored in this browser, at most `wanted`. */
  readonly readStored?: (wanted: number, signal: AbortSignal) => Promise<StoredSamples | undefined>;
  readonly updateStored?: (signal: AbortSignal) => Promise<void>;
  /** Stops requests that continue without a reader. */
  readonly pause?: () => void;
  readonly forgetKept?: () => Promise<void>;
}

type SamplePhase = "idle" | "reading" | "paused" | "complete" | "failed";

interface SampleState {
  readonly phase: SamplePhase;
  /** Grows page by page; another array each time. */
  readonly samples: readonly SampleRecord[];
  /** The number of samples wanted; Infinity for all. */
  readonly wanted: number;
  /** The total at the upstream, where it gives it. */
  readonly total: number | undefined;
  /** The time when the first of them was read. */
  readonly readAt: number | undefined;
  /** Seconds until the wanted samples are read, at the pace so far. */
  readonly secondsLeft: number | undefined;
  readonly error?: unknown;
}

/** Reads samples page by page, with the lowest priority, until enough are read or the reading is stopped. */
export interface SamplePool extends Pick<ValueStore<SampleState>, "get" | "subscribe"> {
  /** Starts or continues. Stored samples come first and cost no request. */
  readonly start: () => void;
  readonly pause: () => void;
  /** Stops requesting; a local copy that is loading continues. */
  readonly leave: () => void;
  readonly want: (count: number) => void;
  readonly refresh: () => void;
  readonly forget: () => void;
}

interface Reading {
  samples: Map<string, SampleRecord>;
  pages: number;
  ended: boolean;
  opened: boolean;
  /** Whether the stored samples are updated first. */
  updatesStored: boolean;
  /** The milliseconds for a page, smoothed. */
  pace: number;
}

const blank = (): Reading => ({
  samples: new Map(),
  pages: 0,
  ended: false,
  opened: false,
  updatesStored: false,
  // The API allows two requests a second.
  pace: 500,
});

const getGoal = (wanted: number, total: number | undefined): number =>
  Math.min(wanted, total ?? Number.POSITIVE_INFINITY);

const secondsLeft = ({ pages, pace }: Reading, goal: number): number | undefined =>
  Number.isFinite(goal)
    ? Math.ceil((Math.max(0, Math.ceil(goal / pageSize.maximum) - pages) * pace) / 1000)
    : undefined;

/** Creates a pool that has read nothing yet. `clock` returns epoch milliseconds. */
export const createSamplePool = (
  source: SampleSource,
  wanted: number = usualSamples,
  clock: () => number = Date.now,
): SamplePool => {
  const state = createValueStore<SampleState>({
    phase: "idle",
    samples: [],
    wanted,
    total: undefined,
    readAt: undefined,
    secondsLeft: undefined,
  });
  let reading = blank();
  let running: AbortController | undefined;

  const show = (change: Partial<SampleState>) => {
    const { error: _error, ...before } = state.get();
    const next = { ...before, ...change };
    state.set({ ...next, secondsLeft: secondsLeft(reading, getGoal(next.wanted, next.total)) });
  };
  const shown = (limit = state.get().wanted) => [...reading.samples.values()].slice(0, limit);
  const enough = () => {
    const { wanted: limit, total } = state.get();
    return reading.ended || reading.pages * pageSize.maximum >= getGoal(limit, total);
  };
  const addPage = ({ samples, total }: SamplePage) => {
    // A record that changed between two pages comes twice; only its last version counts.
    for (const sample of samples) reading.samples.set(sample.key, sample);
    reading.pages += 1;
    reading.ended = samples.length < pageSize.maximum;
    show({ samples: shown(), total: total ?? state.get().total });
  };

  const openStored = async (signal: AbortSignal) => {
    if (reading.updatesStored) await source.updateStored?.(signal);
    const kept = await source.readStored?.(state.get().wanted, signal);
    reading.opened = true;
    if (!kept || reading.pages > 0 || signal.aborted) return;
    for (const samples of kept.pages) {
      for (const sample of samples) reading.samples.set(sample.key, sample);
      reading.pages += 1;
      reading.ended = samples.length < pageSize.maximum;
    }
    show({ samples: shown(), total: kept.total, readAt: kept.readAt });
  };

  const readPages = async (signal: AbortSignal) => {
    if (!reading.opened) await openStored(signal);
    while (!signal.aborted && !enough()) {
      const began = clock();
      show({ readAt: state.get().readAt ?? began });
      const page = await source.readPage(reading.pages + 1, signal);
      if (signal.aborted) return;
      reading.pace = (reading.pace + clock() - began) / 2;
      addPage(page);
    }
    if (!signal.aborted) show({ phase: "complete" });
  };

  const leave = () => {
    running?.abort();
    running = undefined;
    if (state.get().phase === "reading") show({ phase: "paused" });
  };
  const pause = () => {
    if (state.get().phase === "reading") source.pause?.();
    leave();
  };
  const start = () => {
    if (running) return;
    const control = new AbortController();
    running = control;
    show({ phase: "reading" });
    readPages(control.signal)
      .catch((error: unknown) => {
        if (!control.signal.aborted) show({ phase: "failed", error });
      })
      .finally(() => {
        if (running === control) running = undefined;
      });
  };
  const empty = (change: Partial<Reading>) => {
    leave();
    reading = { ...blank(), ...change };
    show({ phase: "idle", samples: [], total: undefined, readAt: undefined });
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    start,
    pause,
    leave,
    want: (count) => {
      show({ wanted: count, samples: shown(count) });
      if (state.get().phase === "complete") start();
    },
    refresh: () => {
      empty({ updatesStored: true });
      start();
    },
    forget: () => {
      empty({ opened: true });
      void source.forgetKept?.();
    },
  };
};

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
    readPage: async (page, signal) =>
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
  readPage: async (page, signal) => {
    try {
      const { value, total } = await fetchWholeOrders(page, signal);
      return { samples: value.map(sampleOfOrder), total };
    } catch (error) {
      if (isServed(purchaseOrderOperations.listPurchaseOrders)) throw error;
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
