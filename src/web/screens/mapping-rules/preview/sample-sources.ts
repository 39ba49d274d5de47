import { pageSize } from "#contract/limits.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { fetchSamples } from "#web/api/catalog.ts";
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

interface SamplePart {
  readonly samples: readonly SampleRecord[];
  /** The number of all, where it is known. */
  readonly total: number | undefined;
  /** The total is an estimate, because the gateway still loads the products. */
  readonly isEstimate?: boolean;
  /** When they were loaded from the API, if not now. */
  readonly readAt?: number;
  /** Where the next part begins; undefined after the last one. */
  readonly next: number | undefined;
}

interface SampleSource {
  /** Reads some samples, at most `wanted`: from 0, then from `next` of the part before. */
  readonly read: (from: number, wanted: number, signal: AbortSignal) => Promise<SamplePart>;
}

type SamplePhase = "idle" | "reading" | "paused" | "complete" | "failed";

interface SampleState {
  readonly phase: SamplePhase;
  /** Grows part by part; another array each time. */
  readonly samples: readonly SampleRecord[];
  /** The number of samples wanted. */
  readonly wanted: number;
  readonly total: number | undefined;
  readonly isEstimate: boolean;
  /** The time when the first of them was read. */
  readonly readAt: number | undefined;
  /** Seconds until the wanted samples are read, at the pace so far. */
  readonly secondsLeft: number | undefined;
  readonly error?: unknown;
}

/** Reads samples with the lowest priority, until enough are read or the reading is stopped. */
export interface SamplePool extends Pick<ValueStore<SampleState>, "get" | "subscribe"> {
  /** Starts or continues. */
  readonly start: () => void;
  readonly pause: () => void;
  readonly want: (count: number) => void;
  readonly refresh: () => void;
}

interface Reading {
  samples: Map<string, SampleRecord>;
  /** Undefined once all are read. */
  next: number | undefined;
  /** The milliseconds for a sample, smoothed. */
  pace: number;
}

// The API allows two requests a second.
const usualPace = 500 / pageSize.maximum;

const blank = (): Reading => ({ samples: new Map(), next: 0, pace: usualPace });

const secondsLeft = (
  { samples, pace }: Reading,
  { wanted, total }: Pick<SampleState, "wanted" | "total">,
): number => {
  const goal = Math.min(wanted, total ?? wanted);
  return Math.ceil((Math.max(0, goal - samples.size) * pace) / 1000);
};

const idle = {
  phase: "idle",
  samples: [],
  total: undefined,
  isEstimate: false,
  readAt: undefined,
} as const;

/** Creates a pool that has read nothing yet. `clock` returns epoch milliseconds. */
export const createSamplePool = (
  source: SampleSource,
  wanted: number = usualSamples.product,
  clock: () => number = Date.now,
): SamplePool => {
  const state = createValueStore<SampleState>({ ...idle, wanted, secondsLeft: undefined });
  let reading = blank();
  let running: AbortController | undefined;

  const show = (change: Partial<SampleState>) => {
    const { error: _error, ...before } = state.get();
    const next = { ...before, ...change };
    state.set({ ...next, secondsLeft: secondsLeft(reading, next) });
  };
  const shown = (limit = state.get().wanted) => [...reading.samples.values()].slice(0, limit);
  const addPart = ({ samples, total, isEstimate = false, next }: SamplePart, ms: number) => {
    // A record that changed between two parts comes twice; only its last version counts.
    for (const sample of samples) reading.samples.set(sample.key, sample);
    reading.next = next;
    reading.pace = (reading.pace + ms / Math.max(1, samples.length)) / 2;
    show({ samples: shown(), total: total ?? state.get().total, isEstimate });
  };

  const read = async (signal: AbortSignal) => {
    while (reading.next !== undefined) {
      const missing = state.get().wanted - reading.samples.size;
      if (missing <= 0) break;
      const began = clock();
      const part = await source.read(reading.next, missing, signal);
      if (signal.aborted) return;
      show({ readAt: state.get().readAt ?? part.readAt ?? began });
      addPart(part, clock() - began);
    }
    show({ phase: "complete" });
  };

  const pause = () => {
    running?.abort();
    running = undefined;
    if (state.get().phase === "reading") show({ phase: "paused" });
  };
  const start = () => {
    if (running) return;
    const control = new AbortController();
    running = control;
    show({ phase: "reading" });
    read(control.signal)
      .catch((error: unknown) => {
        if (!control.signal.aborted) show({ phase: "failed", error });
      })
      .finally(() => {
        if (running === control) running = undefined;
      });
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    start,
    pause,
    want: (count) => {
      show({ wanted: count, samples: shown(count) });
      if (state.get().phase === "complete") start();
    },
    refresh: () => {
      pause();
      reading = blank();
      show(idle);
      start();
    },
  };
};

