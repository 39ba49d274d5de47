import { useEffect, useState } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import type { ProductMatches } from "#catalog/product-index.ts";
import type { ProductFacets, ProductQuery, ProductRow } from "#contract/catalog.ts";
import { createValueStore, useValue, type ValueStore } from "#web/base/value-store.ts";
import { createWorkerStarter } from "#web/base/worker-starter.ts";
import {
  type ChannelOverview,
  type CopiedProduct,
  type CopyCall,
  type CopyCalls,
  type CopyCommand,
  type CopyReply,
  type CopyRequest,
  type CopyState,
  describeCopyProblem,
  type FoundMatches,
  openingState,
  storageFailed,
} from "./copy-state.ts";
// oxlint-disable-next-line import/default -- the build writes it
import address from "./product-copy-worker.ts?worker&url";
import { createRowCache } from "./row-packs.ts";
import { copyKey, viewedProducts } from "./viewed-products.ts";

/** Opens the copy of a channel, and closes it with the screen. */
export const useProductCopy = (channelId: number): ProductCopy | undefined => {
  const [slot] = useState(() => createValueStore<ProductCopy | undefined>(undefined));
  useEffect(() => {
    const opened = openProductCopy(channelId);
    slot.set(opened);
    return () => opened.close();
  }, [channelId, slot]);
  const copy = useValue(slot);
  return copy?.channelId === channelId ? copy : undefined;
};

const createWorker = createWorkerStarter("product-copy-worker");

export interface ShownRows {
  readonly first: number;
  readonly last: number;
}

/**
 * The local copy of a channel's catalog: one tab keeps it up to date, each tab searches it. A worker answers all calls
 * except `state`. Calls use only the copy and send no upstream request, except `refresh` and `sweepAgain`.
 */
export interface ProductCopy {
  readonly channelId: number;
  /** For `useValue`. Updated at most about every 250 ms while a sweep runs. */
  readonly state: Pick<ValueStore<CopyState>, "get" | "subscribe">;
  /** Searches the copy. A newer search rejects an older one with an `AbortError`. */
  readonly search: (query: ProductQuery, shown?: ShownRows) => Promise<FoundMatches>;
  /** The facets of all matches; neither ends a search nor is ended by one. */
  readonly facets: (query: ProductQuery) => Promise<ProductFacets>;
  /**
   * The table rows of the given products, in the given order; unknown ids are omitted. `query` and its corrected words
   * determine the marked matches.
   */
  readonly rows: (
    ids: ArrayLike<number>,
    query?: ProductQuery,
    corrected?: ProductMatches["corrected"],
  ) => Promise<ProductRow[]>;
  /** The rows of all products in this page's memory, so that each is available synchronously. */
  readonly rowCache: {
    /** The row as last loaded, without match information; undefined if it is not loaded. */
    readonly get: (id: number) => ProductRow | undefined;
    readonly isFresh: () => boolean;
    /** Loads changed rows at most every few seconds; true if newer rows were loaded. */
    readonly update: () => Promise<boolean>;
  };
  readonly product: (id: number) => Promise<CopiedProduct | undefined>;
  /** The complete records of the given products, in the given order; unknown ids are omitted. */
  readonly products: (ids: ArrayLike<number>) => Promise<ResellerProductParent[]>;
  /** The ids of all matches in order; not ended by a newer search. */
  readonly ids: (query: ProductQuery) => Promise<ArrayLike<number>>;
  /** A summary, with days of a time zone; "" is the browser's. */
  readonly overview: (timeZone: string) => Promise<ChannelOverview>;
  /**
   * Passes all matches in order to `onChunk`, some hundred rows at a time; the next chunk is created after `onChunk` is
   * done. `done` is the number of rows passed so far. Ends early when the signal aborts.
   */
  readonly exportRows: (
    query: ProductQuery,
    onChunk: (
      rows: ProductRow[],
      progress: { done: number; total: number },
    ) => void | Promise<void>,
    signal?: AbortSignal,
  ) => Promise<void>;
  /** Stops upstream requests, in all tabs and after reloads, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Checks for changes now. Also continues after a problem that stopped the copy. */
  readonly refresh: () => void;
  /** Loads everything again: updates prices and stock, and finds gone products. */
  readonly sweepAgain: () => void;
  /**
   * Deletes the copy and its viewed products from this browser. No copy is created until `resume` or the next opening.
   */
  readonly forget: () => Promise<void>;
  /** Releases the copy for this caller. The worker ends some time after the last release, and not during a sweep. */
  readonly close: () => void;
}

/** The worker of a channel, shared by all users of its copy in this tab. */
interface OpenCopy {
  readonly copy: Omit<ProductCopy, "close">;
  readonly end: () => void;
  users: number;
  ending: ReturnType<typeof setTimeout> | undefined;
}

type OpenCopies = Map<number, OpenCopy>;
const openCopies: OpenCopies = new Map();
const lookupCopies: OpenCopies = new Map();

/** People often return to a screen soon, and opening a copy takes up to a second. */
const closeDelayMs = 60_000;
const retryMs = 3_000;
const rowsPerChunk = 500;

const createSupersededError = () =>
  new DOMException("A newer search took its place.", "AbortError");

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

