import type { ResellerProductParent } from "#contract/products.ts";
import type { ProductMatches } from "#catalog/product-index.ts";
import type { ProductFacets, ProductQuery, ProductRow } from "#contract/catalog.ts";
import type { UnitCount } from "#catalog/row-columns.ts";
import type { ApiError } from "#web/base/api-error.ts";
import type { RowPack } from "./row-packs.ts";

type Words = Pick<CopyProblem, "kind" | "title" | "advice">;

const silent: Words = {
  kind: "offline",
  title: "The gateway isn't responding",
  advice: "Loading continues as soon as it responds. Products loaded so far can be searched.",
};
const failing: Words = {
  kind: "upstream",
  title: "The API isn't responding",
  advice: "Loading continues automatically. Products loaded so far can be searched.",
};
const refused: Words = {
  kind: "channel",
  title: "The API refused to load this channel",
  advice: "Fix the cause below, then try again.",
};

const signedOut: Words = {
  kind: "upstream",
  title: "You're signed out",
  advice: "Loading continues after you sign in. Products loaded so far can be searched.",
};

const wordsByStatus: Readonly<Record<number, Words>> = {
  0: silent,
  401: {
    kind: "token",
    title: "Token refused",
    advice: "Set a valid token in the gateway, then try again.",
  },
  403: {
    kind: "token",
    title: "The token has no access to this channel",
    advice: "Set a token of the account or of this channel in the gateway, then try again.",
  },
  404: {
    kind: "channel",
    title: "The API has no products for this channel",
    advice: "Check the channel ID, and that it is a reseller channel.",
  },
  429: {
    kind: "limit",
    title: "Rate limit reached",
    advice: "Loading continues automatically.",
  },
};

/** Whether loading continues after a failure with this status. Other failures do not end by waiting. */
const isRetried = (status: number): boolean =>
  status === 0 ||
  status === 200 ||
  status === 408 ||
  status === 429 ||
  (status >= 500 && status !== 501);

/** Describes the cause of a failed request; `waitMs` is undefined if waiting does not help. */
export const describeCopyProblem = (
  error: Pick<ApiError, "status" | "message" | "retryAfter"> & Partial<Pick<ApiError, "kind">>,
  failures: number,
): { problem: CopyProblem; waitMs: number | undefined } => {
  const { status, message, retryAfter } = error;
  const isSignedOut = error.kind === "signed-out";
  const again = isSignedOut || isRetried(status);
  const words = isSignedOut ? signedOut : (wordsByStatus[status] ?? (again ? failing : refused));
  const advice = again ? words.advice : `${words.advice} The API says: ${message}`;
  const backOff = Math.min(120, 5 * 2 ** Math.min(failures, 5));
  return {
    problem: { ...words, status, advice },
    waitMs: again ? Math.max(1, retryAfter ?? backOff) * 1_000 : undefined,
  };
};

export const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

export const storageFull: CopyProblem = {
  kind: "storage",
  status: 0,
  title: "Browser storage is full",
  advice:
    "Products loaded so far can be searched. Free up disk space or delete the local copies of other channels, then try again.",
};

export const storageFailed: CopyProblem = {
  kind: "storage",
  status: 0,
  title: "Couldn't write the local copy",
  advice:
    "Products loaded so far can be searched in this tab. Reload the page. If the problem persists, delete the local copy.",
};

type Why = NonNullable<CopyStorage["why"]>;

const memoryAdvice =
  "Search works while this tab is open. The next visit loads all products again.";

/** Explains why a copy is only in memory, or is loaded again. */
export const storageWords: Readonly<Record<Why, CopyStorage>> = {
  refused: {
    kind: "memory",
    why: "refused",
    title: "This browser blocks storage",
    advice: `A private window or a browser setting prevents the console from storing data. ${memoryAdvice}`,
  },
  full: {
    kind: "memory",
    why: "full",
    title: "No storage space for a local copy",
    advice: `Free up disk space to keep a local copy. ${memoryAdvice}`,
  },
  blocked: {
    kind: "memory",
    why: "blocked",
    title: "Another tab uses an older version of the local copy",
    advice: `Close or reload the console's other tabs, then reload this one. ${memoryAdvice}`,
  },
  "other-version": {
    kind: "memory",
    why: "other-version",
    title: "The local copy belongs to a newer version of the console",
    advice: `Reload this page to use it. ${memoryAdvice}`,
  },
  rebuilt: {
    kind: "kept",
    why: "rebuilt",
    title: "Loading the local copy again",
    advice: "This version of the console uses a new format. No records in the API are affected.",
  },
  unreadable: {
    kind: "kept",
    why: "unreadable",
    title: "Loading the local copy again",
    advice: "The local copy was unreadable.",
  },
};

