import type { ResellerProductParent } from "#contract/products.ts";
import type {
  ProductFacets,
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/products/search/product-query.ts";
import type { ValueStore } from "#web/ui/value-store.ts";
import type { CopyState } from "./copy-state.ts";

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

/** A channel at a glance, from the copy. */
export interface ChannelOverview {
  /** Of all products that are still there. */
  readonly facets: ProductFacets;
  readonly total: number;
  readonly gone: number;
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
  readonly search: (query: ProductQuery) => Promise<ProductMatches>;
  /** What the table shows of some products, in the order asked for; one that is not in the copy is left out. `query` marks what matched. */
  readonly rows: (ids: ArrayLike<number>, query?: ProductQuery) => Promise<ProductRow[]>;
  /** One product whole; undefined when the copy has none of that id. */
  readonly product: (id: number) => Promise<CopiedProduct | undefined>;
  /** The whole records of some products, in the order asked for; those the copy lacks are left out. */
  readonly products: (ids: ArrayLike<number>) => Promise<ResellerProductParent[]>;
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
  /** Deletes the copy from this browser and starts none until `resume` or another opening. */
  readonly forget: () => Promise<void>;
  /** This caller needs it no more. The worker ends a while after the last one, and after a sweep that is under way. */
  readonly close: () => void;
}
