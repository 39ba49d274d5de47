import type { ResellerProductParent } from "#contract/products.ts";
import type {
  ProductFacets,
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import type { UnitCount } from "#web/api/product-search/unit-bands.ts";
import type { CopyState } from "./copy-state.ts";
import type { RowPack } from "./row-packs.ts";

/** A product in the local copy. */
export interface CopiedProduct {
  readonly product: ResellerProductParent;
  /** When it was loaded, in milliseconds since 1970; prices and stock are as of then. */
  readonly readAt: number;
  /** The previous version, if the product changed since it was first copied. */
  readonly previous?: { readonly product: ResellerProductParent; readonly readAt: number };
  /** When it was found missing from the channel. */
  readonly goneAt?: number;
}

export interface FoundMatches extends ProductMatches {
  /** The rows at the requested positions. */
  readonly rows: readonly ProductRow[];
}

/** A summary of a channel's copy. */
export interface ChannelOverview {
  /** The facets of all products that are not gone. */
  readonly facets: ProductFacets;
  readonly total: number;
  readonly gone: number;
  /** From the lowest stock of any product to the highest. */
  readonly units: readonly UnitCount[];
  /** The number of products last updated on each day of the time zone, oldest first; days without updates are omitted. */
  readonly updatedByDay: readonly { readonly day: string; readonly count: number }[];
}

/** The calls from a page to the worker of a copy, with their results. */
export interface CopyCalls {
  /** Includes the rows from position `first` to `last`. */
  search: (query: ProductQuery, first: number, last: number) => FoundMatches;
  /** Like `search`, but never superseded. */
  matches: (query: ProductQuery) => ProductMatches;
  /** The facets of all matches; apart from `search`, which a person waits for at each key. Never superseded. */
  facets: (query: ProductQuery) => ProductFacets;
  rows: (ids: number[], text: string, corrected: ProductMatches["corrected"]) => ProductRow[];
  /** The table rows of all products; later calls return only the changed rows. */
  pack: () => RowPack;
  product: (id: number) => CopiedProduct | undefined;
  products: (ids: number[]) => ResellerProductParent[];
  overview: (timeZone: string) => ChannelOverview;
  forget: () => undefined;
}
export type CopyCall = keyof CopyCalls;

/** Commands without a result; their effect shows in the state. */
export type CopyCommand = "pause" | "resume" | "refresh" | "sweepAgain";

/** To the worker. */
export type CopyRequest =
  | {
      readonly kind: "open";
      /** Names the upstream and the channel. */
      readonly copy: string;
      readonly channelId: number;
      readonly visible: boolean;
      /** Lookup only: no copy is created and nothing is requested. */
      readonly lookupOnly?: boolean;
    }
  | { readonly kind: "visible"; readonly visible: boolean }
  | { readonly kind: "command"; readonly command: CopyCommand }
  | {
      [C in CopyCall]: {
        readonly kind: "call";
        readonly number: number;
        readonly call: C;
        readonly args: Parameters<CopyCalls[C]>;
      };
    }[CopyCall];

/** From the worker. */
export type CopyReply =
  | { readonly kind: "state"; readonly state: CopyState }
  | { readonly kind: "answer"; readonly number: number; readonly value: unknown }
  /** A newer search replaced it. */
  | { readonly kind: "superseded"; readonly number: number }
  | { readonly kind: "failed"; readonly number: number; readonly reason: string };
