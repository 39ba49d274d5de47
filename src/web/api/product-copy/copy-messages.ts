import type { ResellerProductParent } from "#contract/products.ts";
import type {
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import type { CopyState } from "./copy-state.ts";
import type { ChannelOverview, CopiedProduct, FoundMatches } from "./product-copy.ts";
import type { RowPack } from "./row-packs.ts";

/** What a page can ask of the copy's worker, and what it answers. */
export interface CopyCalls {
  /** With the rows from the first to the last place. */
  search: (query: ProductQuery, first: number, last: number) => FoundMatches;
  /** As `search`, and overtaken by nothing. */
  matches: (query: ProductQuery) => ProductMatches;
  rows: (ids: number[], text: string, corrected: ProductMatches["corrected"]) => ProductRow[];
  /** What the table shows of all products; at later times, of those that changed. */
  pack: () => RowPack;
  product: (id: number) => CopiedProduct | undefined;
  products: (ids: number[]) => ResellerProductParent[];
  overview: () => ChannelOverview;
  forget: () => undefined;
}
export type CopyCall = keyof CopyCalls;

/** What is done without an answer but the state. */
export type CopyCommand = "pause" | "resume" | "refresh" | "sweepAgain";

/** To the worker. */
export type CopyRequest =
  | {
      readonly kind: "open";
      /** Names the upstream and the channel. */
      readonly copy: string;
      readonly channelId: number;
      readonly visible: boolean;
      /** It is only looked up in: nothing is begun or requested. */
      readonly quiet?: boolean;
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
  /** A newer search took its place. */
  | { readonly kind: "overtaken"; readonly number: number }
  | { readonly kind: "failed"; readonly number: number; readonly reason: string };
