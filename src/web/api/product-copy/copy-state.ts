/** What a channel's copy is doing. */
export type CopyPhase =
  /** What this browser holds of it is being read. */
  | "opening"
  /** All products are being read, one page after the other. */
  | "sweeping"
  /** What changed since the last look is being asked for. */
  | "checking"
  /** Up to date; the next look comes by itself. */
  | "fresh"
  /** A person paused it; it stays so over reloads. */
  | "paused"
  /** Something said to wait; it goes on by itself. `problem` says what. */
  | "waiting"
  /** It will not go on by itself. `problem` says why. */
  | "stopped";

/** Why the copy waits or has stopped. */
export interface CopyProblem {
  readonly kind: "limit" | "upstream" | "offline" | "token" | "channel" | "answer" | "storage";
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly title: string;
  /** What it means and what to do. */
  readonly advice: string;
}

/** How this browser keeps the copy. */
export interface CopyStorage {
  readonly kind: "kept" | "memory";
  /** Why it is only in this tab's memory, or why the copy starts anew; undefined when all is as usual. */
  readonly why?: "refused" | "full" | "blocked" | "other-version" | "rebuilt" | "unreadable";
  /** The same in words, and what to do; empty when all is as usual. */
  readonly title: string;
  readonly advice: string;
}

/** Who asks the upstream for the copy's pages. */
export type CopyReader =
  | "this-tab"
  /** Another tab of this browser does, and this one follows it. */
  | "another-tab"
  /** This browser cannot tell (no Web Locks without TLS, no storage): each tab asks for itself. */
  | "every-tab";

/** How far a full sweep is. */
export interface SweepProgress {
  /** The first one of this copy; until it ends, products may be missing. */
  readonly first: boolean;
  /** Pages read. */
  readonly pages: number;
  /** Pages there are, where the upstream says so. */
  readonly totalPages: number | undefined;
  /** Products seen in this sweep. */
  readonly seen: number;
  readonly total: number | undefined;
  /** Requests sent for this sweep, over all reloads. */
  readonly requests: number;
  readonly startedAt: number;
  /** Milliseconds until it ends at the rate of the last pages; undefined while nobody can know. */
  readonly leftMs: number | undefined;
  /** Everything was read; what changed meanwhile is asked for a last time before missing products are marked as gone. */
  readonly closing: boolean;
  /** How often all pages are being read again because the upstream lists in an order of its own; 1 at first. */
  readonly round: number;
}

/** What a channel's copy is at this moment. Times are milliseconds since 1970 by this browser's clock. */
export interface CopyState {
  readonly phase: CopyPhase;
  readonly reader: CopyReader;
  readonly storage: CopyStorage;
  /** Whether `search` answers; false only for the moment that opening takes. */
  readonly searchable: boolean;
  /** Products in the copy, those that are gone included. */
  readonly products: number;
  /** Goes up with every change of the copy: what was found before may be found differently now. */
  readonly revision: number;
  readonly sweep: SweepProgress | undefined;
  /** When the last full sweep ended; prices and stock of all products are at least that new. */
  readonly sweptAt: number | undefined;
  /** When the last full sweep that ended had begun. */
  readonly sweptFrom: number | undefined;
  /** Until when changes of products are known: the age of what is shown. */
  readonly checkedAt: number | undefined;
  /** When the next look for changes comes by itself. */
  readonly nextCheckAt: number | undefined;
  /** When it goes on by itself, while `phase` is "waiting". */
  readonly waitingUntil: number | undefined;
  readonly problem: CopyProblem | undefined;
  /** Products changed each time they were read: a few changes may come with the next look only. */
  readonly restless: boolean;
  /** Requests sent for this copy since it was begun. */
  readonly requests: number;
  /** Records of the upstream without an id, which cannot be kept. */
  readonly unreadable: number;
}

export const keptAsUsual: CopyStorage = { kind: "kept", title: "", advice: "" };

/** A copy of which nothing is known yet. */
export const openingState: CopyState = {
  phase: "opening",
  reader: "this-tab",
  storage: keptAsUsual,
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
