import type { ResellerProductParent } from "#contract/products.ts";
import type {
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import type { CopyState } from "./copy-state.ts";
import type { ChannelOverview, CopiedProduct, FoundMatches } from "./product-copy.ts";
import type { RowPack } from "./row-packs.ts";

/** The calls from a page to the worker of a copy, with their results. */
export interface CopyCalls {
  /** Includes the rows from position `first` to `last`. */
  search: (query: ProductQuery, first: number, last: number) => FoundMatches;
  /** Like `search`, but never superseded. */
  matches: (query: ProductQuery) => ProductMatches;
  rows: (ids: number[], text: string, corrected: ProductMatches["corrected"]) => ProductRow[];
  /** The table rows of all products; later calls return only the changed rows. */
  pack: () => RowPack;
  product: (id: number) => CopiedProduct | undefined;
  products: (ids: number[]) => ResellerProductParent[];
  overview: () => ChannelOverview;
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