type CopyPhase =
  | "opening"
  | "sweeping"
  | "checking"
  /** Up to date; the next check is automatic. */
  | "fresh"
  /** Paused by a person; also after a reload. */
  | "paused"
  /** Waiting because of `problem`; continues automatically. */
  | "waiting"
  /** Stopped because of `problem`; does not continue automatically. */
  | "stopped";

/** The reason why the copy waits or is stopped. */
export interface CopyProblem {
  readonly kind: "limit" | "upstream" | "offline" | "token" | "channel" | "answer" | "storage";
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

export interface CopyStorage {
  readonly kind: "kept" | "memory";
  /** Why it is only in this tab's memory, or is loaded again; undefined in the normal case. */
  readonly why?: "refused" | "full" | "blocked" | "other-version" | "rebuilt" | "unreadable";
  /** A description of the reason and what to do; both are empty in the normal case. */
  readonly title: string;
  readonly advice: string;
}

/** Which tab requests the copy's pages from the upstream. */
type CopyReader =
  | "this-tab"
  /** Another tab of this browser; this tab shows its state. */
  | "another-tab"
  /** Tabs cannot be coordinated (no Web Locks without TLS, no storage): each tab requests for itself. */
  | "every-tab";

export interface SweepProgress {
  /** The first sweep of this copy; products may be missing until it ends. */
  readonly first: boolean;
  readonly pages: number;
  readonly totalPages: number | undefined;
  readonly seen: number;
  readonly total: number | undefined;
  /** Requests sent for this sweep, including before reloads. */
  readonly requests: number;
  readonly startedAt: number;
  /** Estimated milliseconds until the end, from the duration of the last pages; undefined while unknown. */
  readonly leftMs: number | undefined;
  /** All pages are loaded; recent changes are loaded once more before missing products are marked as gone. */
  readonly closing: boolean;
  /** The current round over all pages, from 1; more rounds are needed if the upstream's order is not by update time. */
  readonly round: number;
}

/** The current state of a channel's copy. Times are milliseconds since 1970 by this browser's clock. */
export interface CopyState {
  readonly phase: CopyPhase;
  readonly reader: CopyReader;
  readonly storage: CopyStorage;
  /** Whether `search` works; false only while the copy opens. */
  readonly searchable: boolean;
  /** Number of products in the copy, including gone ones. */
  readonly products: number;
  /** Increases with every change of the copy: earlier search results may be out of date. */
  readonly revision: number;
  readonly sweep: SweepProgress | undefined;
  /** When the last full sweep ended; prices and stock of all products are at least that new. */
  readonly sweptAt: number | undefined;
  /** When the last completed sweep started. */
  readonly sweptFrom: number | undefined;
  /** Changes of products are known up to this time: the age of the shown data. */
  readonly checkedAt: number | undefined;
  readonly nextCheckAt: number | undefined;
  /** When it continues automatically, while `phase` is "waiting". */
  readonly waitingUntil: number | undefined;
  readonly problem: CopyProblem | undefined;
  /** Products kept changing while they were loaded: a few changes may appear only with the next check. */
  readonly restless: boolean;
  readonly requests: number;
  /** Number of upstream records without an id; they cannot be stored. */
  readonly unreadable: number;
}

const normalStorage: CopyStorage = { kind: "kept", title: "", advice: "" };

export const openingState: CopyState = {
  phase: "opening",
  reader: "this-tab",
  storage: normalStorage,
  searchable: false,
  products: 0,
  revision: 0,
  sweep: undefined,
  sweptAt: undefined,
  sweptFrom: undefined,
  checkedAt: undefined,
  nextCheckAt: undefined,
  waitingUntil: undefined,
  problem: undefined,
  restless: false,
  requests: 0,
  unreadable: 0,
};

export interface CopiedProduct {
  readonly product: ResellerProductParent;
  /** When it was loaded, in milliseconds since 1970; prices and stock are as of then. */
  readonly readAt: number;
  /** The previous version, if the product changed since it was first copied. */
  readonly previous?: { readonly product: ResellerProductParent; readonly readAt: number };
  readonly goneAt?: number;
}

export interface FoundMatches extends ProductMatches {
  readonly rows: readonly ProductRow[];
}

export interface ChannelOverview {
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

export type CopyReply =
  | { readonly kind: "state"; readonly state: CopyState }
  | { readonly kind: "answer"; readonly number: number; readonly value: unknown }
  /** A newer search replaced it. */
  | { readonly kind: "superseded"; readonly number: number }
  | { readonly kind: "failed"; readonly number: number; readonly reason: string };