const start = (channelId: number, lookupOnly: boolean): OpenCopy => {
  const state = createValueStore<CopyState>(openingState);
  const waiting = new Map<number, Waiting>();
  const ended = new AbortController();
  let last = 0;

  const replies: { [K in CopyReply["kind"]]: (reply: Extract<CopyReply, { kind: K }>) => void } = {
    state: (reply) => state.set(reply.state),
    answer: ({ number, value }) => waiting.get(number)?.resolve(value),
    superseded: ({ number }) => waiting.get(number)?.reject(createSupersededError()),
    failed: ({ number, reason }) => waiting.get(number)?.reject(new Error(reason)),
  };
  const onReply = ({ data }: MessageEvent<CopyReply>) => {
    (replies[data.kind] as (reply: CopyReply) => void)(data);
    if (data.kind !== "state") waiting.delete(data.number);
  };
  const fail = () => {
    state.set({ ...state.get(), phase: "stopped", problem: storageFailed });
    for (const { reject } of waiting.values()) reject(new Error(storageFailed.title));
    waiting.clear();
  };
  /** Retries until the gateway responds: only its answer identifies the copy. */
  const keyOf = async (): Promise<string> => {
    for (;;) {
      try {
        return await copyKey(channelId);
      } catch {
        const { problem } = describeCopyProblem(
          { status: 0, message: "", retryAfter: undefined },
          0,
        );
        state.set({ ...openingState, phase: "waiting", problem });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        if (ended.signal.aborted) throw createSupersededError();
      }
    }
  };
  const startWorker = async (): Promise<Worker> => {
    const worker = createWorker(address);
    worker.addEventListener("message", onReply);
    worker.addEventListener("error", fail);
    ended.signal.addEventListener("abort", () => worker.terminate());
    if (ended.signal.aborted) worker.terminate();
    return worker;
  };
  const isVisible = () => document.visibilityState === "visible";
  const starting = (async () => {
    const [copy, worker] = await Promise.all([keyOf(), startWorker()]);
    const send = (request: CopyRequest) => worker.postMessage(request);
    document.addEventListener(
      "visibilitychange",
      () => send({ kind: "visible", visible: isVisible() }),
      { signal: ended.signal },
    );
    send({ kind: "open", copy, channelId, visible: isVisible(), lookupOnly });
    return send;
  })();
  let started: Awaited<typeof starting> | undefined;
  starting.then((send) => (started = send), fail);

  const command = (name: CopyCommand) => () =>
    void starting.then(
      (send) => send({ kind: "command", command: name }),
      () => undefined,
    );
  const call = async <C extends CopyCall>(
    name: C,
    ...args: Parameters<CopyCalls[C]>
  ): Promise<ReturnType<CopyCalls[C]>> => {
    // Once it has started, a call is sent before its caller goes on, which may render for milliseconds.
    const send = started ?? (await starting);
    const number = (last += 1);
    return new Promise<ReturnType<CopyCalls[C]>>((resolve, reject) => {
      // The worker answers each call with its result.
      const answer = (value: unknown) => resolve(value as ReturnType<CopyCalls[C]>);
      waiting.set(number, { resolve: answer, reject });
      send({ kind: "call", number, call: name, args } as CopyRequest);
    });
  };

  const rowCache = createRowCache({
    pack: () => call("pack"),
    revision: () => state.get().revision,
  });
  const rows: ProductCopy["rows"] = (ids, query, corrected) =>
    call("rows", Array.from(ids), query?.text ?? "", corrected);
  const copy: OpenCopy["copy"] = {
    channelId,
    state,
    search: (query, { first, last } = { first: 0, last: -1 }) => call("search", query, first, last),
    facets: (query) => call("facets", query),
    rows,
    rowCache,
    product: (id) => call("product", id),
    products: (ids) => call("products", Array.from(ids)),
    ids: async (query) => (await call("matches", query)).ids,
    overview: (timeZone) => call("overview", timeZone),
    exportRows: async (query, onChunk, signal) => {
      const { ids, total, corrected } = await call("matches", query);
      for (let from = 0; from < ids.length && !signal?.aborted; from += rowsPerChunk) {
        const piece = ids.subarray(from, from + rowsPerChunk);
        await onChunk(await rows(piece, query, corrected), { done: from + piece.length, total });
      }
    },
    pause: command("pause"),
    resume: command("resume"),
    refresh: command("refresh"),
    sweepAgain: command("sweepAgain"),
    forget: async () => {
      await viewedProducts.clear();
      await call("forget");
    },
  };
  return {
    copy,
    users: 0,
    ending: undefined,
    end: () => {
      ended.abort();
      for (const { reject } of waiting.values()) reject(createSupersededError());
    },
  };
};

const closeLater = (all: OpenCopies, one: OpenCopy): void => {
  clearTimeout(one.ending);
  one.ending = setTimeout(() => {
    const { phase, reader } = one.copy.state.get();
    if (phase === "sweeping" && reader !== "another-tab") return closeLater(all, one);
    all.delete(one.copy.channelId);
    one.end();
  }, closeDelayMs);
};

const openIn = (all: OpenCopies, channelId: number): ProductCopy => {
  const one = all.get(channelId) ?? start(channelId, all === lookupCopies);
  all.set(channelId, one);
  clearTimeout(one.ending);
  one.users += 1;
  let open = true;
  return {
    ...one.copy,
    close: () => {
      if (!open) return;
      open = false;
      one.users -= 1;
      if (one.users === 0) closeLater(all, one);
    },
  };
};

/** Opens the local copy of a channel's catalog, and creates it if there is none. The result must be closed once. */
export const openProductCopy = (channelId: number): ProductCopy => openIn(openCopies, channelId);

/**
 * Opens the local copy for lookups only: nothing is created and nothing is requested. Uses the copy of a screen if it is
 * open, because a second index of 100,000 products would take the same memory again.
 */
export const openCopyForLookup = (channelId: number): ProductCopy =>
  openIn(openCopies.has(channelId) ? openCopies : lookupCopies, channelId);
