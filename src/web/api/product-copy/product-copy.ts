import type { ResellerProductParent } from "#contract/products.ts";
import type {
  ProductFacets,
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import type { UnitCount } from "#web/api/product-search/unit-bands.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import { copyKey } from "./copy-key.ts";
import type { CopyCall, CopyCalls, CopyCommand, CopyReply, CopyRequest } from "./copy-messages.ts";
import { problemOf, storageFailed } from "./copy-problem.ts";
import { type CopyState, openingState } from "./copy-state.ts";
import { forgetLooks } from "./kept-looks.ts";
import { createHeldRows } from "./row-packs.ts";
import { startCopyWorker } from "./start-copy-worker.ts";

/** One product as the copy holds it. */
export interface CopiedProduct {
  readonly product: ResellerProductParent;
  /** When it was read, in milliseconds since 1970: prices and stock are as of then. */
  readonly readAt: number;
  /** The version before this one, where it changed since the copy first had it. */
  readonly previous?: { readonly product: ResellerProductParent; readonly readAt: number };
  /** When it was found to be gone from the channel. */
  readonly goneAt?: number;
}

/** Places of matches, both included. */
export interface ShownRows {
  readonly first: number;
  readonly last: number;
}

export interface FoundMatches extends ProductMatches {
  /** Those of the places that were asked for. */
  readonly rows: readonly ProductRow[];
}

/** A channel at a glance, from the copy. */
export interface ChannelOverview {
  /** Of all products that are still there. */
  readonly facets: ProductFacets;
  readonly total: number;
  readonly gone: number;
  /** From the fewest units that any product has in stock to the most. */
  readonly units: readonly UnitCount[];
  /** How many products were last updated on each day (UTC), the oldest first; days without any are left out. */
  readonly updatedByDay: readonly { readonly day: string; readonly count: number }[];
}

/**
 * This browser's copy of a channel's catalogue: kept fresh by one of the browser's tabs, searched in each. Everything but
 * `state` is answered by a worker. What it answers is of the copy alone and costs the upstream nothing, except `refresh`
 * and `sweepAgain`.
 */
export interface ProductCopy {
  readonly channelId: number;
  /** For `useValue`. Told at most about every 250 ms while a sweep runs. */
  readonly state: Pick<ValueStore<CopyState>, "get" | "subscribe">;
  /** What matches. A newer search ends an older one, which then fails with an `AbortError`. */
  readonly search: (query: ProductQuery, shown?: ShownRows) => Promise<FoundMatches>;
  /**
   * What the table shows of some products, in the order asked for; one that is not in the copy is left out. `query` and
   * what was corrected in it say what to look for in them.
   */
  readonly rows: (
    ids: ArrayLike<number>,
    query?: ProductQuery,
    corrected?: ProductMatches["corrected"],
  ) => Promise<ProductRow[]>;
  /** Rows of all products in this page, so that any of them is there at once. */
  readonly held: {
    /** A row as it was last brought, without what it was found by; undefined while it is not here. */
    readonly rowOf: (id: number) => ProductRow | undefined;
    /** Whether the rows are as the copy has them. */
    readonly isFresh: () => boolean;
    /** Brings what changed, now and then; true when newer rows came. */
    readonly bring: () => Promise<boolean>;
  };
  /** One product whole; undefined when the copy has none of that id. */
  readonly product: (id: number) => Promise<CopiedProduct | undefined>;
  /** The whole records of some products, in the order asked for; those the copy lacks are left out. */
  readonly products: (ids: ArrayLike<number>) => Promise<ResellerProductParent[]>;
  /** The ids of all matches in order; no newer search ends it. */
  readonly ids: (query: ProductQuery) => Promise<ArrayLike<number>>;
  readonly overview: () => Promise<ChannelOverview>;
  /**
   * All matches in order, some hundred rows at a time; the next ones are made when `onChunk` is done. `done` counts the
   * rows given so far. Ends early when the signal aborts.
   */
  readonly exportRows: (
    query: ProductQuery,
    onChunk: (
      rows: ProductRow[],
      progress: { done: number; total: number },
    ) => void | Promise<void>,
    signal?: AbortSignal,
  ) => Promise<void>;
  /** Stops asking the upstream, in all tabs and over reloads, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Asks now what changed. Also goes on after a problem that had stopped it. */
  readonly refresh: () => void;
  /** Reads everything again: prices and stock anew, and what is gone is found. */
  readonly sweepAgain: () => void;
  /** Deletes the copy and what was looked at of it from this browser, and starts none until `resume` or another opening. */
  readonly forget: () => Promise<void>;
  /** This caller needs it no more. The worker ends a while after the last one, and after a sweep that is under way. */
  readonly close: () => void;
}

/** The worker of a channel, for everybody in this tab who has its copy open. */
interface Held {
  readonly copy: Omit<ProductCopy, "close">;
  readonly end: () => void;
  users: number;
  ending: ReturnType<typeof setTimeout> | undefined;
}

type AllHeld = Map<number, Held>;
const held: AllHeld = new Map();
const heldQuietly: AllHeld = new Map();

/** A screen that is left is often come back to; opening costs up to a second. */
const lingerMs = 60_000;
const retryMs = 3_000;
const exportedAtOnce = 500;

const overtaken = () => new DOMException("A newer search took its place.", "AbortError");

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

const start = (channelId: number, quiet: boolean): Held => {
  const state = createValueStore<CopyState>(openingState);
  const waiting = new Map<number, Waiting>();
  const ended = new AbortController();
  let last = 0;

  const replies: { [K in CopyReply["kind"]]: (reply: Extract<CopyReply, { kind: K }>) => void } = {
    state: (reply) => state.set(reply.state),
    answer: ({ number, value }) => waiting.get(number)?.resolve(value as never),
    overtaken: ({ number }) => waiting.get(number)?.reject(overtaken()),
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
  /** Waits for the gateway as long as it takes: without it nobody knows whose copy to open. */
  const keyOf = async (): Promise<string> => {
    for (;;) {
      try {
        return await copyKey(channelId);
      } catch {
        const { problem } = problemOf({ status: 0, message: "", retryAfter: undefined }, 0);
        state.set({ ...openingState, phase: "waiting", problem });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        if (ended.signal.aborted) throw overtaken();
      }
    }
  };
  const startWorker = async (): Promise<Worker> => {
    const worker = await startCopyWorker();
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
    send({ kind: "open", copy, channelId, visible: isVisible(), quiet });
    return send;
  })();
  starting.catch(fail);

  const command = (name: CopyCommand) => () =>
    void starting.then(
      (send) => send({ kind: "command", command: name }),
      () => undefined,
    );
  const call = async <C extends CopyCall>(
    name: C,
    ...args: Parameters<CopyCalls[C]>
  ): Promise<ReturnType<CopyCalls[C]>> => {
    const send = await starting;
    const number = (last += 1);
    return new Promise<ReturnType<CopyCalls[C]>>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as Waiting["resolve"], reject });
      send({ kind: "call", number, call: name, args } as CopyRequest);
    });
  };

  const held = createHeldRows({ pack: () => call("pack"), revision: () => state.get().revision });
  const rows: ProductCopy["rows"] = (ids, query, corrected) =>
    call("rows", Array.from(ids), query?.text ?? "", corrected);
  const copy: Held["copy"] = {
    channelId,
    state,
    search: (query, { first, last } = { first: 0, last: -1 }) => call("search", query, first, last),
    rows,
    held,
    product: (id) => call("product", id),
    products: (ids) => call("products", Array.from(ids)),
    ids: async (query) => (await call("matches", query)).ids,
    overview: () => call("overview"),
    exportRows: async (query, onChunk, signal) => {
      const { ids, total, corrected } = await call("matches", query);
      for (let from = 0; from < ids.length && !signal?.aborted; from += exportedAtOnce) {
        const piece = ids.subarray(from, from + exportedAtOnce);
        await onChunk(await rows(piece, query, corrected), { done: from + piece.length, total });
      }
    },
    pause: command("pause"),
    resume: command("resume"),
    refresh: command("refresh"),
    sweepAgain: command("sweepAgain"),
    forget: async () => {
      await forgetLooks(channelId);
      await call("forget");
    },
  };
  return {
    copy,
    users: 0,
    ending: undefined,
    end: () => {
      ended.abort();
      for (const { reject } of waiting.values()) reject(overtaken());
    },
  };
};

const endLater = (all: AllHeld, one: Held): void => {
  clearTimeout(one.ending);
  one.ending = setTimeout(() => {
    const { phase, reader } = one.copy.state.get();
    if (phase === "sweeping" && reader !== "another-tab") return endLater(all, one);
    all.delete(one.copy.channelId);
    one.end();
  }, lingerMs);
};

const openIn = (all: AllHeld, channelId: number): ProductCopy => {
  const one = all.get(channelId) ?? start(channelId, all === heldQuietly);
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
      if (one.users === 0) endLater(all, one);
    },
  };
};

/** Opens this browser's copy of a channel's catalogue, and begins one where there is none. Each opening is closed once. */
export const openProductCopy = (channelId: number): ProductCopy => openIn(held, channelId);

/** Opens what this browser keeps of a channel, to look something up in it: nothing is begun, and nothing is requested. */
export const openKeptCopy = (channelId: number): ProductCopy => openIn(heldQuietly, channelId);