const nextPage = (page: number, count: number): number | undefined =>
  count < pageSize.maximum ? undefined : page;

/**
 * A channel's products from the gateway's catalog, those that it has so far. Where it has none or keeps no catalog, they
 * are read from the API page by page.
 */
export const catalogProducts = (
  channelId: number,
  readCatalog: typeof fetchSamples = fetchSamples,
  readPage: typeof fetchWholeProducts = fetchWholeProducts,
): SampleSource => {
  let isPaged = false;
  const readFromCatalog = async (
    from: number,
    wanted: number,
    signal: AbortSignal,
  ): Promise<SamplePart | undefined> => {
    const { state, total, products } = await readCatalog(channelId, from, wanted, signal);
    if (state.phase === "off" || total === 0) return undefined;
    const end = from + products.length;
    const isEstimate = state.opening !== null || (state.sweep?.first ?? false);
    const most = Math.max(total, state.opening?.total ?? 0, state.sweep?.total ?? 0);
    return {
      samples: products.map(sampleOfProduct),
      total: isEstimate ? most : total,
      isEstimate,
      ...(state.checkedAt !== null && { readAt: state.checkedAt }),
      next: products.length > 0 && end < total ? end : undefined,
    };
  };
  return {
    read: async (from, wanted, signal) => {
      if (from === 0) isPaged = false;
      const part = isPaged ? undefined : await readFromCatalog(from, wanted, signal);
      if (part) return part;
      isPaged = true;
      const { value, total } = await readPage(channelId, from + 1, signal);
      return { samples: value.map(sampleOfProduct), total, next: nextPage(from + 1, value.length) };
    },
  };
};

/** Purchase orders: from the API where it lists them, else those that this page has shown. They are not stored. */
const orderSource: SampleSource = {
  read: async (from, _, signal) => {
    try {
      const { value, total } = await fetchWholeOrders(from + 1, signal);
      return { samples: value.map(sampleOfOrder), total, next: nextPage(from + 1, value.length) };
    } catch (error) {
      if (isServed(purchaseOrderOperations.listPurchaseOrders)) throw error;
      const samples = listCachedOrders().map(sampleOfOrder);
      return { samples, total: samples.length, next: undefined };
    }
  },
};

/** Pools live as long as the page: opening another rule reads nothing again. */
const pools = new Map<string, SamplePool>();
const getPool = (key: string, source: SampleSource, wanted?: number): SamplePool => {
  const pool = pools.get(key) ?? createSamplePool(source, wanted);
  pools.set(key, pool);
  return pool;
};

const productPool = (channelId: number): SamplePool =>
  getPool(`product ${channelId}`, catalogProducts(channelId));

const orderPool = (): SamplePool =>
  getPool("purchase_order", orderSource, usualSamples.purchase_order);

/** The pool of a choice; undefined for pasted records, or before a channel is chosen. */
export const poolOfChoice = ({ kind, channelId, pasted }: SampleChoice): SamplePool | undefined => {
  if (pasted) return undefined;
  if (kind === "purchase_order") return orderPool();
  return channelId === undefined ? undefined : productPool(channelId);
};
