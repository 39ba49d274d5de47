/** The activity of a channel's copy. */
type CopyPhase =
  /** The stored copy is being opened. */
  | "opening"
  /** All products are being loaded, page by page. */
  | "sweeping"
  /** Changes since the last check are being loaded. */
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
  /** The meaning and what to do. */
  readonly advice: string;
}

/** How this browser stores the copy. */
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

/** The progress of a full sweep. */
export interface SweepProgress {
  /** The first sweep of this copy; products may be missing until it ends. */
  readonly first: boolean;
  /** Number of loaded pages. */
  readonly pages: number;
  /** Total number of pages, if the upstream returns it. */
  readonly totalPages: number | undefined;
  /** Number of products seen in this sweep. */
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
  /** When the next automatic check for changes starts. */
  readonly nextCheckAt: number | undefined;
  /** When it continues automatically, while `phase` is "waiting". */
  readonly waitingUntil: number | undefined;
  readonly problem: CopyProblem | undefined;
  /** Products kept changing while they were loaded: a few changes may appear only with the next check. */
  readonly restless: boolean;
  /** Requests sent for this copy since it was created. */
  readonly requests: number;
  /** Number of upstream records without an id; they cannot be stored. */
  readonly unreadable: number;
}

const normalStorage: CopyStorage = { kind: "kept", title: "", advice: "" };

/** The state before the copy is open. */
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
